// What the signals of an operator, a terminal or systemd mean to a process that serves.

import { isatty } from 'node:tty';
import type { Logger } from '../../compose/telemetry/log.ts';
import { toStackFrames } from '../../errors.ts';

interface SignalActions {
  /** The log of now: settings may change while the service runs. */
  readonly logger: () => Logger;
  readonly stop: () => Promise<void>;
  /** A second signal: whoever asks twice does not want to wait. */
  readonly abandon: () => void;
  readonly reload: () => Promise<void>;
}

/** Whoever sent the signal kills what has not ended by then; what hangs must not make it look like a crash. */
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

/** A fault that nobody caught: the state is unknown, so the process ends and is started anew by whoever watches it. */
export function die(logger: Logger, error: unknown): never {
  const { name } = (error ?? {}) as { name?: unknown };
  logger.write('error', 'crashed', { internal: [String(name), ...toStackFrames(error)].join(' ') });
  logger.flush();
  process.exit(1);
}

/** Commands end when nobody reads them any more (`confere keys list | head`). A service goes on; its log says so. */
export function ignoreLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', () => {});
}
