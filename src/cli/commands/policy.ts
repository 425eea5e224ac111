// `confere policy …`: shows the risk policy in force and checks one before it is used.

import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { toPolicyDocument } from '../../domain/risk/risk-policy.ts';
import { withJsonFaults } from '../terminal/json-faults.ts';
import { print, printJson } from '../terminal/terminal.ts';

export function addPolicyCommands(program: Command): void {
  const policy = program.command('policy').description('show and check the risk policy');

  policy
    .command('show')
    .description('print the policy in force, as a file that `policy.file` accepts')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { loadPolicy } = await import('../../compose/parts/policy.ts');
      const document = toPolicyDocument(loadPolicy(loadConfig()['policy.file']));
      if (json) return printJson(document);
      const { stringify } = await import('yaml');
      print(stringify(document).trimEnd());
    });

  policy
    .command('check')
    .description('say whether Confere accepts a policy file, with every fault')
    .argument('<file>', 'a YAML file')
    .option('--json', 'print JSON, faults included')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { loadPolicy } = await import('../../compose/parts/policy.ts');
      const { version } = await withJsonFaults(json === true, () => loadPolicy(file));
      if (json) printJson({ accepted: true, version, faults: [] });
      else print(`Accepted: ${version}`);
    });
}
