// Where Redis or Valkey is, from one line of text: one server, a group watched by Sentinels, or a cluster. No fault repeats the text:
// it holds a password.

import { readFileSync } from 'node:fs';
import { OperatorError } from '../../errors.ts';

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

export interface RedisAddress {
  readonly kind: 'single' | 'sentinel' | 'cluster';
  readonly hosts: readonly [RedisHost, ...RedisHost[]];
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** `group` is the name that the Sentinels give the group. The value is empty if there are none. */
  readonly group: string;
  /** Tells whether the Sentinels require the same name and password. */
  readonly hasSentinelPassword: boolean;
  readonly database: number;
  /** The value is undefined if the connection is not encrypted. */
  readonly tls: RedisTls | undefined;
  /** Every name begins with this prefix, because several installations may share one server. */
  readonly prefix: string;
}

export interface RedisTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const form =
  'must be redis://HOST:PORT, rediss://… for TLS, redis+sentinel://HOST:PORT,HOST:PORT/GROUP or redis+cluster://HOST:PORT,HOST:PORT';
const defaultPorts = { single: 6379, sentinel: 26_379, cluster: 6379 } as const;
const knownParameters = ['ca_file', 'cert_file', 'key_file', 'prefix', 'sentinel_auth'];

/** Throws an OperatorError, without a word of the text. */
export function parseRedisAddress(text: string): RedisAddress {
  const match = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^/?]+)(\/[^?]*)?(?:\?(.*))?$/i.exec(
    text.trim(),
  );
  if (match === null) throw fault(form);
  const [, scheme = '', layout = 'single', credentials, list = '', path = '', query = ''] = match;
  const kind = layout.toLowerCase() as RedisAddress['kind'];
  const hosts = list.split(',').map((one) => parseHost(one, defaultPorts[kind]));
  if (kind === 'single' && hosts.length > 1) throw fault(`names several servers without a word which: ${form}`);
  const parameters = parseParameters(query);
  const segments = path.split('/').filter((segment) => segment !== '');
  const group = kind === 'sentinel' ? (segments.shift() ?? '') : '';
  if (kind === 'sentinel' && group === '') throw fault('must name the group after the Sentinels: …/GROUP');
  const [database = '0', ...more] = segments;
  if (more.length > 0 || !/^\d{1,4}$/.test(database) || (kind === 'cluster' && database !== '0'))
    throw fault('has something after the servers that is no number of a database (a cluster has only one)');
  const [username, password] = parseCredentials(credentials);
  return {
    kind,
    hosts: hosts as [RedisHost, ...RedisHost[]],
    username,
    password,
    group,
    hasSentinelPassword: parameters.get('sentinel_auth') === 'same',
    database: Number(database),
    tls: scheme.toLowerCase() === 'rediss' ? readTls(parameters) : undefined,
    prefix: parameters.get('prefix') ?? 'confere',
  };
}

/** Returns the address for messages: its location, and no credentials. */
export function toShownAddress({ kind, hosts, group }: RedisAddress): string {
  const list = hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  return kind === 'sentinel' ? `${group} by the Sentinels ${list}` : list;
}

function parseHost(text: string, portDefault: number): RedisHost {
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  if (host === '' || Number(port ?? 1) > 65_535) throw fault(form);
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? portDefault : Number(port) };
}

function parseCredentials(text: string | undefined): [username: string | undefined, password: string | undefined] {
  if (text === undefined) return [undefined, undefined];
  const [name = '', ...rest] = text.split(':');
  try {
    const [username, password] = [decodeURIComponent(name), decodeURIComponent(rest.join(':'))];
    return [username === '' ? undefined : username, password === '' ? undefined : password];
  } catch {
    throw fault('has a name or a password in which a % is not written as %25');
  }
}

function parseParameters(query: string): URLSearchParams {
  const parameters = new URLSearchParams(query);
  for (const name of parameters.keys()) {
    if (!knownParameters.includes(name)) throw fault(`may have only these after the ?: ${knownParameters.join(', ')}`);
  }
  if (!/^[\w-]{1,32}$/.test(parameters.get('prefix') ?? 'confere'))
    throw fault('has a prefix that is not 1 to 32 letters, digits, - or _');
  return parameters;
}

function readTls(parameters: URLSearchParams): RedisTls {
  const read = (name: string): string | undefined => {
    const path = parameters.get(name);
    if (path === null) return undefined;
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      throw fault(`names a file that cannot be read: ${name} (${(error as NodeJS.ErrnoException).code})`);
    }
  };
  const [ca, cert, key] = [read('ca_file'), read('cert_file'), read('key_file')];
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

function fault(what: string): OperatorError {
  return new OperatorError(`The setting counters ${what}.`);
}
