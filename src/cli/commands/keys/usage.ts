// `confere usage`: what each key asked in a month, what came of it, and how often each source was called in its name.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { toUnknownKey } from '../../../app/keys/manage-keys.ts';
import type { UsageReport } from '../../../app/usage/ports.ts';
import { countPossibleCalls, type PossibleCalls } from '../../../app/usage/possibly-billed.ts';
import { systemClock } from '../../../clock.ts';
import { loadConfig } from '../../../config.ts';
import { toSafeCell } from '../../../domain/csv-cell.ts';
import { toBrazilDay } from '../../../domain/dates/calendar.ts';
import { print, printJson, printTable } from '../../terminal.ts';

interface UsageOptions {
  readonly month?: string;
  readonly key?: string;
  readonly json?: boolean;
  readonly csv?: boolean;
}

export function addUsageCommand(program: Command): void {
  program
    .command('usage')
    .description('count verifications by key, operation and outcome, and calls by source')
    .option('--month <month>', 'such as 2026-11, in America/Sao_Paulo (default: this month)', parseMonth)
    .option('--key <id>', 'of one key alone')
    .addOption(new Option('--json', 'print JSON').conflicts('csv'))
    .option('--csv', 'print CSV')
    .addHelpText(
      'after',
      `
Examples:
  confere usage
  confere usage --month 2026-10 --csv > october.csv
  confere usage --key key_1a2b --json`,
    )
    .action(showUsage);
}

async function showUsage({ month, key, json, csv }: UsageOptions): Promise<void> {
  const { openVault } = await import('../../../compose/parts/vault.ts');
  const { findOpenIntents } = await import('../../../compose/commands/audit/open-intents.ts');
  const config = loadConfig();
  const vault = await openVault(config, systemClock);
  try {
    const shownMonth = month ?? toBrazilDay(systemClock.nowMs()).slice(0, 7);
    const names = new Map((await vault.manageKeys.list()).map(({ id, name }) => [id as string, name]));
    if (key !== undefined && !names.has(key)) {
      throw toUnknownKey();
    }
    const filter = { month: shownMonth, ...(key === undefined ? {} : { keyId: key }) };
    const possible = countPossibleCalls(await findOpenIntents(config), filter);
    const report: FullReport = { ...(await vault.usage.read(filter)), possible };
    if (json) printJson(toJson(report, shownMonth, names));
    else if (csv) for (const row of toRows(report, shownMonth, names)) print(row.map(toSafeCell).join(','));
    else printReport(report, shownMonth, names);
  } finally {
    await vault.close();
  }
}

type Names = ReadonlyMap<string, string>;

interface FullReport extends UsageReport {
  /** Of verifications that were begun and never recorded. */
  readonly possible: readonly PossibleCalls[];
}

function toJson({ requests, verifications, calls, possible }: FullReport, month: string, names: Names) {
  const toKey = (keyId: string) => ({ key_id: keyId, key_name: names.get(keyId) ?? null });
  return {
    month,
    requests: requests.map(({ keyId, count, lastAtMs }) => ({
      ...toKey(keyId),
      count,
      last_used_at: new Date(lastAtMs).toISOString(),
    })),
    verifications: verifications.map(({ keyId, operation, outcome, count }) => ({
      ...toKey(keyId),
      operation,
      outcome,
      count,
    })),
    calls: calls.map(({ keyId, source, count }) => ({ ...toKey(keyId), source, count })),
    possibly_billed: possible.map(({ keyId, source, count }) => ({ ...toKey(keyId), source, count })),
  };
}

function toRows({ requests, verifications, calls, possible }: FullReport, month: string, names: Names): unknown[][] {
  const toKey = (keyId: string) => [keyId, names.get(keyId)];
  return [
    ['month', 'what', 'key_id', 'key_name', 'operation', 'outcome', 'source', 'count'],
    ...requests.map(({ keyId, count }) => [month, 'requests', ...toKey(keyId), null, null, null, count]),
    ...verifications.map(({ keyId, operation, outcome, count }) => [
      month,
      'verifications',
      ...toKey(keyId),
      operation,
      outcome,
      null,
      count,
    ]),
    ...calls.map(({ keyId, source, count }) => [month, 'calls', ...toKey(keyId), null, null, source, count]),
    ...possible.map(({ keyId, source, count }) => [
      month,
      'possibly_billed',
      ...toKey(keyId),
      null,
      null,
      source,
      count,
    ]),
  ];
}

function printReport({ requests, verifications, calls, possible }: FullReport, month: string, names: Names): void {
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
      verifications.map(({ keyId, operation, outcome, count }) => [String(count), operation, outcome, toKey(keyId)]),
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
}

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('Write a month such as 2026-11.');
}
