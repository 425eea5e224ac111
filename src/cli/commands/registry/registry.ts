// `confere registry …`: imports the Receita Federal's files, shows what is live, goes back, checks.

import { type Command, InvalidArgumentError } from 'commander';
import type { ImportedSnapshot } from '../../../app/registry/import-registry.ts';
import { type JudgementName, judgementNames } from '../../../app/registry/judge-draft.ts';
import type { RecordsInfo } from '../../../app/registry/registry-snapshot.ts';
import type { RegistryTools } from '../../../compose/commands/registry/registry.ts';
import { loadConfig } from '../../../config.ts';
import { addForceOption, describeOverridden, type ForceFlag } from '../../options/force-option.ts';
import { createImportView, createShareView, formatBytes, toCount } from '../../terminal/progress.ts';
import { withStopSignal } from '../../terminal/stop-signal.ts';
import { print, printJson, printTable } from '../../terminal/terminal.ts';
import { loadImportConfig } from '../import-home.ts';

/** The command shows at most this many codes of each table. The manifest and `--json` contain all of them. */
const codesShown = 10;

type Status = ReturnType<RegistryTools['status']>;
type SnapshotStatus = NonNullable<Status['live']>;

interface ImportFlags extends ForceFlag<JudgementName> {
  readonly maxRejectedShare?: number;
  readonly factsOnly?: boolean;
  readonly municipalities?: string;
  readonly json?: boolean;
}

export function addRegistryCommands(program: Command): Command {
  const registry = program.command('registry').description('load the company registry and see what is live');

  addForceOption(registry.command('import'), judgementNames)
    .description("build a new snapshot from the Receita Federal's monthly files, check it and switch to it")
    .argument(
      '<path...>',
      'a folder or the files, zipped or extracted: Empresas*, Estabelecimentos*, Simples, Socios*, and the tables',
    )
    .option('--max-rejected-share <share>', 'largest accepted share of unreadable rows (default: 0.0001)', parseShare)
    .option('--facts-only', 'leave out the whole records: only the data for verification, in half the space')
    .option(
      '--municipalities <file>',
      "other IBGE codes than the shipped ones: the Receita's municipios.csv or the Tesouro's tabmun.csv",
    )
    .option('--json', 'print the result as JSON, and no progress')
    .action(importDump);

  registry
    .command('status')
    .description('show the live and the previous snapshot and what the last import did')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => printStatus((await openTools()).status(), json === true));

  registry
    .command('rollback')
    .description('check the previous snapshot and make it live again; running services follow within a second')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => printStatus(await (await openTools()).rollBack(), json === true));

  registry
    .command('release')
    .description('end the hold of a rollback, so that the next `registry update` imports a newer month')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => printStatus(await (await openTools()).release(), json === true));

  registry
    .command('verify')
    .description('read the whole live snapshot and say whether it is intact')
    .option('--json', 'print JSON, and no progress')
    .action(async ({ json }: { json?: boolean }) => {
      const view = createShareView('verifying', json === true);
      try {
        printStatus((await openTools()).verify(view.show), json === true);
      } finally {
        view.stop();
      }
    });

  return registry;
}

async function openTools(config = loadConfig()): Promise<RegistryTools> {
  const { openRegistryTools } = await import('../../../compose/commands/registry/registry.ts');
  return openRegistryTools(config);
}

async function importDump(paths: string[], flags: ImportFlags): Promise<void> {
  const tools = await openTools(await loadImportConfig());
  const view = createImportView(flags.json === true);
  const stopped = 'The import was stopped: nothing was published, and the live snapshot stays in use.';
  const snapshot = await withStopSignal(stopped, (signal) =>
    tools
      .importDump({
        paths,
        rejectedShareMax: flags.maxRejectedShare,
        overridden: flags.force ?? [],
        signal,
        onProgress: view.show,
        factsOnly: flags.factsOnly === true,
        municipalitiesFile: flags.municipalities,
      })
      .finally(view.stop),
  );
  printImported(snapshot, flags.json === true);
}

