// The registry: everyone may look, administrators act. Every act is recorded before it happens, and named as it was confirmed.

import { toActor } from '../../../app/operators/sessions.ts';
import type { JobReport } from '../../../app/registry/registry-job.ts';
import { AppError } from '../../../errors.ts';
import { getSignedIn } from '../access/gate.ts';
import type { ConsoleRegistry } from '../console-registry.ts';
import type { RegistryView } from '../contracts/registry.ts';
import type { AddConsoleRoute, ConsoleCall } from '../route.ts';

export function addRegistryRoutes(add: AddConsoleRoute, { registry }: { readonly registry: ConsoleRegistry }): void {
  const view = (): RegistryView => toView(registry);
  const actorOf = ({ signedIn }: Pick<ConsoleCall<'GET registry'>, 'signedIn'>) =>
    toActor(getSignedIn(signedIn).operator);

  add('GET registry', async () => view());

  add('POST registry-import', async ({ body: { folder, force }, signedIn }) => {
    await registry.start({ kind: 'import', folder, overridden: force }, actorOf({ signedIn }));
    return view();
  });

  add('POST registry-update', async ({ body: { force }, signedIn }) => {
    await registry.start({ kind: 'update', overridden: force }, actorOf({ signedIn }));
    return view();
  });

  add('POST registry-rollback', async ({ body: { from, to }, signedIn }) => {
    const { live, previous } = registry.status();
    if (live?.id !== from || previous?.id !== to) throw new AppError('registry_changed');
    await registry.start({ kind: 'rollback', from, to }, actorOf({ signedIn }));
    return view();
  });

  add('POST registry-release', async ({ signedIn }) => {
    if (!registry.status().held) throw new AppError('registry_changed');
    await registry.release(actorOf({ signedIn }));
    return view();
  });

  add('POST registry-stop', async ({ signedIn }) => ({ stopped: await registry.stop(actorOf({ signedIn })) }));
}

function toView(registry: ConsoleRegistry): RegistryView {
  const { live, previous, held, last_import } = registry.status();
  const job = registry.findJob();
  const isRunning = job !== undefined && job.outcome === null;
  return {
    live,
    previous,
    held,
    has_other_import: !isRunning && last_import?.['outcome'] === 'running',
    job: job === undefined ? null : toJob(job),
    folders: registry.listFolders(),
  };
}

/** The process is nobody's business. */
function toJob({ pid: _own, ...job }: JobReport): NonNullable<RegistryView['job']> {
  return job;
}
