// `confere registry export`: lists of companies, all columns, as lines of JSON or as CSV.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ExportFormat, exportFormats } from '../../../app/companies/export-companies.ts';
import { loadConfig } from '../../../config.ts';
import { filterConditions, parseRecordFilter } from '../../../domain/company/record-filter.ts';
import { OperatorError } from '../../../errors.ts';
import { formatBytes, toCount } from '../../terminal/progress.ts';
import { printFault } from '../../terminal/terminal.ts';
import { refuseExisting, writeList } from '../../terminal/written-list.ts';

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
    .option('--out <file>', 'write to this file, which appears when it is complete (default: standard output)')
    .option('--force', 'replace the file if it is there')
    .option('--quiet', 'no progress')
    .addHelpText('after', toHelp())
    .action(exportRecords);
}

async function exportRecords(flags: ExportFlags): Promise<void> {
  const filter = parseRecordFilter(flags.where ?? []);
  if (filter.kind === 'invalid') throw new OperatorError(filter.message);
  const { out } = flags;
  refuseExisting(out, flags.force === true);
  const format = flags.format ?? (out?.toLowerCase().endsWith('.csv') ? 'csv' : 'ndjson');
  const { openCompanyExport } = await import('../../../compose/commands/registry/export.ts');
  const list = await openCompanyExport(loadConfig(), filter.value, format);
  const written = await writeList({ pieces: list.pieces, out, what: 'The export', quiet: flags.quiet === true });
  const where = out === undefined ? '' : ` to ${out}`;
  printFault(
    `${toCount(written.records)} of ${toCount(list.establishments)} establishments as of ${list.dataAsOf}, ${formatBytes(written.bytes)}, written${where}.`,
  );
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
