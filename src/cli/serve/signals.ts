// What the signals of an operator, a terminal or systemd mean to a process that serves.

import { isatty } from 'node:tty';
import type { Logger } from '../../compose/telemetry/log.ts';
import { toStackFrames } from '../../errors.ts';

interface SignalActions {
  /** The log of now: settings may change while the service runs. */
  readonly logger: () => Logger;
  readonly stop: () => Promise<void>;
  /** A second signal calls `abandon`, because an operator who signals twice does not want to wait. */
  readonly abandon: () => void;
  readonly reload: () => Promise<void>;
}

/** The sender of the signal kills any process that has not ended by then. A hanging part must not make the end look like a crash. */
const stopMsMax = 15_000;

export function obeySignals({ logger, stop, abandon, reload }: SignalActions): void {
  let stopping = false;
  let reloading: Promise<void> | undefined;
  let again = false;
  const onStop = (signal: NodeJS.Signals) => {
    if (stopping) {
      abandon();
      process.exit(1);
    }
    stopping = true;
    logger().write('info', 'stopping', { signal });
    setTimeout(() => {
      logger().write('error', 'stop_abandoned', { signal });
      logger().flush();
      abandon();
      process.exit(1);
    }, stopMsMax).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => die(logger(), error),
    );
  };
  /** One at a time; what comes meanwhile is done once more afterwards, because the files may have changed since. */
  const onReload = () => {
    if (stopping) return;
    if (reloading !== undefined) {
      again = true;
      return;
    }
    reloading = reload()
      .catch((error: unknown) => die(logger(), error))
      .finally(() => {
        reloading = undefined;
        if (again) onReload();
        again = false;
      });
  };
  const terminal = isatty(1);
  process.on('SIGTERM', onStop);
  process.on('SIGINT', onStop);
  process.on('SIGHUP', (signal) => {
    // A terminal that closes takes what runs in it along; anybody else who sends this means the settings.
    if (terminal && !isatty(1)) onStop(signal);
    else onReload();
  });
  // Node's own answer to it is a debugger that obeys whoever can reach it.
  process.on('SIGUSR1', (signal) => logger().write('warn', 'signal_ignored', { signal }));
}

/** Ends the process after an uncaught fault, because its state is unknown. The supervisor that watches the process starts it anew. */
export function die(logger: Logger, error: unknown): never {
  const { name } = (error ?? {}) as { name?: unknown };
  logger.write('error', 'crashed', { internal: [String(name), ...toStackFrames(error)].join(' ') });
  logger.flush();
  process.exit(1);
}

/** Handles a reader that has gone. A command then ends (`confere keys list | head`). A service goes on, and its log says so. */
export function ignoreLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', () => {});
}
