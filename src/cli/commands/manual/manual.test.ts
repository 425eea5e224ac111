import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addCommands } from '../../commands.ts';
import { listCommands } from './command-list.ts';
import { completions } from './completions.ts';
import { toManPage } from './man-page.ts';

const program = new Command('confere').description('The tool.');
await addCommands(program, '1.2.3');
const commands = listCommands(program);

function completeInBash(lines: readonly (readonly string[])[]): string[][] {
  const asked = lines.map((words) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _confere; echo "\${COMPREPLY[*]}"`;
  });
  const script = [completions.bash(commands), ...asked].join('\n');
  const answers = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
  return answers.map((answer) => answer.split(' ').filter((word) => word !== ''));
}

test('Bash offers the commands, words and options of every command', () => {
  const offered = completeInBash(commands.map(({ path }) => [...path.split(' '), '']));
  expect(offered).toEqual(
    commands.map(({ commands: inner, words, options }) => [
      ...inner.map(({ name }) => name),
      ...words,
      ...options.map(({ long }) => long),
    ]),
  );
});

test('Bash offers what an option can be, files where it can be anything, and scopes one after the other', () => {
  expect(
    completeInBash([
      ['confere', 'keys', 'cr'],
      ['confere', 'keys', 'create', '--mode', ''],
      ['confere', 'keys', 'create', '--name', ''],
      ['confere', 'keys', 'create', '--scope', 'verify:cpf', 'read:c'],
      ['confere', 'verify', 'file.csv', '--for'],
    ]),
  ).toEqual([['create'], ['live', 'test'], [], ['read:company'], ['--format', '--force']]);
});

test('Zsh reads what Bash reads, and Fish has a line for every command and option', () => {
  expect(completions.zsh(commands)).toContain(completions.bash(commands));
  const fish = completions.fish(commands);
  for (const { path, commands: inner, options } of commands) {
    for (const { name } of inner) expect(fish).toContain(`__confere_at "${path}"' -f -a ${name} -d `);
    for (const { long } of options) expect(fish).toContain(`__confere_at "${path}"' -l ${long.slice(2)}`);
  }
});

test('the man page has every command with its options, and `man` reads it', () => {
  const page = toManPage(program, '1.2.3').replaceAll('\\-', '-');
  for (const { path, commands: inner, options } of commands) {
    if (inner.length === 0) expect(page).toContain(`.SS "${path} `);
    for (const { long } of options.slice(0, -1)) expect(page).toContain(long);
  }
  const formatter = '/usr/bin/groff';
  if (!existsSync(formatter)) return;
  const flags = ['-k', '-ww', '-man', '-Tutf8'];
  const shown = execFileSync(formatter, flags, { input: toManPage(program, '1.2.3'), encoding: 'utf8', stdio: 'pipe' });
  expect(shown).toContain('docs/settings.md');
});
