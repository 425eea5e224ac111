// `confere audit …`: who asked about whom, proven. A CPF is typed at a prompt or on the standard input, never an argument:
// arguments stay in the shell's history and show in the list of processes.

import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { AuditFilter } from '../../../app/audit/ports.ts';
import type { AuditItem, OpenedItem } from '../../../app/audit/read/read-audit.ts';
import { type ShownVerification, showVerifications } from '../../../app/audit/read/show-record.ts';
import type { AuditContent } from '../../../app/audit/record.ts';
import { toTime } from '../../../app/keys/show-key.ts';
import { systemClock } from '../../../clock.ts';
import type { OperatorAudit } from '../../../compose/commands/audit/operator-audit.ts';
import { loadConfig } from '../../../config.ts';
import { parseCpf } from '../../../domain/numbers/cpf.ts';
import { type RiskLevel, riskLevels } from '../../../domain/risk/risk-policy.ts';
import { toSafeCell } from '../../../domain/rows/csv-cell.ts';
import { OperatorError } from '../../../errors.ts';
import { upTo } from '../../options/whole-number.ts';
import { openHiddenPrompt } from '../../terminal/hidden-prompt.ts';
import { openDataOutput, print, printFault, printJson, printTable } from '../../terminal/terminal.ts';
import { addProofCommands } from './proof.ts';
import { addReconcileCommand } from './reconcile.ts';
import { toScreeningJson, toScreeningLines } from './shown-screening.ts';
import { toSnakeCase } from './snake-case.ts';
import { parseTime } from './time.ts';

interface FilterOptions {
  readonly key?: string;
  readonly status?: string;
  readonly kind?: AuditContent['kind'];
  readonly risk?: RiskLevel;
  readonly reason?: string;
  readonly batch?: string;
  readonly from?: number;
  readonly to?: number;
  readonly cpf?: boolean;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('read, prove and export the record of who asked about whom');

  withFilters(audit.command('list').description('show records, newest first'))
    .option('--limit <n>', 'at most this many', upTo(10_000), 50)
    .option('--json', 'print JSON')
    .action((options: FilterOptions & { limit: number; json?: boolean }) =>
      withAudit(async (opened) => {
        const page = { order: 'newest', limit: options.limit } as const;
        const { things: items, lookedUntilMs } = await opened.read.list(await toFilter(options, opened), page);
        if (options.json) printJson(items.map(toItemJson));
        else if (items.length > 0)
          printTable(['TIME', 'WHAT', 'RESULT', 'SCORE', 'WHO', 'PURPOSE', 'REQUEST OR TARGET'], items.map(toCells));
        else if (lookedUntilMs === null) print('No records.');
        if (lookedUntilMs !== null) printFault(toLookedSentence(lookedUntilMs, items.length));
      }),
    );

  audit
    .command('show')
    .description('show the records of one request, with the decision repeated and its place in the chain')
    .argument('<request-id>', 'as in the answer and its Request-Id header')
    .option('--unmask', 'show the sealed evidence in clear; the audit always records that you looked')
    .option('--json', 'print JSON')
    .action((requestId: string, options: { unmask?: boolean; json?: boolean }) =>
      withAudit(async ({ read }) => {
        const items = await read.show(requestId);
        if (items.length === 0) throw new OperatorError('There is no record of that request.');
        const shown = showVerifications(items, false);
        const opened = items.map((item, index) => toOpenedJson(item, shown[index], options.unmask === true));
        const screenings = shown.map((record) => record?.screening);
        if (options.json)
          printJson(
            opened.map((item, index) => ({
              ...item,
              ...(screenings[index] && { screening: toScreeningJson(screenings[index]) }),
            })),
          );
        else for (const [index, item] of opened.entries()) printItem(item, screenings[index]);
      }),
    );

  withFilters(audit.command('export').description('write records, oldest first, for another system'))
    .addOption(new Option('--format <format>', 'of the output').choices(['ndjson', 'csv']).default('ndjson'))
    .option('--out <file>', 'a new file (default: the standard output)')
    .action((options: FilterOptions & { format: 'ndjson' | 'csv'; out?: string }) =>
      withAudit(async (opened) => {
        const filter = await toFilter(options, opened);
        await writeItems(opened.read.export(filter), options.format, options.out);
      }),
    );

  addProofCommands(audit);
  addReconcileCommand(audit);

  audit
    .command('replay')
    .description('repeat a recorded decision from its evidence and policy; say whether it is the same')
    .argument('<request-id>', 'as in the answer and its Request-Id header')
    .option('--json', 'print JSON')
    .action((requestId: string, options: { json?: boolean }) =>
      withAudit(async ({ read }) => {
        const items = await read.show(requestId);
        if (items.length === 0) throw new OperatorError('There is no record of that request.');
        const results = items.map(({ sequence, replay }) => ({
          sequence,
          result: replay.kind,
          ...(replay.kind === 'impossible' ? { reason: replay.reason } : {}),
        }));
        if (options.json) printJson(results);
        else
          for (const { sequence, result, reason } of results)
            print(`${sequence}: ${result}${reason ? `, since ${reason}` : ''}`);
        if (results.some(({ result }) => result !== 'same')) process.exitCode = 1;
      }),
    );
}

