// Reads `postgres://user:password@host:5432,other:5432/database?sslmode=verify-full&sslrootcert=FILE`, the form that libpq has.
// No fault ever repeats the address: it may hold a password.

import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { OperatorError } from '../../errors.ts';

export interface PostgresHost {
  readonly host: string;
  readonly port: number;
}

export interface PostgresAddress {
  /** More than one where a standby may take over; the one that takes writes is found by asking. */
  readonly hosts: readonly PostgresHost[];
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** The value is false if the connection is not encrypted. */
  readonly tls: ConnectionOptions | false;
}

const knownParameters = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'target_session_attrs'];
/** libpq uses these names for the server that Confere always requires. A server of another kind is of no use. */
const writable = ['read-write', 'primary'];
const form = 'postgres://USER:PASSWORD@HOST:5432/DATABASE?sslmode=verify-full&sslrootcert=FILE';

export function parsePostgresAddress(text: string): PostgresAddress {
  const match = /^postgres(?:ql)?:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]*)\/([^/?]+)(?:\?(.*))?$/.exec(text);
  if (match === null) throw new OperatorError(`store is no address of a PostgreSQL. Write it as ${form}`);
  const [, user = '', password, hostList = '', database = '', query = ''] = match;
  if (user === '') throw new OperatorError(`store names no user. Write it as ${form}`);
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => !knownParameters.includes(name));
  if (unknown !== undefined) {
    throw new OperatorError(`store has a parameter that is not known here. Known are: ${knownParameters.join(', ')}`);
  }
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !writable.includes(wanted)) {
    throw new OperatorError(
      `store asks for a server that need not take writes. Leave target_session_attrs out, or set it to one of: ${writable.join(', ')}`,
    );
  }
  const socket = parameters.get('host');
  const hosts = socket === null ? hostList.split(',').map(parseHost) : [{ host: socket, port: 5432 }];
  return {
    hosts,
    user: decode(user),
    password: password === undefined ? undefined : decode(password),
    database: decode(database),
    tls: readTls(parameters, hosts),
  };
}

/** Reads the current address from the file. If the file is unreadable during its replacement, the function returns the known address. */
export function readPostgresAddress(known: string, file: string | undefined): PostgresAddress {
  if (file === undefined) return parsePostgresAddress(known);
  try {
    return parsePostgresAddress(readFileSync(file, 'utf8').trim());
  } catch {
    return parsePostgresAddress(known);
  }
}

/** Describes the server and the database for people, without a user name or a password. */
export function describePostgresAddress({ hosts, database }: PostgresAddress): string {
  return `${database} at ${hosts.map(({ host, port }) => `${host}:${port}`).join(', ')}`;
}

function parseHost(text: string): PostgresHost {
  const match = /^(\[[0-9a-fA-F:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[2] ?? 5432);
  if (match === null || port < 1 || port > 65_535) {
    throw new OperatorError(`store names a host that cannot be read. Write it as ${form}`);
  }
  return { host: (match[1] as string).replace(/^\[|\]$/g, ''), port };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new OperatorError(
      'store holds a % that is not followed by two hexadecimal digits. Write a literal % as %25.',
    );
  }
}

/** Every mode but `disable` checks the certificate and its name. Encryption to an unverified server would protect no connection. */
function readTls(parameters: URLSearchParams, hosts: readonly PostgresHost[]): ConnectionOptions | false {
  const mode = parameters.get('sslmode');
  const isLocal = hosts.every(({ host }) => host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host));
  if (mode === 'disable' || (mode === null && isLocal)) return false;
  if (mode === null) {
    throw new OperatorError(
      'store would send keys and records unencrypted. Add sslmode=verify-full, or sslmode=disable where the network is your own.',
    );
  }
  if (mode !== 'verify-full' && mode !== 'verify-ca' && mode !== 'require') {
    throw new OperatorError(
      'store has an sslmode that is not known here. Known are: verify-full, verify-ca, require, disable',
    );
  }
  return {
    ...readPem(parameters, 'sslrootcert', 'ca'),
    ...readPem(parameters, 'sslcert', 'cert'),
    ...readPem(parameters, 'sslkey', 'key'),
    // libpq's verify-ca takes any name that the authority has signed.
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

function readPem(parameters: URLSearchParams, parameter: string, option: 'ca' | 'cert' | 'key'): ConnectionOptions {
  const file = parameters.get(parameter);
  if (file === null) return {};
  try {
    return { [option]: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new OperatorError(
      `The file in ${parameter} of store cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
