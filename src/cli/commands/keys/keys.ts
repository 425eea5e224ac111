// `confere keys …`: API keys by the operator's hand. A key is shown once, when it is made.

import { type Command, Option } from 'commander';
import { openKeyBudgets, type ShownBudget } from '../../../app/budgets/key-budgets.ts';
import { eachKey } from '../../../app/keys/each-key.ts';
import type { LostChange, RememberedKeys } from '../../../app/keys/key-memory.ts';
import { type ManageKeys, toUnknownKey } from '../../../app/keys/manage-keys.ts';
import { withRecordedActs } from '../../../app/keys/record-key-acts.ts';
import { toKeyJson, toTime } from '../../../app/keys/show-key.ts';
import { toRateText } from '../../../app/keys/written-limits.ts';
import type { UsageStore } from '../../../app/usage/ports.ts';
import { systemClock } from '../../../clock.ts';
import type { Stores } from '../../../compose/parts/stores.ts';
import { type Config, loadConfig } from '../../../config.ts';
import { type KeyMode, type KeyRecord, keyModes, toKeyState } from '../../../domain/access/api-key.ts';
import { defaultScopes, type Scope, scopes } from '../../../domain/access/scopes.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { OperatorError } from '../../../errors.ts';
import { print, printFault, printJson, printJsonList, printLongTable, printTable } from '../../terminal/terminal.ts';
import { type KeyOptions, parseDuration, parseName, toKeyChanges, withKeyOptions } from './key-options.ts';
import { toBudgetText, toKeyLines } from './key-view.ts';

interface JsonOption {
  readonly json?: boolean;
}

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('create, show, change, rotate and revoke API keys');

  withKeyOptions(
    keys
      .command('create')
      .description('create a key and show it once')
      .requiredOption('--name <name>', 'what or whom the key is for', parseName)
      .addOption(
        new Option('--mode <mode>', 'test: sandbox · live: real sources').choices(keyModes).makeOptionMandatory(),
      )
      .addOption(
        new Option('--scope <scope...>', `what the key may do (default: ${defaultScopes.join(' ')})`).choices(scopes),
      ),
    ' (default: 600/min live, 6000/min test)',
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  confere keys create --name shop --mode test
  confere keys create --name shop --mode live --quota-day 10000 --network 203.0.113.0/24 --purpose credit --expires 1y

What the key may spend on sources stands under its id in key_budgets of the settings (docs/sources.md, Budgets).`,
    )
    .action((options: CreateOptions) => withKeys((manageKeys, config) => create(manageKeys, options, config)));

  keys
    .command('list')
    .description('show the keys, without their secrets')
    .option('--since-restore', 'only keys whose revocation or change this node saw and the database lacks')
    .option('--json', 'print JSON')
    .action(({ json, sinceRestore }: ListOptions) =>
      withKeys((manageKeys, _config, { keys }) =>
        sinceRestore ? listLost(keys, json === true) : list(manageKeys, json === true),
      ),
    );

  keys
    .command('show')
    .description('show one key: what it may do and how it is used')
    .argument('<id>', 'the id that `keys list` shows')
    .option('--json', 'print JSON')
    .action((id: string, { json }: JsonOption) =>
      withKeys((manageKeys, config, { usage }) => show(manageKeys, usage, { id, config, asJson: json === true })),
    );

  withKeyOptions(
    keys
      .command('update')
      .description('change a key; the change takes effect at once in every running service on this data directory')
      .argument('<id>', 'the id that `keys list` shows')
      .option('--name <name>', 'what or whom the key is for', parseName),
  )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Only what you name is changed. Examples:
  confere keys update key_1a2b --rate 1200/min --burst 50
  confere keys update key_1a2b --quota-day 10000 --quota-month unlimited
  confere keys update key_1a2b --network 203.0.113.0/24 2001:db8::/48
  confere keys update key_1a2b --network any --expires never --purpose none`,
    )
    .action((id: string, options: KeyOptions & JsonOption) =>
      withKeys((manageKeys, config) => update(manageKeys, id, options, config)),
    );

  keys
    .command('rotate')
    .description('give a key a new secret and show it once; the old one works until the overlap is over')
    .argument('<id>', 'the id that `keys list` shows')
    .requiredOption('--overlap <duration>', 'such as 24h; 0h ends every older secret now', parseDuration)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The id, the limits and the counts stay. Examples:
  confere keys rotate key_1a2b --overlap 24h   # time enough to put the new one in place
  confere keys rotate key_1a2b --overlap 0h    # the old one was seen by others`,
    )
    .action((id: string, options: RotateOptions) => withKeys((manageKeys) => rotate(manageKeys, id, options)));

  keys
    .command('revoke')
    .description('revoke a key at once, in every running service on this data directory')
    .argument('<id>', 'the id that `keys list` shows')
    .option('--confirm <id>', 'the id again; only the sandbox key needs this, because much depends on it')
    .option('--json', 'print JSON')
    .action((id: string, options: RevokeOptions) => withKeys((manageKeys) => revoke(manageKeys, id, options)));
}