/** Records of the same millisecond may be on either side. */
function toLookedSentence(lookedUntilMs: number, found: number): string {
  const what = found === 0 ? 'No such record' : 'No further record';
  return (
    `${what} back to ${toTime(lookedUntilMs)}, where this search stopped. ` +
    `Add --to ${toTime(lookedUntilMs + 1)} to look further back, or use audit export to look through all records.`
  );
}

function withFilters(command: Command): Command {
  return command
    .option('--key <id>', 'by this API key')
    .option('--status <status>', 'with this result, such as verified or not_found')
    .addOption(
      new Option('--kind <kind>', 'of this kind').choices(['cpf', 'cnpj', 'company_record', 'screen', 'act', 'intent']),
    )
    .addOption(new Option('--risk <level>', 'of this risk').choices(riskLevels))
    .option('--reason <code>', 'decided with this reason; records without their evidence tell none')
    .option('--batch <id>', 'of the rows of this batch')
    .option('--from <time>', 'from this day (Brasília) or time on, such as 2026-11-01', parseTime)
    .option('--to <time>', 'before this day or time', parseTime)
    .option('--cpf', 'about one person: asks for the CPF, or reads it from the standard input');
}

async function withAudit(work: (opened: OperatorAudit) => Promise<void>): Promise<void> {
  const { openOperatorAudit } = await import('../../../compose/commands/audit/operator-audit.ts');
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock);
  await using opened = await openOperatorAudit(config, stores.secret);
  await work(opened);
}

async function toFilter(options: FilterOptions, { read }: OperatorAudit): Promise<AuditFilter> {
  const { key, status, kind, risk, reason, batch, from, to } = options;
  return {
    ...(key !== undefined && { keyId: key }),
    ...(status !== undefined && { status }),
    ...(kind !== undefined && { kind }),
    ...(risk !== undefined && { riskLevel: risk }),
    ...(reason !== undefined && { reason }),
    ...(batch !== undefined && { batchId: batch }),
    ...(from !== undefined && { fromMs: from }),
    ...(to !== undefined && { toMs: to }),
    ...(options.cpf && { subjects: read.toSubjects(await askForCpf()) }),
  };
}

export async function askForCpf() {
  using prompt = openHiddenPrompt();
  const parsed = parseCpf(await prompt.ask('CPF (not shown)'));
  if (parsed.kind === 'valid') return parsed.value;
  throw new OperatorError('That is not a valid CPF: write 11 digits, or 000.000.000-00.');
}

function toItemJson({ chain, sequence, hash, content, details }: AuditItem): object {
  if (content === null) return { chain, sequence, hash, purged: true };
  const { version: _version, atMs, ...fields } = content;
  return { chain, sequence, hash, at: toTime(atMs), ...toSnakeCase(fields), details };
}

function toOpenedJson(item: OpenedItem, shown: ShownVerification | undefined, isUnmasked: boolean): object {
  return {
    ...toItemJson(item),
    replay: item.replay.kind === 'impossible' ? item.replay : { kind: item.replay.kind },
    ...(shown?.coverage && { explanation: shown.coverage }),
    ...(isUnmasked && item.unmaskedDetails !== null ? { evidence: JSON.parse(item.unmaskedDetails) } : {}),
  };
}

function printItem(opened: object, screening: ShownVerification['screening']): void {
  const lines = screening === undefined ? [] : toScreeningLines(screening);
  for (const [name, value] of [...Object.entries(opened), ...lines]) {
    if (value === null) continue;
    print(`${name.padEnd(16)} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  }
  print('');
}

function toCells({ sequence, content }: AuditItem): string[] {
  if (content === null) return [`(record ${sequence} was purged)`];
  const { atMs, kind, status, score, keyId, actor, purpose, act, requestId, target } = content;
  const cells = [toTime(atMs), act ?? kind, status, score, keyId ?? actor, purpose, requestId ?? target];
  return cells.map((cell) => (cell === null ? '-' : String(cell)));
}

async function writeItems(
  items: AsyncIterable<AuditItem>,
  format: 'ndjson' | 'csv',
  file: string | undefined,
): Promise<void> {
  const target = file === undefined ? openDataOutput() : createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const failed = new Promise<never>((_, reject) => target.once('error', (error) => reject(toFileFault(error, file))));
  failed.catch(() => undefined);
  let count = 0;
  for await (const item of items) {
    const fields = toItemJson(item) as Record<string, unknown>;
    if (format === 'csv' && count === 0) target.write(`${csvColumns.join(',')}\n`);
    const line =
      format === 'ndjson' ? JSON.stringify(fields) : csvColumns.map((name) => toSafeCell(fields[name])).join(',');
    count++;
    if (!target.write(`${line}\n`))
      await Promise.race([new Promise((resolve) => target.once('drain', resolve)), failed]);
  }
  if (file === undefined) return;
  target.end();
  await Promise.race([finished(target), failed]);
  printFault(`${count} records in ${file}`);
}

const csvColumns = [
  'sequence',
  'at',
  'kind',
  'request_id',
  'key_id',
  'subject',
  'purpose',
  'status',
  'score',
  'risk_level',
  'policy_version',
  'policy_hash',
  'latency_ms',
  'act',
  'target',
  'actor',
  'batch_id',
  'hash',
  'chain',
] as const;

function toFileFault(error: NodeJS.ErrnoException, file: string | undefined): Error {
  if (error.code === 'EEXIST') return new OperatorError(`${file} exists; name a new file.`);
  return new OperatorError(`${file ?? 'The output'} cannot be written (${error.code}).`);
}
