// `confere usage`: what each key asked in a month, the results, how often each source was called in its name, and what that cost.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { toUnknownKey } from '../../../app/keys/manage-keys.ts';
import { countOutcomes, readCallCosts } from '../../../app/usage/call-costs.ts';
import type { UsageReport } from '../../../app/usage/ports.ts';
import { countPossibleCalls, type PossibleCalls } from '../../../app/usage/possibly-billed.ts';
import { showMoney } from '../../../app/usage/show-costs.ts';
import { systemClock } from '../../../clock.ts';
import { loadConfig } from '../../../config.ts';
import { isMonth, toBrazilDay } from '../../../domain/dates/calendar.ts';
import { toSafeCell } from '../../../domain/rows/csv-cell.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';
import { type CostReport, printCosts, toCostJson } from './usage-costs.ts';

interface UsageOptions {
  readonly month?: string;
  readonly key?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

export function addUsageCommand(program: Command): void {
  program
    .command('usage')
    .description('count verifications by key, operation and outcome, and calls by source with what they cost')
    .option('--month <month>', 'such as 2026-11, in America/Sao_Paulo (default: this month)', parseMonth)
    .option('--key <id>', 'only this key')
    .addOption(new Option('--json', 'print JSON').conflicts('csv'))
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      `
Examples:
  confere usage
  confere usage --month 2026-10 --csv > october.csv
  confere usage --key key_1a2b --json

Reais are there once a source has a price in the file of settings (docs/sources.md, Prices).`,
    )
    .action(showUsage);
}

async function showUsage({ month, key, json, csv }: UsageOptions): Promise<void> {
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const { loadPrices } = await import('../../../compose/commands/sources.ts');
  const { findOpenIntents } = await import('../../../compose/commands/audit/open-intents.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock);
  const shownMonth = month ?? toBrazilDay(systemClock.nowMs()).slice(0, 7);
  if (key !== undefined && (await stores.keys.find(key)) === undefined) throw toUnknownKey();
  const filter = { month: shownMonth, ...(key === undefined ? {} : { keyId: key }) };
  const prices = await loadPrices(config.file?.path);
  const possible = countPossibleCalls(await findOpenIntents(config, stores.secret), filter, prices);
  const counted = await stores.usage.read(filter);
  const costs = prices.size === 0 ? null : await readCallCosts(stores.usage, { prices, ...filter });
  const report: FullReport = { ...counted, possible, costs };
  const counts = [...counted.requests, ...counted.verifications, ...counted.calls, ...possible];
  const names = await stores.keys.findNames([...new Set(counts.map(({ keyId }) => keyId))]);
  if (json) printJson(toReportJson(report, shownMonth, names));
  else if (csv) for (const row of toRows(report, shownMonth, names)) print(row.map(toSafeCell).join(','));
  else printReport(report, shownMonth, names);
}

type Names = ReadonlyMap<string, string>;

interface FullReport extends UsageReport {
  /** `possible` lists the calls of verifications that began and were never recorded. */
  readonly possible: readonly PossibleCalls[];
  /** The value is null if no source has a price. */
  readonly costs: CostReport['costs'] | null;
}

function toReportJson({ requests, verifications, calls, possible, costs }: FullReport, month: string, names: Names) {
  const toKey = (keyId: string) => ({ key_id: keyId, key_name: names.get(keyId) ?? null });
  return {
    month,
    requests: requests.map(({ keyId, count, lastAtMs }) => ({
      ...toKey(keyId),
      count,
      last_used_at: new Date(lastAtMs).toISOString(),
    })),
    verifications: countOutcomes(verifications).map(({ keyId, operation, outcome, count }) => ({
      ...toKey(keyId),
      operation,
      outcome,
      count,
    })),
    calls: calls.map(({ keyId, source, count }) => ({ ...toKey(keyId), source, count })),
    possibly_billed: possible.map(({ keyId, source, count }) => ({ ...toKey(keyId), source, count })),
    ...(costs && { costs: toCostJson({ costs, verifications, possible }, toKey) }),
  };
}

const head = ['month', 'what', 'key_id', 'key_name', 'operation', 'outcome', 'source', 'count'];
const costHead = ['purpose', 'reais'];

function toRows(report: FullReport, month: string, names: Names): unknown[][] {
  const { requests, verifications, calls, possible, costs } = report;
  const toKey = (keyId: string) => [keyId, names.get(keyId)];
  const counted = [
    ...requests.map(({ keyId, count }) => [month, 'requests', ...toKey(keyId), null, null, null, count]),
    ...countOutcomes(verifications).map(({ keyId, operation, outcome, count }) => [
      month,
      'verifications',
      ...toKey(keyId),
      operation,
      outcome,
      null,
      count,
    ]),
    ...calls.map(({ keyId, source, count }) => [month, 'calls', ...toKey(keyId), null, null, source, count]),
  ];
  const toPossible = ({ keyId, source, count }: PossibleCalls) => {
    return [month, 'possibly_billed', ...toKey(keyId), null, null, source, count];
  };
  if (costs === null) return [head, ...counted, ...possible.map(toPossible)];
  return [
    [...head, ...costHead],
    ...counted.map((row) => [...row, null, null]),
    ...costs.map(({ keyId, source, outcome, purpose, count, cost }) => [
      ...[month, 'costs', ...toKey(keyId), null, outcome, source, count, purpose],
      showMoney(cost),
    ]),
    ...possible.map((each) => [...toPossible(each), null, showMoney(each.cost)]),
  ];
}

function printReport(report: FullReport, month: string, names: Names): void {
  const { requests, verifications, calls, possible, costs } = report;
  if (requests.length + verifications.length + calls.length + possible.length === 0) {
    print(`Nothing was asked in ${month}.`);
    return;
  }
  const toKey = (keyId: string) => `${keyId} ${names.get(keyId) ?? ''}`;
  print(`Requests in ${month}, refused ones included:\n`);
  printTable(
    ['COUNT', 'KEY'],
    requests.map(({ keyId, count }) => [String(count), toKey(keyId)]),
  );
  if (verifications.length > 0) {
    print('\nVerifications:\n');
    printTable(
      ['COUNT', 'OPERATION', 'OUTCOME', 'KEY'],
      countOutcomes(verifications).map(({ keyId, operation, outcome, count }) => [
        String(count),
        operation,
        outcome,
        toKey(keyId),
      ]),
    );
  }
  if (calls.length > 0) {
    print('\nCalls to sources:\n');
    printTable(
      ['COUNT', 'SOURCE', 'KEY'],
      calls.map(({ keyId, source, count }) => [String(count), source, toKey(keyId)]),
    );
  }
  if (possible.length > 0) {
    print(
      '\nPossibly billed, by verifications that were begun and never recorded (confere audit verify lists them):\n',
    );
    printTable(
      ['COUNT', 'SOURCE', 'KEY'],
      possible.map(({ keyId, source, count }) => [String(count), source, toKey(keyId)]),
    );
  }
  if (costs !== null) printCosts({ ...report, costs }, toKey);
}

function parseMonth(text: string): string {
  if (isMonth(text)) return text;
  throw new InvalidArgumentError('Write a month such as 2026-11.');
}
