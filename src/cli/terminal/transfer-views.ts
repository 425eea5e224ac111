// The bars of a command that carries snapshots between machines: that of the bytes and that of the check, in whichever order.

import type { DownloadWatch } from '../../app/datasets/download-watch.ts';
import { createDownloadView, createShareView } from './progress.ts';
import { withStopSignal } from './stop-signal.ts';

interface TransferParts {
  readonly signal: AbortSignal;
  readonly watch: DownloadWatch;
  readonly onCheck: (share: number) => void;
}

/** `stopped`: what is said where the operator stops it. */
export async function withTransferViews<Result>(
  silent: boolean,
  stopped: string,
  run: (parts: TransferParts) => Promise<Result>,
): Promise<Result> {
  const watch = createDownloadView(silent);
  let check: ReturnType<typeof createShareView> | undefined;
  const onCheck = (share: number) => {
    watch.stop();
    check ??= createShareView('verifying', silent);
    check.show(share);
    if (share >= 1) check.stop();
  };
  try {
    return await withStopSignal(stopped, (signal) => run({ signal, watch, onCheck }));
  } finally {
    watch.stop();
    check?.stop();
  }
}
