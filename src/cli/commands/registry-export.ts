// `confere registry export`: lists of companies, all columns, as lines of JSON or as CSV.

import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExportFormat, exportFormats } from '../../app/companies/export-companies.ts';
import { systemClock } from '../../clock.ts';
import type { CompanyExport } from '../../compose/commands/company-export.ts';
import { loadConfig } from '../../config.ts';
import { filterConditions, parseRecordFilter } from '../../domain/record-filter.ts';
import { OperatorError } from '../../errors.ts';
import { createCountView, toBytes, toCount } from '../progress.ts';
import { withStopSignal } from '../stop-signal.ts';

interface ExportFlags {
  readonly where?: readonly string[];
  readonly format?: ExportFormat;
  readonly out?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

export function addExportCommand(registry: Command): void {
  registry
    .command('export')
    .description('write the records of companies, all columns, one on a line')
    .option('--where <conditions...>', 'only those for which all of these hold: NAME=VALUE, see below', collect)
    .addOption(new Option('--format <format>', 'default: by the name of the file, else ndjson').choices(exportFormats))
    .option('--out <file>', 'write to this file, which appears when it is whole (default: standard output)')
    .option('--force', 'replace the file if it is there')
    .option('--quiet', 'no progress')
    .addHelpText('after', toHelp())
    .action(exportRecords);
}

async function exportRecords(flags: ExportFlags): Promise<void> {
  const filter = parseRecordFilter(flags.where ?? []);
  if (filter.kind === 'invalid') throw new OperatorError(filter.message);
  const { out } = flags;
  if (out !== undefined && existsSync(out) && flags.force !== true) {
    throw new OperatorError(`${out} is there already. Give another name, or --force to replace it.`);
  }
  const format = flags.format ?? (out?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson');
  const { openCompanyExport } = await import('../../compose/commands/company-export.ts');
  const list = await openCompanyExport(loadConfig(), filter.value, format);
  const stopped =
    out === undefined
      ? 'The export was stopped; what was written is not whole.'
      : 'The export was stopped; no file was written.';
  const written = await withStopSignal(stopped, (signal) =>
    out === undefined
      ? writeTo(process.stdout, list, signal, flags.quiet === true)
      : writeFile(out, list, signal, flags.quiet === true),
  );
  const where = out === undefined ? '' : ` to ${out}`;
  process.stderr.write(
    `${toCount(written.records)} of ${toCount(list.establishments)} establishments as of ${list.dataAsOf}, ${toBytes(written.bytes)}, written${where}.\n`,
  );
}

interface Written {
  readonly records: number;
  readonly bytes: number;
}

/** Under another name until it is whole: half a list must not be taken for one. */
async function writeFile(out: string, list: CompanyExport, signal: AbortSignal, quiet: boolean): Promise<Written> {
  const partial = `${out}.part`;
  try {
    const file = createWriteStream(partial, { mode: 0o600, flush: true });
    const written = await writeTo(file, list, signal, quiet);
    file.end();
    await finished(file);
    renameSync(partial, out);
    return written;
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function writeTo(
  target: NodeJS.WritableStream,
  list: CompanyExport,
  signal: AbortSignal,
  quiet: boolean,
): Promise<Written> {
  const view = createCountView('written', quiet);
  let [records, bytes] = [0, 0];
  let fault: unknown;
  target.on('error', (error) => {
    fault = error;
  });
  try {
    for await (const piece of list.pieces) {
      signal.throwIfAborted();
      if (fault !== undefined) throw fault;
      if (!target.write(piece.text)) await drained(target);
      records += piece.records;
      bytes += Buffer.byteLength(piece.text);
      view.show({ count: records, nowMs: systemClock.monotonicMs() });
    }
  } finally {
    view.stop();
  }
  return { records, bytes };
}

function drained(target: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void) => () => {
      target.off('drain', onDrain);
      target.off('error', onError);
      done();
    };
    const onDrain = settle(resolve);
    const onError = (error: Error) => settle(() => reject(error))();
    target.once('drain', onDrain);
    target.once('error', onError);
  });
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  const parsed = parseRecordFilter([text]);
  if (parsed.kind === 'invalid') throw new InvalidArgumentError(parsed.message);
  return [...before, text];
}

function toHelp(): string {
  const width = Math.max(...Object.keys(filterConditions).map((name) => name.length));
  const conditions = Object.entries(filterConditions).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return `
Conditions (all must hold):
${conditions.join('\n')}

What is left out of records for the sake of people (companies.show_… in docs/company-record.md) is left out here, too.

Examples:
  confere registry export --out brasil.ndjson
  confere registry export --where uf=SP cnae=6201501,6202300 status=active --out software-sp.csv
  confere registry export --where municipio=3550308 opened=2024-01-01.. size=micro | gzip > new-in-sao-paulo.ndjson.gz`;
}
