// `confere privacy …`: what a person may ask of you, by LGPD art. 18. The CPF is typed at a prompt or on the standard input.

import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { personalData } from '../../../app/kept/stores.ts';
import type { ErasedCounts, ErasureStep } from '../../../app/privacy/erase-person.ts';
import type { DamagedRow } from '../../../app/sealed-rows.ts';
import type { KnownPerson } from '../../../compose/commands/audit/privacy.ts';
import { loadConfig } from '../../../config.ts';
import { readIdentityNumber } from '../../../domain/screening/identity-document.ts';
import { OperatorError } from '../../../errors.ts';
import { openHiddenPrompt } from '../../terminal/hidden-prompt.ts';
import { print, printFault, printJson } from '../../terminal/terminal.ts';
import { askForCpf } from './audit.ts';
import { listErasedLines } from './erased-lines.ts';

export function addPrivacyCommands(program: Command): void {
  const privacy = program.command('privacy').description('answer a person who asks what you hold about them');

  privacy
    .command('report')
    .description(
      'who consulted this person, when, for what purpose, with what result: a page in Portuguese to hand over',
    )
    .addOption(new Option('--format <format>', 'of the report').choices(['html', 'json']).default('html'))
    .option('--out <file>', 'a new file (default: the standard output)')
    .option('--document', byDocument)
    .action(async ({ format, out, document }: { format: 'html' | 'json'; out?: string } & ByDocument) => {
      const known = await askForPerson(document);
      const { makeReport } = await import('../../../compose/commands/audit/privacy.ts');
      const text = await makeReport(loadConfig(), known, format);
      if (out === undefined) print(text.trimEnd());
      else writeNewFile(out, text);
    });

  privacy
    .command('erase')
    .description(
      'erase this person everywhere: audit, batches, idempotent and kept answers, events; then search every file for remains',
    )
    .requiredOption('--yes', 'confirm: this cannot be undone, and you may be obliged to keep records')
    .option('--document', byDocument)
    .option('--json', 'print JSON')
    .action(async ({ json, document }: { json?: boolean } & ByDocument) => {
      const known = await askForPerson(document);
      const { erase } = await import('../../../compose/commands/audit/privacy.ts');
      const { erased, isShared, reapplied, damaged } = await erase(loadConfig(), known, (step) => {
        if (!json) printFault(`${toSearching(step)} …`);
      });
      if (json) printJson({ erased, shared: isShared, reapplied, damaged: damaged.map(toRowName) });
      else printErased(erased, isShared);
      refuseDamaged(damaged);
      if (json) return;
      print('Nothing of this person is left in any file of data_dir. Running processes have let go of kept answers.');
    });

  privacy
    .command('reapply')
    .description('repeat the erasures of the ledger that a database restored from an older copy lacks')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { reapply } = await import('../../../compose/commands/audit/privacy.ts');
      const { erasures, erased, lost, damaged } = await reapply(loadConfig());
      if (json) printJson({ erasures, erased: erased ?? null, lost, damaged: damaged.map(toRowName) });
      else {
        print(`${erasures} ${erasures === 1 ? 'erasure' : 'erasures'} made again.`);
        if (erased !== undefined) printErased(erased, false);
      }
      if (lost > 0) {
        throw new OperatorError(
          `The ledger lacks ${lost} erasures that a database has gone through: it is an older copy. Put the newest one in place.`,
          1,
        );
      }
      refuseDamaged(damaged);
    });
}

interface ByDocument {
  readonly document?: boolean;
}

const byDocument = 'the person has no CPF: ask for the number of a passport or another document';

async function askForPerson(isByDocument = false): Promise<KnownPerson> {
  if (!isByDocument) return askForCpf();
  using prompt = openHiddenPrompt();
  const identityNumber = readIdentityNumber((await prompt.ask('Document number (not shown)')).trim());
  if (identityNumber !== undefined) return { identityNumber };
  throw new OperatorError('That is no number of a document: it has 5 to 40 letters and digits.');
}

const namedMax = 10;

/** Refuses damaged rows, because it is impossible to tell whether such a row was about the person. */
function refuseDamaged(damaged: readonly DamagedRow[]): void {
  if (damaged.length === 0) return;
  const named = damaged.slice(0, namedMax).map(toRowName).join(', ');
  const others = damaged.length > namedMax ? `, and ${damaged.length - namedMax} more` : '';
  throw new OperatorError(
    `Everything else is erased. Confere could not look into rows that are damaged, and they may be about this person: ${named}${others}. ` +
      'Put them right or delete them (ConfereRowFault in docs/operations.md), then run this again.',
    1,
  );
}

function toRowName({ table, id }: DamagedRow): string {
  return `${table} ${id}`;
}

function toSearching(step: ErasureStep): string {
  return step === 'files' ? 'Searching every file of data_dir for what is left' : personalData[step].personal.searching;
}

function printErased(erased: ErasedCounts, isShared: boolean): void {
  for (const line of listErasedLines(erased, isShared)) print(line);
}

function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      code === 'EEXIST' ? `${file} exists; name a new file.` : `${file} cannot be written (${code}).`,
    );
  }
}