interface ListOptions extends JsonOption {
  readonly sinceRestore?: boolean;
}

interface RevokeOptions extends JsonOption {
  readonly confirm?: string;
}

interface CreateOptions extends KeyOptions, JsonOption {
  readonly name: string;
  readonly mode: KeyMode;
  readonly scope?: readonly Scope[];
}

interface RotateOptions extends JsonOption {
  readonly overlap: number;
}

async function withKeys(
  work: (manageKeys: ManageKeys, config: Config, stores: Pick<Stores, 'keys' | 'usage'>) => Promise<void>,
): Promise<void> {
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const { recordAct, recordActIfPossible } = await import('../../../compose/commands/audit/operator-act.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock, {
    onDeaf: ({ nodes, waitMs }) => {
      const who = nodes === 1 ? 'One process' : `${nodes} processes`;
      printFault(`${who} cannot be told. Until it holds there too: at most ${Math.ceil(waitMs / 1000)} s.`);
    },
  });
  const manageKeys = withRecordedActs(stores.manageKeys, {
    record: (act, target) => recordAct(config, act, target),
    recordIfPossible: (act, target) => recordActIfPossible(config, act, target),
  });
  await work(manageKeys, config, stores);
}

const toContext = (config: Config) => ({ nowMs: systemClock.nowMs(), purposes: config['audit.purposes'] });
const toKeyJsonNow = (record: KeyRecord) => toKeyJson(record, systemClock.nowMs());

async function create(manageKeys: ManageKeys, options: CreateOptions, config: Config): Promise<void> {
  const { key, record } = await manageKeys.create({
    ...toKeyChanges(options, toContext(config)),
    name: options.name,
    mode: options.mode,
    ...(options.scope === undefined ? {} : { scopes: scopes.filter((scope) => options.scope?.includes(scope)) }),
  });
  if (options.json) {
    const { id, ...rest } = toKeyJsonNow(record);
    printJson({ id, key, ...rest });
    return;
  }
  print(key);
  const expiry = record.expiresAtMs === null ? 'never expires' : `expires ${toTime(record.expiresAtMs)}`;
  print('\nKeep it now: it is not shown again.');
  print(`Id ${record.id}, ${record.mode}, ${record.scopes.join(' ')}, ${toRateText(record.rate)}, ${expiry}.`);
}

/** A line fits into 100 columns; `keys show` and --json have the name and the scopes in full. */
const nameLengthMax = 26;

async function list(manageKeys: ManageKeys, asJson: boolean): Promise<void> {
  const nowMs = systemClock.nowMs();
  if (asJson) return printJsonList(mapEach(eachKey(manageKeys), toKeyJsonNow));
  const rows = mapEach(eachKey(manageKeys), (record) => [
    record.id,
    record.mode,
    toKeyState(record, nowMs),
    toRateText(record.rate),
    String(record.scopes.length),
    toTime(record.expiresAtMs)?.slice(0, 'YYYY-MM-DD'.length) ?? 'never',
    toShortName(record.name),
  ]);
  if (await printLongTable(['ID', 'MODE', 'STATE', 'RATE', 'SCOPES', 'EXPIRES', 'NAME'], rows)) return;
  print('No keys yet. Make one: confere keys create --name NAME --mode test');
}

function toShortName(name: string): string {
  const characters = [...name];
  return characters.length > nameLengthMax ? `${characters.slice(0, nameLengthMax - 1).join('')}…` : name;
}

async function* mapEach<From, To>(all: AsyncIterable<From>, change: (one: From) => To): AsyncGenerator<To> {
  for await (const one of all) yield change(one);
}

