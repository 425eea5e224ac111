// `confere privacy …`: what a person may ask of you, by LGPD art. 18. The CPF is typed at a prompt or on the standard input.

import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { print, printFault } from '../../terminal.ts';
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
      'forget this person: every record of the audit loses its content, that one was erased stays provable; shared answers are deleted',
    )
    .requiredOption('--yes', 'really: it cannot be undone, and you may be obliged to keep records')
    .action(async () => {
      const cpf = await askForCpf();
      const { erase } = await import('../../../compose/commands/audit/privacy.ts');
      const { records, sharedAnswers } = await erase(loadConfig(), cpf);
      print(`${records} ${records === 1 ? 'record' : 'records'} erased.`);
      if (typeof sharedAnswers === 'number')
        print(`${sharedAnswers} shared ${sharedAnswers === 1 ? 'answer' : 'answers'} of sources deleted.`);
      if (sharedAnswers === 'unreachable')
        printFault(
          'Redis did not answer: answers of sources about this person that may lie there were not deleted. Run this again, or wait for the longest cache_seconds.',
        );
      printFault(
        'Idempotent answers about this person, and answers of sources in the memory of running processes (cache_seconds), if any, are sealed and vanish ' +
          'by themselves after their set time.',
      );
    });
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
