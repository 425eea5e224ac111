// The service inside the test's process, on a real port, with real stores in a directory of its own.

import { randomBytes } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import type { ManageKeys, NewKey } from '../../../src/app/keys/manage-keys.ts';
import type { ManageOperators } from '../../../src/app/operators/manage-operators.ts';
import { systemClock } from '../../../src/clock.ts';
import { openManageOperators } from '../../../src/compose/commands/operators.ts';
import { findConsoleProxy, toConsoleHosts } from '../../../src/compose/parts/console/console-listener.ts';
import { openStores } from '../../../src/compose/parts/stores.ts';
import { createService, type ServiceOptions } from '../../../src/compose/service/service.ts';
import { createOperators } from '../../../src/compose/telemetry/operators.ts';
import { loadConfig } from '../../../src/config.ts';
import { toApiKey } from '../../../src/domain/access/api-key.ts';
import type { Role } from '../../../src/domain/access/operator.ts';
import { rememberKey } from '../canaries.ts';
import { createOutputDirectory } from '../output.ts';
import { parseLines } from '../texts.ts';
import { unhurried } from './unhurried.ts';

export interface TestService {
  readonly address: string;
  readonly port: number;
  /** Holds the data, the secrets and the log. */
  readonly directory: string;
  createKey(key?: Partial<NewKey>): Promise<string>;
  readonly keys: ManageKeys;
  readonly operators: ManageOperators;
  /** With the role and the password; gives the name. */
  createOperator(role: Role, password: string): Promise<string>;
  /** Well-formed, but never stored. */
  createUnknownKey(): string;
  revokeKeyNamed(name: string): Promise<void>;
  startDraining(): void;
  /** Gives the address. */
  listenForOperators(): Promise<string>;
  /** Whose connections are open. */
  clientPorts(): number[];
  /** By all connections that are open, or by the one from this port of the client. */
  bytesReceived(clientPort?: number): number;
  /** The log lines so far, parsed. */
  readLog(): Record<string, unknown>[];
  close(): Promise<void>;
}

export async function startTestService(
  env: Record<string, string> = {},
  replaced: Omit<ServiceOptions, 'logDescriptor'> = {},
): Promise<TestService> {
  const directory = createOutputDirectory('service');
  const logPath = join(directory, 'log');
  // Never closed: a late line of a service that has ended would go into whatever has the number next, a socket or a database.
  const logDescriptor = openSync(logPath, 'a');
  const config = loadConfig({
    cwd: directory,
    env: {
      ...unhurried,
      CONFERE_PORT: '0',
      CONFERE_DATA_DIR: './data',
      CONFERE_SECRETS_DIR: './secrets',
      ...env,
    },
  });
  const service = await createService(config, { logDescriptor, ...replaced });
  const clients = new Set<Socket>();
  service.server.server.on('connection', (socket: Socket) => {
    clients.add(socket);
    socket.once('close', () => clients.delete(socket));
  });
  const port = await service.listen({ host: config.host, port: config.port });
  const operators = createOperators({
    ...service,
    readSnapshots: async () => [await service.snapshot()],
    findConsoleProxy: () => findConsoleProxy(config, port),
    findHosts: () => toConsoleHosts(config),
  });
  // A second opening of the same files, as the command line has it.
  const stores = await openStores(config, systemClock);
  const manageOperators = openManageOperators(config, stores);
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    directory,
    createKey: async (key = {}) => {
      const created = await stores.manageKeys.create({ name: 'test', mode: 'test', ...key });
      return rememberKey(created.key);
    },
    keys: stores.manageKeys,
    operators: manageOperators,
    createOperator: async (role, password) => {
      const name = `${role}-${randomBytes(4).toString('hex')}`;
      await manageOperators.create({ name, role, password });
      return name;
    },
    createUnknownKey: () => rememberKey(toApiKey('test', randomBytes(64))),
    revokeKeyNamed: async (name) => {
      for (const key of await stores.manageKeys.list({ limit: 100 }))
        if (key.name === name) await stores.manageKeys.revoke(key.id);
    },
    startDraining: () => service.startDraining(),
    listenForOperators: () => operators.admin.listen({ host: '127.0.0.1', port: 0 }),
    clientPorts: () => [...clients].map((socket) => socket.remotePort ?? 0),
    bytesReceived: (clientPort) =>
      [...clients]
        .filter(({ remotePort }) => clientPort === undefined || remotePort === clientPort)
        .reduce((sum, socket) => sum + socket.bytesRead, 0),
    readLog: () => {
      service.logger.flush();
      return parseLines(readFileSync(logPath, 'utf8'));
    },
    close: async () => {
      service.server.server.closeAllConnections();
      await operators.admin.close();
      await service.close();
      await stores.close();
    },
  };
}

/** Closed by itself: after the test that opens it, or after the file. */
export async function openTestService(...options: Parameters<typeof startTestService>): Promise<TestService> {
  const closeAfter = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  const service = await startTestService(...options);
  closeAfter(() => service.close());
  return service;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
}

interface Call {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Sends an object as JSON, and a string as it is. */
export async function post(
  url: string,
  body: unknown,
  { key, headers = {}, method = 'POST' }: Call = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return readAnswer(response);
}

/** Sends the rows of a table as the text of a CSV file. */
export function postTable(url: string, table: string, { headers, ...call }: Call): Promise<Answer> {
  return post(url, table, { ...call, headers: { 'content-type': 'text/csv', ...headers } });
}

export async function get(url: string, { key, headers = {}, method = 'GET' }: Call = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
  });
  return readAnswer(response);
}
