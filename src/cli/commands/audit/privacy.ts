// `confere privacy …`: what a person may ask of you, by LGPD art. 18. The CPF is typed at a prompt or on the standard input.

import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { ErasureStep } from '../../../app/privacy/erase-person.ts';
import type { PersonalDataName } from '../../../app/privacy/kept-data.ts';
import type { DamagedRow } from '../../../app/sealed-rows.ts';
import { loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { print, printFault, printJson } from '../../terminal/terminal.ts';
import { askForCpf } from './audit.ts';

export function addPrivacyCommands(program: Command): void {
  const privacy = program.command('privacy').description('answer a person who asks what you hold about them');

  privacy
    .command('report')
    .description(
      'who consulted this person, when, for what purpose, with what result: a page in Portuguese to hand over',
    )
    .addOption(new Option('--format <format>', 'of the report').choices(['html', 'json']).default('html'))
    .option('--out <file>', 'a new file (default: the standard output)')
    .action(async ({ format, out }: { format: 'html' | 'json'; out?: string }) => {
      const cpf = await askForCpf();
      const { makeReport } = await import('../../../compose/commands/audit/privacy.ts');
      const text = await makeReport(loadConfig(), cpf, format);
      if (out === undefined) print(text.trimEnd());
      else writeNewFile(out, text);
    });

  privacy
    .command('erase')
    .description(
      'erase this person everywhere: audit, batches, idempotent and kept answers, events; then search every file for remains',
    )
    .requiredOption('--yes', 'confirm: this cannot be undone, and you may be obliged to keep records')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const cpf = await askForCpf();
      const { erase } = await import('../../../compose/commands/audit/privacy.ts');
      const { erased, reapplied, damaged } = await erase(loadConfig(), cpf, (step) => {
        if (!json) printFault(`${stepWords[step]} …`);
      });
      if (json) printJson({ erased, reapplied, damaged: damaged.map(toRowName) });
      else printErased(erased);
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
        if (erased !== undefined) printErased(erased);
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

const namedMax = 10;

/** Whether such a row was about the person, nobody can say. */
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

const erasedWords: Readonly<Record<PersonalDataName, readonly [string, string]>> = {
  audit_records: ['record erased.', 'records erased.'],
  idempotent_answers: ['idempotent answer erased.', 'idempotent answers erased.'],
  bought_answers: ['bought answer of sources deleted.', 'bought answers of sources deleted.'],
  clearances: ['clearance deleted.', 'clearances deleted.'],
  batches: ['row of batches erased.', 'rows of batches erased.'],
  events: ['event deleted.', 'events deleted.'],
  webhook_events: ['webhook event deleted.', 'webhook events deleted.'],
  watched_people: ['list of watched people written anew.', 'lists of watched people written anew.'],
  watch_changes: ['hit or change of a watch deleted.', 'hits or changes of watches deleted.'],
  own_lists: ['list of your own changed.', 'lists of your own changed.'],
  old_data: ['folder set aside.', 'folders set aside.'],
  kept_answers: ['kept answer dropped.', 'kept answers dropped.'],
  shared_answers: ['shared answer of sources deleted.', 'shared answers of sources deleted.'],
};

const stepWords: Readonly<Record<ErasureStep, string>> = {
  audit_records: 'Naming and forgetting records of the audit',
  idempotent_answers: 'Searching idempotent answers',
  bought_answers: 'Deleting bought answers of sources',
  clearances: 'Searching clearances',
  batches: 'Searching batches',
  webhook_events: 'Searching webhook events',
  watched_people: 'Searching lists of watched people',
  watch_changes: 'Searching hits and changes of watches',
  own_lists: 'Looking for lists of your own that name the person',
  old_data: 'Looking for data that was set aside',
  kept_answers: 'Dropping kept answers',
  events: 'Searching kept events',
  shared_answers: 'Deleting shared answers of sources',
  files: 'Searching every file of data_dir for what is left',
};

function printErased(erased: Readonly<Record<PersonalDataName, number>>): void {
  for (const [name, told] of Object.entries(erasedWords)) {
    const count = erased[name as PersonalDataName];
    if (count > 0) print(`${count} ${told[count === 1 ? 0 : 1]}`);
  }
  if (Object.values(erased).every((count) => count === 0)) print('There was nothing of this person.');
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
