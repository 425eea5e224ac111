// Ctrl-C and SIGTERM as an AbortSignal, for commands that have something to put in order before they end.

import { OperatorError } from '../../errors.ts';

/** `stopped` says what a stop leaves behind. */
export async function withStopSignal<Result>(
  stopped: string,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const onSignal = (): void => {
    // Whoever asks twice does not want to wait for the cleaning up; the next run does it then.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await run(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new OperatorError(stopped, 130);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
