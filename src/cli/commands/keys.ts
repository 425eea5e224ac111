// `confere keys …`: API keys by the operator's hand. A key is shown once, when it is made.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { withRecordedActs } from '../../app/audit/record-key-acts.ts';
import type { ManageKeys } from '../../app/manage-keys.ts';
import { systemClock } from '../../clock.ts';
import { loadConfig } from '../../config.ts';
import {
  defaultScopes,
  type KeyMode,
  type KeyRecord,
  keyModes,
  type RateLimit,
  type Scope,
  scopes,
} from '../../domain/api-key.ts';
import { OperatorError } from '../../errors.ts';
import { print, printJson, printTable } from '../terminal.ts';

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('create, list and revoke API keys');

  keys
    .command('create')
    .description('make a key and show it, once')
    .requiredOption('--name <name>', 'what or whom the key is for', parseName)
    .addOption(
      new Option('--mode <mode>', 'test: sandbox · live: real sources').choices(keyModes).makeOptionMandatory(),
    )
    .addOption(
      new Option('--scope <scope...>', `what the key may do (default: ${defaultScopes.join(' ')})`).choices(scopes),
    )
    .option('--expires <duration>', 'such as 90d, 12h or 1y (default: never)', parseDuration)
    .option('--rate <rate>', 'such as 600/min, or unlimited (default: 600/min live, 6000/min test)', parseRate)
    .option('--json', 'print JSON')
    .action((options: CreateOptions) => withKeys((manageKeys) => create(manageKeys, options)));

  keys
    .command('list')
    .description('show the keys, without their secrets')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => withKeys((manageKeys) => list(manageKeys, options.json === true)));

  keys
    .command('revoke')
    .description('end a key at once, in every running service on this data directory')
    .argument('<id>', 'the id that `keys list` shows')
    .option('--json', 'print JSON')
    .action((id: string, { json }: { json?: boolean }) =>
      withKeys((manageKeys) => revoke(manageKeys, id, json === true)),
    );
}

interface CreateOptions {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scope?: readonly Scope[];
  readonly expires?: number;
  readonly rate?: RateLimit | 'unlimited';
  readonly json?: boolean;
}

async function withKeys(work: (manageKeys: ManageKeys) => Promise<void>): Promise<void> {
  const { openVault } = await import('../../compose/vault.ts');
  const { recordAct, recordActIfPossible } = await import('../../compose/operator-act.ts');
  const config = loadConfig();
  const vault = await openVault(config, systemClock);
  try {
    await work(
      withRecordedActs(vault.manageKeys, {
        record: (act, target) => recordAct(config, act, target),
        recordIfPossible: (act, target) => recordActIfPossible(config, act, target),
      }),
    );
  } finally {
    await vault.close();
  }
}

async function create(manageKeys: ManageKeys, options: CreateOptions): Promise<void> {
  const { key, record } = await manageKeys.create({
    name: options.name,
    mode: options.mode,
    expiresAtMs: options.expires === undefined ? null : systemClock.nowMs() + options.expires,
    ...(options.scope === undefined ? {} : { scopes: scopes.filter((scope) => options.scope?.includes(scope)) }),
    ...(options.rate === undefined ? {} : { rate: options.rate === 'unlimited' ? null : options.rate }),
  });
  if (options.json) {
    const { id, ...rest } = toJson(record);
    printJson({ id, key, ...rest });
    return;
  }
  print(key);
  const expiry = record.expiresAtMs === null ? 'never expires' : `expires ${toTime(record.expiresAtMs)}`;
  print('\nKeep it now: it is not shown again.');
  print(`Id ${record.id}, ${record.mode}, ${record.scopes.join(' ')}, ${toRate(record.rate)}, ${expiry}.`);
}

async function list(manageKeys: ManageKeys, asJson: boolean): Promise<void> {
  const records = await manageKeys.list();
  if (asJson) {
    printJson(records.map(toJson));
    return;
  }
  if (records.length === 0) print('No keys yet. Make one: confere keys create --name NAME --mode test');
  else {
    printTable(
      ['ID', 'MODE', 'STATE', 'RATE', 'SCOPES', 'EXPIRES', 'NAME'],
      records.map((record) => [
        record.id,
        record.mode,
        toState(record),
        toRate(record.rate),
        record.scopes.join(' '),
        toTime(record.expiresAtMs) ?? 'never',
        record.name,
      ]),
    );
  }
}

async function revoke(manageKeys: ManageKeys, id: string, asJson: boolean): Promise<void> {
  const outcome = await manageKeys.revoke(id);
  if (outcome === 'unknown') throw new OperatorError('There is no key with that id. See: confere keys list', 1);
  if (asJson) {
    const record = (await manageKeys.list()).find((candidate) => candidate.id === id);
    printJson(record === undefined ? { id, state: 'revoked' } : toJson(record));
    return;
  }
  print(outcome === 'revoked' ? `Revoked ${id}.` : `${id} was revoked before.`);
}

/** One form for every command that shows a key; the key itself is only ever in what `create` prints. */
function toJson(record: KeyRecord) {
  return {
    id: record.id,
    name: record.name,
    mode: record.mode,
    scopes: record.scopes,
    rate: toRate(record.rate),
    state: toState(record),
    created_at: toTime(record.createdAtMs),
    expires_at: toTime(record.expiresAtMs),
    revoked_at: toTime(record.revokedAtMs),
  };
}

function toState(record: KeyRecord): 'active' | 'revoked' | 'expired' {
  if (record.revokedAtMs !== null) return 'revoked';
  return record.expiresAtMs !== null && record.expiresAtMs <= systemClock.nowMs() ? 'expired' : 'active';
}

const windowNames = new Map([
  [1, 's'],
  [60, 'min'],
  [3_600, 'h'],
  [86_400, 'd'],
]);

function toRate(rate: RateLimit | null): string {
  return rate === null
    ? 'unlimited'
    : `${rate.requests}/${windowNames.get(rate.windowSeconds) ?? `${rate.windowSeconds}s`}`;
}

function toTime(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}

function parseName(text: string): string {
  const name = text.trim();
  if (name.length < 1 || name.length > 100 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('Give 1 to 100 printable characters.');
  }
  return name;
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, y: 365 * 86_400_000 } as const;

function parseDuration(text: string): number {
  const match = /^([1-9]\d{0,4})([mhdy])$/.exec(text);
  if (match === null) throw new InvalidArgumentError('Write a number and m, h, d or y, such as 90d.');
  return Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}

function parseRate(text: string): RateLimit | 'unlimited' {
  if (text === 'unlimited') return text;
  const match = /^([1-9]\d{0,8})\/(s|min|h|d)$/.exec(text);
  const window = [...windowNames].find(([, name]) => name === match?.[2]);
  if (match === null || window === undefined) {
    throw new InvalidArgumentError('Write requests per s, min, h or d, such as 600/min, or: unlimited.');
  }
  return { requests: Number(match[1]), windowSeconds: window[0] };
}
