import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from './commands.ts';

async function listCommands(word?: string): Promise<string[]> {
  const program = new Command('confere');
  await addCommands(program, '1.2.3', word);
  return program.commands.map((command) => command.name());
}

const all = await listCommands();

test('help has every command, and so has a word that is none', async () => {
  expect(all).toHaveLength(30);
  expect(await listCommands('--help')).toEqual(all);
  expect(await listCommands('toString')).toEqual(all);
});

test.each(all)('%s is loaded alone', async (word) => {
  expect(await listCommands(word)).toEqual([word]);
});

test.each(['--version', '-V'])('%s loads none', async (word) => {
  expect(await listCommands(word)).toEqual([]);
});
