// One process that serves. On SIGHUP it builds a second service from the new settings, lets that one have the new connections,
// and retires the first: the port is never closed and no request is lost.

import { createOwnDashboard } from '../../app/dashboard/dashboard.ts';
import { systemClock } from '../../clock.ts';
import { findConsoleListener, findConsoleProxy, toConsoleHosts } from '../../compose/parts/console/console-listener.ts';
import { createOwnLimits } from '../../compose/service/limits/limits.ts';
import { openListener } from '../../compose/service/listener.ts';
import { createService, type RunningService } from '../../compose/service/service.ts';
import { refuseLostSources } from '../../compose/service/sources/lost-sources.ts';
import { createOperators } from '../../compose/telemetry/operators.ts';
import type { Config } from '../../config.ts';
import { openOperatorsListener } from './operators-listener.ts';
import { logReloaded, logReloadRefused } from './reload-log.ts';
import { retire, stopServing } from './retire.ts';
import type { LoadSettings } from './settings.ts';
import { die, obeySignals } from './signals.ts';
import { printWelcome, toAddress, type Welcome } from './welcome.ts';

interface ServeSingleOptions {
  readonly version: string;
  /** Tells who started it where it listens. */
  readonly welcome?: (welcome: Welcome) => void | Promise<void>;
}

export async function serveSingle(
  first: Config,
  load: LoadSettings,
  { version, welcome = printWelcome }: ServeSingleOptions,
): Promise<void> {
  const limits = createOwnLimits(systemClock);
  const dashboard = createOwnDashboard(systemClock);
  const start = (config: Config) => createService(config, { logDescriptor: 1, version, limits, dashboard });
  let config = first;
  let service = await start(config);
  let retired = Promise.resolve();
  /** The service before this one, whose clients this one answers until they have gone. */
  let former: RunningService | undefined;
  process.on('uncaughtException', (error) => die(service.logger, error));
  const acceptors = await openListener(config).catch(async (error: unknown) => {
    await service.close();
    throw error;
  });
  await service.serve(acceptors);
  const operators = createOperators({
    findConsoleProxy: () => findConsoleProxy(config, acceptors.port),
    findHosts: () => toConsoleHosts(config),
    readSnapshots: async () => [await service.snapshot()],
    readStatus: () => service.readStatus(),
    findUnreadiness: () => service.findUnreadiness(),
  });
  const adminAddress = await openOperatorsListener(operators, config, service.logger);
  const address = toAddress(config.host, acceptors.port);
  async function reload(): Promise<void> {
    let after: Config;
    let next: RunningService;
    try {
      after = load();
      refuseLostSources(config, after);
      next = await start(after);
    } catch (error) {
      logReloadRefused(service.logger, error);
      return;
    }
    const before = service;
    await next.serve(acceptors);
    // Else each connection that is kept would be answered once more by the former settings, with secrets that may be void by now.
    before.handOver(next);
    former = before;
    service = next;
    logReloaded(service.logger, config, after);
    config = after;
    await operators.keepCounts(await before.snapshot());
    retired = retire(before);
    await retired;
    former = undefined;
  }

  obeySignals({
    logger: () => service.logger,
    stop: async () => {
      const connections = () => service.connections() + (former?.connections() ?? 0);
      const { startDraining, server, close } = service;
      await Promise.all([
        stopServing({ startDraining, server, close, connections }, acceptors),
        retired,
        operators.admin.close(),
      ]);
    },
    abandon: () => {},
    reload,
  });

  // From here on signals are obeyed: whoever reads that it started may send one.
  await welcome({
    version,
    address,
    adminAddress,
    console: findConsoleListener(config),
    workers: 1,
    sandboxKey: service.sandboxKey,
  });
  service.logger.write('info', 'started', { version, address });
  service.logger.flush();
}
