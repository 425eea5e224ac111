// The lists: everyone who is signed in may see which there are.

import type { ConsoleList, ConsoleLists } from '../console-lists.ts';
import type { LastTry, ListView } from '../contracts/lists.ts';
import type { AddConsoleRoute } from '../route.ts';

export function addListsRoutes(add: AddConsoleRoute, { lists }: { readonly lists: ConsoleLists }): void {
  add('GET lists', async () => ({
    lists: (await lists.status()).map((one) => toView(one, lists.reliedUpon.includes(one.list))),
  }));
}

function toView({ live, previous, ...one }: ConsoleList, isReliedUpon: boolean): ListView {
  const [, title = one.title, publisher = null] = one.page === null ? [] : (withPublisher.exec(one.title) ?? []);
  return {
    list: one.list,
    title,
    publisher,
    page: one.page,
    can_download: one.canDownload,
    is_relied_upon: isReliedUpon,
    state: one.state,
    problem: one.problem,
    stale_after_days: one.stale_after_days,
    is_held: one.held,
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

/** As the import wrote it on the disk: anything may be missing. */
function toLastImport(note: ConsoleList['last_import']): LastTry | null {
  const { outcome, started_at: at, reason } = note ?? {};
  if (typeof outcome !== 'string' || typeof at !== 'string') return null;
  return { outcome, at, reason: typeof reason === 'string' ? reason : null };
}
