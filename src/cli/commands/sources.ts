// `confere sources …`: checks the description of the outside parties, tries one of them, prints the schema for editors.
// A number is never an argument: other users and the shell's history see arguments.

import { rmSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { TriableParty } from '../../compose/commands/sources.ts';
import { loadConfig } from '../../config.ts';
import { contractSourceNames } from '../../domain/person/contract-sources.ts';
import { codeOf, OperatorError } from '../../errors.ts';
import { getConfiguredFile } from '../options/configured-file.ts';
import { askHiddenFields, refuseNumberAsArgument } from '../terminal/hidden-fields.ts';
import { withJsonFaults } from '../terminal/json-faults.ts';
import { print, printJson, printTable } from '../terminal/terminal.ts';

export function addSourcesCommands(program: Command): void {
  const sources = program.command('sources').description('check and try the outside parties (docs/sources.md)');

  sources
    .command('check')
    .description('say whether the description of the parties is right, with every fault and its line')
    .argument('[file]', 'a YAML file (default: the one that CONFERE_CONFIG names)')
    .option('--without-secrets', 'do not look for the secrets and certificates that the file names')
    .option('--json', 'print JSON, faults included')
    .action(check);

  sources
    .command('try')
    .description(
      'ask one party once, for real, and show its answer, masked. Asks for the number and the other fields of the request; ' +
        'from a pipe it reads one line for each: cpf or cnpj, then birth_date, then name, an empty line for none',
    )
    .argument('<name>', 'the name of a source in the file, or company_fallback')
    .option('--file <file>', 'a YAML file (default: the one that CONFERE_CONFIG names)')
    .option('--record <file>', 'keep the output in a new JSON file')
    .option('--json', 'print JSON')
    // Commander would repeat the surplus argument, which is the number that somebody should not have typed there.
    .allowExcessArguments()
    .action(tryOnce);

  sources
    .command('schema')
    .description('print the JSON Schema of the description, for editors')
    .option('--json', 'print JSON, as it always does')
    .action(async () => {
      const { loadSourcesSchema } = await import('../../compose/commands/sources.ts');
      printJson(await loadSourcesSchema());
    });
}

async function check(file: string | undefined, options: { withoutSecrets?: boolean; json?: boolean }): Promise<void> {
  const { summarizeSourcesFile } = await import('../../compose/commands/sources.ts');
  const named = file ?? getConfiguredFile();
  // A file that is not the one in force need not fit the policy that is.
  const policyFile = file === undefined ? loadConfig()['policy.file'] : null;
  const { parties, notConfigured, warnings } = await withJsonFaults(options.json === true, () =>
    summarizeSourcesFile(named, options.withoutSecrets !== true, policyFile),
  );
  if (options.json === true) {
    const described = parties.map(({ deadlineMs, inThread, ...party }) => ({
      ...party,
      deadline_ms: deadlineMs,
      in_thread: inThread,
    }));
    const file = { file: named, parties: described, not_configured: notConfigured };
    printJson({ accepted: true, faults: [], warnings, ...file });
    return;
  }
  if (parties.length === 0)
    return print(`${named} describes no parties: live keys are answered with sources_not_configured.`);
  printTable(
    ['PARTY', 'AUTH', 'DEADLINE', 'ADDRESS', 'TITLE'],
    parties.map(({ name, auth, deadlineMs, address, title }) => [name, auth, `${deadlineMs} ms`, address, title]),
  );
  for (const { name, inThread } of parties) {
    if (inThread.length > 0)
      print(`\n${name} runs in a thread of its own (docs/sources.md, Mapping): ${inThread.join(', ')}`);
  }
  for (const { name, callback } of parties) {
    if (callback !== null) print(`\n${name} calls back at ${callback} (docs/later-answers.md, Callbacks)`);
  }
  for (const warning of warnings) print(`\nWarning: ${warning}`);
  if (notConfigured.length > 0 && notConfigured.length < contractSourceNames.length) {
    print(
      `\nNot described, so unavailable (not_configured) in every answer, and nobody is verified: ${notConfigured.join(', ')}`,
    );
  }
  print('\nNo faults. Try one: confere sources try NAME');
}

interface TryOptions {
  readonly file?: string;
  readonly record?: string;
  readonly json?: boolean;
}

async function tryOnce(name: string, options: TryOptions, command: Command): Promise<void> {
  refuseNumberAsArgument(command.args.length - 1);
  const { openParty } = await import('../../compose/commands/sources.ts');
  const party = await openParty(options.file ?? getConfiguredFile(), name);
  if (options.record !== undefined) refuseUnwritable(options.record);
  const trial = await party.try(await askHiddenFields(party.asksFor));
  const { answer, mapped } = trial;
  const shown = { ...(trial.calls.length > 0 && { calls: trial.calls }), answer, mapped };
  if (options.json === true) printJson({ source: name, latency_ms: Math.round(trial.latencyMs), ...shown });
  else showTrial(party, trial);
  if (options.record !== undefined) record(options.record, { source: name, ...shown });
  if (options.record !== undefined && options.json !== true) print(`\nRecorded, masked: ${options.record}`);
  if (mapped.kind === 'unavailable')
    throw new OperatorError('The party gave no answer to believe: see the reason above.', 1);
}

function showTrial(party: TriableParty, trial: Awaited<ReturnType<TriableParty['try']>>): void {
  const { calls, answer, mapped } = trial;
  for (const { name, status, body } of calls) {
    print(`${party.title} answered the call ${name} with status ${status}. Masked:`);
    printJson(body);
  }
  const latency = `${Math.round(trial.latencyMs)} ms`;
  if (answer === null) print(`${party.title}: no answer after ${latency}.`);
  else {
    print(`${party.title} answered with status ${answer.status} after ${latency}. Masked:`);
    printJson(answer.body);
  }
  print(`\nMapped to: ${mapped.kind}${mapped.kind === 'unavailable' ? ` (${mapped.reason})` : ''}`);
  if (mapped.kind === 'unavailable' && mapped.fault !== null) print(`${mapped.fault.field}: ${mapped.fault.problem}`);
  if (mapped.kind === 'answered') {
    printTable(
      ['FIELD', 'VALUE'],
      Object.entries(mapped.fields).map(([field, value]) => [field, String(value)]),
    );
    if (mapped.unlistedCode !== null)
      print(`\nThe code ${mapped.unlistedCode} is not listed under codes: it reads as unknown.`);
  }
}

/** Refuses a file that cannot be written before the party is asked. A question may cost money, and its answer must not be lost. */
function refuseUnwritable(file: string): void {
  write(file, '');
  rmSync(file);
}

/** Everything in it is masked. */
function record(file: string, trial: object): void {
  write(file, `${JSON.stringify(trial, null, 2)}\n`);
}

/** An existing file is not overwritten. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = codeOf(error) || 'unknown cause';
    throw new OperatorError(`${file} cannot be written (${code}). Name a file that does not exist yet.`);
  }
}