function printImported(snapshot: ImportedSnapshot, asJson: boolean): void {
  const { id, dataAsOf, bytes, counts, records, rejectedReport, overridden } = snapshot;
  if (asJson) {
    printJson({
      snapshot: id,
      data_as_of: dataAsOf,
      bytes,
      ...counts,
      records: records === undefined ? null : { bytes: records.bytes, ...records.counts },
      rejected_rows_report: rejectedReport ?? null,
      overridden: overridden.map(({ name }) => name),
    });
    return;
  }
  print(
    `Live: ${toCount(counts.establishments)} establishments of ${toCount(counts.companies)} companies as of ${dataAsOf}, ${formatBytes(bytes)}.`,
  );
  for (const line of describeRecords(records)) print(line);
  for (const line of describeOverridden(snapshot)) print(line);
  if (rejectedReport === undefined) return;
  print(`${toCount(counts.rejected_rows)} rows could not be read; they are listed in ${rejectedReport}.`);
}

function printStatus(status: Status, asJson: boolean): void {
  if (asJson) {
    printJson(status);
    return;
  }
  if (status.live === null) {
    print('No registry has been imported. Import one: confere registry import PATH');
  } else {
    const rows: [string, SnapshotStatus | null][] = [
      ['live', status.live],
      ['previous', status.previous],
    ];
    printTable(
      ['', 'DATA OF', 'ESTABLISHMENTS', 'COMPANIES', 'SIZE', 'RECORDS', 'IMPORTED', 'VERIFIED'],
      rows.flatMap(([name, snapshot]) => (snapshot === null ? [] : [toSnapshotRow(name, snapshot)])),
    );
  }
  if (status.held) print('\nHeld by a rollback: `registry update` leaves this as it is until `registry release`.');
  const { last_import: last } = status;
  if (last === null) return;
  const reason = typeof last['reason'] === 'string' ? `: ${last['reason']}` : '';
  print(`\nLast import: ${last['outcome']}, started ${last['started_at']}${reason}`);
}

function describeRecords(records: RecordsInfo | undefined): string[] {
  if (records === undefined) return ['Whole records were left out (--facts-only).'];
  const { counts } = records;
  const lines = [`Whole records: ${toCount(counts.partners)} partners, ${formatBytes(records.bytes)}.`];
  if (!records.partners) lines.push('The files held no partners (Socios*): records say that theirs are not known.');
  if (counts.missing_tables.length > 0)
    lines.push(
      `Tables that are missing or have another form, so that their codes have no text: ${counts.missing_tables.join(', ')}.`,
    );
  for (const [table, codes] of Object.entries(counts.codes_without_text)) {
    if (counts.missing_tables.some((name) => name === table)) continue;
    const listed = Object.entries(codes).map(([code, uses]) => `${code} (${toCount(uses)})`);
    const shown = listed.slice(0, codesShown).join(', ');
    const more = listed.length > codesShown ? ` and ${listed.length - codesShown} more` : '';
    lines.push(`Codes of ${table} that the table lacks, with how often they are used: ${shown}${more}.`);
  }
  return lines;
}

function toSnapshotRow(name: string, snapshot: SnapshotStatus): string[] {
  if (snapshot.problem !== null) return [name, `damaged: ${snapshot.problem}`];
  return [
    name,
    snapshot.data_as_of ?? '',
    toCount(snapshot.establishments ?? 0),
    toCount(snapshot.companies ?? 0),
    formatBytes(snapshot.bytes ?? 0),
    snapshot.records_bytes === null ? 'none' : formatBytes(snapshot.records_bytes),
    snapshot.imported_at ?? '',
    snapshot.verified_at ?? 'never',
  ];
}

function parseShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) throw new InvalidArgumentError('Give a share from 0 to 1.');
  return share;
}
