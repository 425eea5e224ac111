// The registry: everyone may look, administrators act. Every act is recorded before it happens, and named as it was confirmed.

import { isAsConfirmed } from '../../../app/datasets/dataset-status.ts';
import { toActor } from '../../../app/operators/sessions.ts';
import type { JobOrder, JobReport } from '../../../app/registry/registry-job.ts';
import { AppError } from '../../../errors.ts';
import { getSignedIn } from '../access/gate.ts';
import type { ConsoleRegistry } from '../console-registry.ts';
import type { RegistryView } from '../contracts/registry.ts';
import type { AddConsoleRoute, ConsoleCall } from '../route.ts';

export function addRegistryRoutes(add: AddConsoleRoute, { registry }: { readonly registry: ConsoleRegistry }): void {
  const view = (): RegistryView => toView(registry);
  const start = async (order: JobOrder, { signedIn }: Pick<ConsoleCall<'GET registry'>, 'signedIn'>) => {
    await registry.start(order, toActor(getSignedIn(signedIn).operator));
    return view();
  };

  add('GET registry', async () => view());

  add('POST registry-import', ({ body: { folder, force }, signedIn }) =>
    start({ kind: 'import', folder, overridden: force }, { signedIn }),
  );

  add('POST registry-update', ({ body: { force }, signedIn }) =>
    start({ kind: 'update', overridden: force }, { signedIn }),
  );

  add('POST registry-rollback', async ({ body, signedIn }) => {
    if (!isAsConfirmed(registry.status(), body)) throw new AppError('registry_changed');
    return start({ kind: 'rollback', ...body }, { signedIn });
  });

  add('POST registry-release', async ({ signedIn }) => {
    if (!registry.status().held) throw new AppError('registry_changed');
    await registry.release(toActor(getSignedIn(signedIn).operator));
    return view();
  });

  add('POST registry-stop', async ({ signedIn }) => ({
    stopped: await registry.stop(toActor(getSignedIn(signedIn).operator)),
  }));
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

/** The view leaves out the process id, which does not concern the console. */
function toJob({ pid: _own, ...job }: JobReport): NonNullable<RegistryView['job']> {
  return job;
}
