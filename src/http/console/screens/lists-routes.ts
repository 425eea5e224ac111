// The lists: everyone who is signed in may see which there are, administrators act. Every act is recorded before it happens.

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../app/clock.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import type { ListsReport } from '../../../app/screening/lists/lists-job.ts';
import { getSignedIn } from '../access/gate.ts';
import type { ConsoleList, ConsoleLists } from '../console-lists.ts';
import {
  type LastTry,
  type ListFileAnswers,
  type ListsJobView,
  type ListsView,
  type ListView,
  listFileForms,
} from '../contracts/lists.ts';
import { addFileRoutes } from '../files/add-file-routes.ts';
import type { AddConsoleRoute, EnterConsole } from '../route.ts';

interface ListsRoutesOptions {
  readonly lists: ConsoleLists;
  readonly clock: Clock;
}

export function addListsRoutes(add: AddConsoleRoute, { lists }: ListsRoutesOptions): void {
  add('GET lists', () => view(lists));

  add('POST lists-update', async ({ body: { list, force }, signedIn }) => {
    await lists.start({ kind: 'update', list, overridden: force }, toActor(getSignedIn(signedIn).operator));
    return view(lists);
  });

  add('POST list-rollback', async ({ body, signedIn }) => {
    await lists.start({ kind: 'rollback', ...body }, toActor(getSignedIn(signedIn).operator));
    return view(lists);
  });

  add('POST lists-stop', async ({ signedIn }) => ({
    stopped: await lists.stop(toActor(getSignedIn(signedIn).operator)),
  }));
}

export function addListFileRoutes(server: FastifyInstance, enter: EnterConsole, options: ListsRoutesOptions): void {
  const { lists } = options;
  addFileRoutes(server, enter, options, (add) =>
    add(
      { name: 'list-import', role: 'admin', form: listFileForms['list-import'] },
      async ({ form, body, signedIn }) => {
        const { list, file_name: name, as_of: asOf, force: overridden } = form;
        await lists.importFile({ list, name, asOf, overridden }, body.bytes, toActor(signedIn.operator));
        return view(lists) satisfies Promise<ListFileAnswers['list-import']>;
      },
    ),
  );
}

async function view(lists: ConsoleLists): Promise<ListsView> {
  const job = lists.findJob();
  return {
    job: job === undefined ? null : toJob(job),
    lists: (await lists.status()).map(toListView),
  };
}

function toJob({ pid: _own, upload: _file, ...job }: ListsReport): ListsJobView {
  return job;
}

export function toListView({ live, previous, ...one }: ConsoleList): ListView {
  const [, title = one.title, publisher = null] = one.page === null ? [] : (withPublisher.exec(one.title) ?? []);
  return {
    list: one.list,
    title,
    publisher,
    page: one.page,
    can_download: one.canDownload,
    is_relied_upon: one.isReliedUpon,
    state: one.state,
    is_off: one.is_off === true,
    problem: one.problem,
    stale_after_days: one.stale_after_days,
    is_held: one.held,
    live_id: live?.id ?? null,
    previous_id: previous?.id ?? null,
    data_as_of: live?.data_as_of ?? null,
    entries: live?.entries ?? null,
    imported_at: live?.imported_at ?? null,
    previous_as_of: previous?.data_as_of ?? null,
    last_import: toLastImport(one.last_import),
    last_update: one.last_update && {
      outcome: one.last_update.outcome,
      at: one.last_update.looked_at,
      reason: one.last_update.reason,
    },
  };
}

/** `CEIS: Cadastro de Empresas Inidôneas e Suspensas (CGU)`: every published list is titled so. */
const withPublisher = /^(.+) \(([^()]+)\)$/;

/** The import wrote this note on the disk, so any of its fields may be missing. */
function toLastImport(note: ConsoleList['last_import']): LastTry | null {
  const { outcome, started_at: at, reason } = note ?? {};
  if (typeof outcome !== 'string' || typeof at !== 'string') return null;
  return { outcome, at, reason: typeof reason === 'string' ? reason : null };
}
