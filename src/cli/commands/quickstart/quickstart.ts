// `confere quickstart [folder]`: from nothing to a first answer and the code that asks for it. It serves until Ctrl-C; in another terminal a
// second one shows the same again.

import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { FirstAnswer } from '../../../compose/commands/quickstart.ts';
import { type Config, loadConfig, loadConfigOf } from '../../../config.ts';
import { defaultAddress } from '../../options/service-key.ts';
import { ignoreLostOutput } from '../../serve/signals.ts';
import { type SandboxKey, toAddress } from '../../serve/welcome.ts';
import { print, printFault } from '../../terminal/terminal.ts';
import { toSnippets } from './snippets.ts';

export function addQuickstartCommand(program: Command, version: string): void {
  program
    .command('quickstart')
    .description('serve the sandbox, verify a first person, and print code that asks with your key')
    .argument('[folder]', 'where settings, data and secrets go (default: as the settings say)')
    .addHelpText(
      'after',
      `
It serves until Ctrl-C. All is kept: call it again to continue. Example:
  confere quickstart ~/confere`,
    )
    .action((folder: string | undefined) => quickstart(folder, version));
}

async function quickstart(folder: string | undefined, version: string): Promise<void> {
  const { askRunning, prepareFolder, verifyFirstPerson } = await import('../../../compose/commands/quickstart.ts');
  ignoreLostOutput();
  const file = folder === undefined ? undefined : prepareFolder(folder);
  // A newcomer reads the answers; what the log says of each request would stand between them.
  const load = (): Config => {
    const config = file === undefined ? loadConfig() : loadConfigOf(file);
    return Object.freeze({ ...config, 'log.level': 'warn' });
  };
  const config = load();
  const address = toAddress(config.host, config.port);
  const running = await askRunning(config, address);
  if (running !== undefined) {
    print(`Confere runs already on ${address}.`);
    return show({ address, config, file, ...running });
  }
  const { serveSingle } = await import('../../serve/single.ts');
  const welcome = async ({ address: opened, sandboxKey }: { address: string; sandboxKey: SandboxKey }) => {
    print(`Confere ${version} listens on ${opened}`);
    try {
      const answer = await verifyFirstPerson(opened, sandboxKey.key);
      await show({ address: opened, config, file, key: sandboxKey.key, answer });
      const again = file === undefined ? '' : ` ${quote(dirname(file))}`;
      print(`Ctrl-C stops the service. Start it again: confere quickstart${again}`);
    } catch (error) {
      printFault(`The first person was not verified. ${(error as Error).message}`);
    }
  };
  await serveSingle(config, load, { version, welcome });
}

interface Shown {
  readonly address: string;
  readonly config: Config;
  readonly file: string | undefined;
  readonly key: string;
  readonly answer: FirstAnswer;
}

async function show({ address, config, file, key, answer }: Shown): Promise<void> {
  const { firstPerson, keepSandboxKey } = await import('../../../compose/commands/quickstart.ts');
  const keyFile = keepSandboxKey(config, key);
  print(`\nData         ${config.data_dir}`);
  print(`Your key     ${key} (test people only), kept in ${keyFile}`);
  print(
    `First person ${firstPerson.cpf}, ${firstPerson.name}: ${answer.status}, risk ${answer.risk_level}, score ${answer.score}`,
  );
  print('\nAsk the same in another terminal. Paste one of these:');
  for (const { title, code } of toSnippets(address, key, firstPerson)) print(`\n# ${title}\n${code}`);
  print('\nWhat next (in a checkout, confere is bin/confere):');
  print(`  ${address}/console  verify by hand`);
  print(`  ${address}/docs     every call of the API, and the manual`);
  if (file !== undefined) print(`  export CONFERE_CONFIG=${quote(file)}   # then all other commands use this folder`);
  print(`  export CONFERE_API_KEY=$(cat ${quote(keyFile)})`);
  const elsewhere = address === defaultAddress ? '' : ` --url ${address}`;
  print(`  confere listen --forward-to http://localhost:3000${elsewhere}   # events for your receiver`);
  print('');
}

/** A word as a shell reads it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