/** Lists the keys whose changes were lost when a database was restored from an older backup. */
async function listLost(keys: RememberedKeys, asJson: boolean): Promise<void> {
  const lost: (LostChange & { readonly record: KeyRecord })[] = [];
  for (const change of await keys.listLost()) {
    const found = await keys.find(change.id);
    if (found !== undefined) lost.push({ ...change, record: found.record });
  }
  if (asJson)
    return printJson(
      lost.map((one) => ({ ...toKeyJsonNow(one.record), lost: one.lost, seen_at: toTime(one.seenAtMs) })),
    );
  if (lost.length === 0) return print('The database knows of every change of a key that this node has seen.');
  printTable(
    ['ID', 'LOST', 'SEEN', 'NAME'],
    lost.map(({ id, lost: what, seenAtMs, record }) => [id, what, toTime(seenAtMs) ?? '', record.name]),
  );
  print('\nThese keys are good again as they were before. Revoke again: confere keys revoke ID');
  print('Where only a change was lost, make it again: confere keys update ID, confere keys rotate ID');
}

async function show(
  manageKeys: ManageKeys,
  usage: UsageStore,
  { id, config, asJson }: { readonly id: string; readonly config: Config; readonly asJson: boolean },
): Promise<void> {
  const found = await manageKeys.find(id);
  if (found === undefined) throw toUnknownKey();
  const { record } = found;
  const nowMs = systemClock.nowMs();
  const replaced = found.replacedUntilMs.filter((untilMs) => untilMs > nowMs).map((untilMs) => toTime(untilMs));
  const used = await usage.countRequests(record.id, toBrazilDay(nowMs));
  const lastUsed = toTime((await usage.findLastUsedMs(record.id)) ?? null);
  const budgets = await readBudgets(record, usage, config);
  if (asJson) {
    const counts = { last_used_at: lastUsed, requests_today: used.day, requests_this_month: used.month };
    printJson({ ...toKeyJsonNow(record), older_secrets_until: replaced, ...counts, budgets });
    return;
  }
  const lines = [...toKeyLines(record, nowMs)];
  for (const until of replaced) lines.push(['Older secret', `works until ${until}`]);
  for (const budget of budgets) lines.push(['Budget', toBudgetText(budget)]);
  if (budgets.length === 0) lines.push(['Budget', 'none in key_budgets of the settings']);
  lines.push(['Last used', lastUsed ?? 'never'], ['Requests', `${used.day} today, ${used.month} this month`]);
  for (const [what, value] of lines) print(`${what.padEnd(14)} ${value}`);
}

async function readBudgets({ id }: KeyRecord, usage: UsageStore, config: Config): Promise<readonly ShownBudget[]> {
  const { loadKeyBudgets, loadPrices } = await import('../../../compose/commands/sources.ts');
  const budgets = await loadKeyBudgets(config.file?.path);
  if (!budgets.has(id)) return [];
  const prices = await loadPrices(config.file?.path);
  return (await openKeyBudgets(budgets, { usage, prices, nowMs: systemClock.nowMs() }))(id);
}

async function update(
  manageKeys: ManageKeys,
  id: string,
  options: KeyOptions & JsonOption,
  config: Config,
): Promise<void> {
  const changes = toKeyChanges(options, toContext(config));
  if (Object.keys(changes).length === 0) {
    throw new OperatorError('Say what to change, such as --rate 1200/min. See: confere keys update --help');
  }
  const record = await manageKeys.update(id, changes);
  if (options.json) printJson(toKeyJsonNow(record));
  else print(`Changed ${id}. See: confere keys show ${id}`);
}

async function rotate(manageKeys: ManageKeys, id: string, { overlap, json }: RotateOptions): Promise<void> {
  const nowMs = systemClock.nowMs();
  const { key, record } = await manageKeys.rotate(id, overlap);
  const until = overlap === 0 ? null : toTime(nowMs + overlap);
  if (json) {
    const { id: shown, ...rest } = toKeyJsonNow(record);
    printJson({ id: shown, key, older_secrets_until: until, ...rest });
    return;
  }
  print(key);
  print('\nKeep it now: it is not shown again.');
  print(until === null ? 'Older secrets of this key have ended.' : `The one before it works until ${until}.`);
}

async function revoke(manageKeys: ManageKeys, id: string, { confirm, json }: RevokeOptions): Promise<void> {
  const outcome = await manageKeys.revoke(id, confirm);
  if (outcome === 'unknown') throw toUnknownKey();
  if (json) {
    const found = await manageKeys.find(id);
    printJson(found === undefined ? { id, state: 'revoked' } : toKeyJsonNow(found.record));
    return;
  }
  print(outcome === 'revoked' ? `Revoked ${id}.` : `${id} was revoked before.`);
}
