// `confere serve`: starts the service, tells a person how to call it, and stops it without losing a request.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { RunningService } from '../../compose/service.ts';
import { type Config, loadConfig } from '../../config.ts';
import { OperatorError, toStackFrames } from '../../errors.ts';
import { keepCompiled } from '../compile-cache.ts';
import { print, printFault } from '../terminal.ts';

export function addServeCommand(program: Command, version: string): void {
  program
    .command('serve')
    .description('start the service (npm start)')
    .action(() => serve(version));
}

async function serve(version: string): Promise<void> {
  ignoreLostOutput();
  const config = loadConfig();
  const { createService } = await import('../../compose/service.ts');
  const service = await createService(config, { logDescriptor: 1, version });
  process.on('uncaughtException', (error) => die(service, error));
  const port = await listen(service, config.host, config.port);
  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const address = `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${port}`;
  const adminAddress = config['admin.enabled'] ? await listenForOperators(service, config) : undefined;
  printWelcome(version, { address, adminAddress }, service.sandboxKey);
  service.logger.write('info', 'started', { version, address });
  service.logger.flush();
  stopOnSignal(service);
  keepCompiled();
}

async function listen(service: RunningService, host: string, port: number): Promise<number> {
  try {
    return await service.listen({ host, port });
  } catch (error) {
    await service.close();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(`Port ${port} of ${host} is in use. Stop the other program, or set CONFERE_PORT.`);
    }
    if (code === 'EACCES') throw new OperatorError(`Port ${port} needs more rights. Set CONFERE_PORT above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OperatorError(`This machine has no address ${host}. Set CONFERE_HOST to one that it has.`);
    }
    throw error;
  }
}

/** Commands end when nobody reads them any more (`confere keys list | head`). A service goes on; its log says so. */
function ignoreLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error').on('error', () => {});
}

/** The service is worth more than its metrics: where their port is taken, it serves all the same, and says so. */
async function listenForOperators(service: RunningService, config: Config): Promise<string | undefined> {
  const host = config['admin.host'];
  const port = config['admin.port'];
  try {
    return await service.admin.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    printFault(
      `No metrics: port ${port} of ${host} cannot be opened (${code}). Set CONFERE_ADMIN_PORT to a free one, or CONFERE_ADMIN_ENABLED=false.`,
    );
    service.logger.write('warn', 'admin_listener_failed', { internal: String(code) });
    return undefined;
  }
}

interface Addresses {
  readonly address: string;
  readonly adminAddress: string | undefined;
}

function printWelcome(
  version: string,
  { address, adminAddress }: Addresses,
  sandboxKey: RunningService['sandboxKey'],
): void {
  print(`Confere ${version} listens on ${address}`);
  print(`API reference: ${address}/docs`);
  if (adminAddress !== undefined) print(`For operators: ${adminAddress}/metrics and ${adminAddress}/status`);
  if (!sandboxKey.usable) {
    print('The sandbox key was revoked. Make another one: confere keys create --name trial --mode test');
    return;
  }
  const call = (path: string, body: string) =>
    `curl -s ${address}${path} -H 'Authorization: Bearer ${sandboxKey.key}' -H 'Content-Type: application/json' -d '${body}'`;
  print(`Sandbox key (synthetic data only): ${sandboxKey.key}\n`);
  print(call('/v1/verify/cpf', '{"cpf":"40442820135"}'));
  print(call('/v1/verify/cnpj', '{"cnpj":"34238864000168"}'));
  print('');
}

/** How long a load balancer that watches `/readyz`, or a client with an idle connection, has to notice. */
const drainMs = 500;
const lastRequestMs = 2_000;
const inFlightMs = 10_000;

function stopOnSignal(service: RunningService): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    service.logger.write('info', 'stopping', { signal });
    stop(service).catch((error: unknown) => die(service, error));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', (signal) => {
    // A terminal that closes takes what runs in it along; anybody else who sends this means something other than the end.
    if (process.stdout.isTTY) onSignal(signal);
    else service.logger.write('warn', 'signal_ignored', { signal, internal: 'send SIGTERM to stop' });
  });
  // Node's own answer to it is a debugger that obeys whoever can reach it.
  process.on('SIGUSR1', (signal) => service.logger.write('warn', 'signal_ignored', { signal }));
}

/**
 * Not ready, then no new connections, then idle ones, then the rest. Clients on kept-alive connections are told to go with
 * their next answer; cutting their idle connections at once would lose the requests already on the way.
 */
async function stop(service: RunningService): Promise<void> {
  const http = service.server.server;
  service.startDraining();
  if (service.countConnections() > 0) await sleep(drainMs);
  const closed = service.stopAccepting();
  await Promise.race([closed, sleep(lastRequestMs, undefined, { ref: false })]);
  http.closeIdleConnections();
  await Promise.race([closed, sleep(inFlightMs, undefined, { ref: false })]);
  http.closeAllConnections();
  await service.close();
  process.exit(0);
}

/** A fault that nobody caught: the state is unknown, so the process ends and is started anew by whoever watches it. */
function die(service: RunningService, error: unknown): never {
  const { name } = (error ?? {}) as { name?: unknown };
  service.logger.write('error', 'crashed', { internal: [String(name), ...toStackFrames(error)].join(' ') });
  service.logger.flush();
  process.exit(1);
}
