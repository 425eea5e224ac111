// The process that watches over several workers: it binds the port and never accepts, owns what they count together, shows
// operators all of them, and passes on what signals mean. It answers no request itself.

import { createDashboardCoordinator } from '../../app/dashboard/dashboard.ts';
import { systemClock } from '../../clock.ts';
import { findConsoleListener, findConsoleProxy, toConsoleHosts } from '../../compose/parts/console/console-listener.ts';
import { createLimitCoordinator } from '../../compose/service/limits/limits.ts';
import { bindListener } from '../../compose/service/listener.ts';
import { createQuestionCoordinator } from '../../compose/service/questions.ts';
import { refuseLostSources } from '../../compose/service/sources/lost-sources.ts';
import { createFleetOperators } from '../../compose/telemetry/fleet-operators.ts';
import { type Logger, openLog } from '../../compose/telemetry/log.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../errors.ts';
import { createFleet } from './fleet.ts';
import { openOperatorsListener } from './operators-listener.ts';
import { logReloaded, logReloadRefused, writeReloadRefused } from './reload-log.ts';
import { countWorkers, type LoadSettings } from './settings.ts';
import { die, obeySignals } from './signals.ts';
import { printWelcome, toAddress } from './welcome.ts';
import { startWorker } from './worker-process.ts';

export async function serveSupervised(first: Config, load: LoadSettings, version: string): Promise<void> {
  let config = first;
  const workers = countWorkers(config);
  let logger: Logger = openLog(config, 1, systemClock);
  const sockets = await bindListener(config);
  const openLimits = createLimitCoordinator(systemClock, workers);
  const openQuestions = createQuestionCoordinator(systemClock);
  const dashboard = createDashboardCoordinator(systemClock);
  const operators = createFleetOperators({
    version,
    clock: systemClock,
    slots: () => fleet.slots(),
    findConsoleProxy: () => findConsoleProxy(config, sockets.port),
    findHosts: () => toConsoleHosts(config),
  });
  const fleet = createFleet({
    clock: systemClock,
    logger: () => logger,
    config,
    workers,
    start: (worker, settings) =>
      startWorker({
        orders: { config: settings, version, worker, workers },
        sockets: sockets.descriptors,
        limits: openLimits(),
        questions: openQuestions(),
        dashboard: { ...dashboard, report: (report) => dashboard.report(worker, report) },
      }),
    onGone: operators.keepCounts,
    onDeath: operators.countDeath,
  });
  process.on('uncaughtException', (error) => {
    fleet.kill();
    die(logger, error);
  });

  async function reload(): Promise<void> {
    let after: Config;
    try {
      after = load();
      refuseLostSources(config, after);
    } catch (error) {
      logReloadRefused(logger, error);
      return;
    }
    const refusal = await fleet.replaceAll(after);
    if (refusal !== undefined) {
      writeReloadRefused(logger, refusal);
      return;
    }
    logger.flush();
    logger = openLog(after, 1, systemClock);
    logReloaded(logger, config, after);
    config = after;
  }

  obeySignals({
    logger: () => logger,
    stop: async () => {
      // The workers have the sockets too, and close them when their clients had time to notice.
      sockets.close();
      await Promise.all([fleet.stop(), operators.admin.close()]);
      logger.flush();
    },
    abandon: () => fleet.kill(),
    reload,
  });

  const beginning = await fleet.begin();
  if (beginning.kind === 'refused') {
    sockets.close();
    throw new OperatorError(beginning.reason, beginning.exitCode);
  }
  const adminAddress = await openOperatorsListener(operators, config, logger);
  const address = toAddress(config.host, sockets.port);
  printWelcome({
    version,
    address,
    adminAddress,
    console: findConsoleListener(config),
    workers,
    sandboxKey: beginning.sandboxKey,
  });
  logger.write('info', 'started', { version, address });
  logger.flush();
}
