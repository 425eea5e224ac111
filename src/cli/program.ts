// The operator's tool: `confere --help`. Commands load what they need when they run, so that help is instant.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addAuditCommands } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addConsoleCommands } from './commands/console.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addKeysCommands } from './commands/keys.ts';
import { addMcpCommand } from './commands/mcp.ts';
import { addOperatorsCommands } from './commands/operators.ts';
import { addPolicyCommands } from './commands/policy.ts';
import { addPrivacyCommands } from './commands/privacy.ts';
import { addRegistryCommands } from './commands/registry.ts';
import { addChangesCommand } from './commands/registry-changes.ts';
import { addDownloadCommands } from './commands/registry-download.ts';
import { addExportCommand } from './commands/registry-export.ts';
import { addShareCommands } from './commands/registry-share.ts';
import { addSecretsCommands } from './commands/secrets.ts';
import { addServeCommand } from './commands/serve.ts';
import { addSimCommand } from './commands/sim.ts';
import { addSourcesCommands } from './commands/sources.ts';
import { addStoreCommands } from './commands/store.ts';
import { addUsageCommand } from './commands/usage.ts';
import { addVerifyCommand } from './commands/verify.ts';
import { addWatchCommand } from './commands/watch.ts';
import { addWebhooksCommands } from './commands/webhooks.ts';
import { findOperatorFault } from './operator-fault.ts';
import { printFault } from './terminal.ts';

// `confere … | head` closes our output early; that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('confere')
  .description('Identity verification for Brazil: CPF and CNPJ behind one API.')
  .version(manifest.version)
  .addHelpText('after', '\nSettings are environment variables or a YAML file (CONFERE_CONFIG): see docs/settings.md.')
  .showHelpAfterError('(confere --help lists the commands)')
  .exitOverride();

addServeCommand(program, manifest.version);
addVerifyCommand(program);
addKeysCommands(program);
addOperatorsCommands(program);
addConsoleCommands(program);
addUsageCommand(program);
addSecretsCommands(program);
addStoreCommands(program);
addAuditCommands(program);
addPrivacyCommands(program);
addPolicyCommands(program);
const registry = addRegistryCommands(program);
addDownloadCommands(registry);
addExportCommand(registry);
addChangesCommand(registry);
addShareCommands(registry);
addSourcesCommands(program);
addWebhooksCommands(program);
addWatchCommand(program);
addMcpCommand(program, manifest.version);
addSimCommand(program);
addDoctorCommand(program);
addBackupCommands(program, manifest.version);

try {
  await program.parseAsync();
} catch (thrown) {
  process.exitCode = explain(thrown);
}

function explain(thrown: unknown): number {
  // Commander has printed its own message by now; help and version are not faults.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  const fault = findOperatorFault(thrown);
  if (fault !== undefined) {
    printFault(fault.message);
    return fault.exitCode;
  }
  printFault(
    `Confere failed unexpectedly; please report this.\n${thrown instanceof Error ? thrown.stack : String(thrown)}`,
  );
  return 70;
}
