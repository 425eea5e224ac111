import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addChecksCommands } from '../../src/cli/commands/checks.ts';
import { addKeysCommands } from '../../src/cli/commands/keys/keys.ts';
import { addListsCommands } from '../../src/cli/commands/lists/lists.ts';
import { addUpdateCommand } from '../../src/cli/commands/lists/update.ts';
import { addPolicyCommands } from '../../src/cli/commands/policy.ts';
import { addDownloadCommands } from '../../src/cli/commands/registry/download.ts';
import { addRegistryCommands } from '../../src/cli/commands/registry/registry.ts';
import { addShareCommands } from '../../src/cli/commands/registry/share.ts';
import { addSourcesCommands } from '../../src/cli/commands/sources.ts';

const program = new Command('confere');
addKeysCommands(program);
addPolicyCommands(program);
const registry = addRegistryCommands(program);
addDownloadCommands(registry);
addShareCommands(registry);
addSourcesCommands(program);
addChecksCommands(program);
addUpdateCommand(addListsCommands(program));

describe.each(program.commands.map((group) => [group.name(), group] as const))('confere %s', (_name, group) => {
  test.each(group.commands.map((command) => [command.name(), command] as const))('%s answers --json', (_n, command) => {
    expect(command.options.map((option) => option.long)).toContain('--json');
    expect(command.description().length).toBeGreaterThan(10);
  });
});
