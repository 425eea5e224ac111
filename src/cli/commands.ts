// The commands by their first word. Only the one that was asked for is loaded, and it loads what it needs when it runs: most of what a
// short command takes is the loading of files.

import { Command } from 'commander';

type Add = (program: Command, version: string) => Promise<unknown>;

/** The commands stand in the order of the help. */
const commands: Readonly<Record<string, Add>> = {
  quickstart: async (program, version) =>
    (await import('./commands/quickstart/quickstart.ts')).addQuickstartCommand(program, version),
  serve: async (program, version) => (await import('./commands/serve.ts')).addServeCommand(program, version),
  verify: async (program) => (await import('./commands/verify/verify.ts')).addVerifyCommand(program),
  screen: async (program) => (await import('./commands/verify/screen.ts')).addScreenCommand(program),
  keys: async (program) => (await import('./commands/keys/keys.ts')).addKeysCommands(program),
  operators: async (program) => (await import('./commands/operators/operators.ts')).addOperatorsCommands(program),
  console: async (program) => (await import('./commands/operators/console.ts')).addConsoleCommands(program),
  usage: async (program) => (await import('./commands/keys/usage.ts')).addUsageCommand(program),
  invoice: async (program) => (await import('./commands/keys/invoice.ts')).addInvoiceCommands(program),
  secrets: async (program) => (await import('./commands/secrets.ts')).addSecretsCommands(program),
  store: async (program) => (await import('./commands/store.ts')).addStoreCommands(program),
  audit: async (program) => (await import('./commands/audit/audit.ts')).addAuditCommands(program),
  privacy: async (program) => (await import('./commands/audit/privacy.ts')).addPrivacyCommands(program),
  policy: async (program) => (await import('./commands/policy.ts')).addPolicyCommands(program),
  registry: async (program) => {
    const registry = (await import('./commands/registry/registry.ts')).addRegistryCommands(program);
    (await import('./commands/registry/download.ts')).addDownloadCommands(registry);
    (await import('./commands/registry/export.ts')).addExportCommand(registry);
    (await import('./commands/registry/changes.ts')).addChangesCommand(registry);
    (await import('./commands/registry/share.ts')).addShareCommands(registry);
  },
  lists: async (program) => {
    const lists = (await import('./commands/lists/lists.ts')).addListsCommands(program);
    (await import('./commands/lists/update.ts')).addUpdateCommand(lists);
    (await import('./commands/lists/share.ts')).addShareCommands(lists);
    (await import('./commands/lists/forget.ts')).addForgetCommand(lists);
  },
  sources: async (program) => (await import('./commands/sources.ts')).addSourcesCommands(program),
  checks: async (program) => (await import('./commands/checks.ts')).addChecksCommands(program),
  webhooks: async (program) => (await import('./commands/key-owned/webhooks.ts')).addWebhooksCommands(program),
  listen: async (program) => (await import('./commands/key-owned/listen.ts')).addListenCommand(program),
  batches: async (program) => (await import('./commands/key-owned/key-things.ts')).addBatchesCommands(program),
  watches: async (program) => (await import('./commands/key-owned/key-things.ts')).addWatchesCommands(program),
  watch: async (program) => (await import('./commands/key-owned/watch.ts')).addWatchCommand(program),
  mcp: async (program, version) => (await import('./commands/mcp.ts')).addMcpCommand(program, version),
  sim: async (program) => (await import('./commands/sim.ts')).addSimCommand(program),
  doctor: async (program) => (await import('./commands/doctor.ts')).addDoctorCommand(program),
  backup: async (program, version) => (await import('./commands/backup.ts')).addBackupCommand(program, version),
  restore: async (program) => (await import('./commands/backup.ts')).addRestoreCommand(program),
  completion: async (program, version) =>
    (await import('./commands/manual/manual.ts')).addCompletionCommand(program, () => openProgram(version)),
  man: async (program, version) =>
    (await import('./commands/manual/manual.ts')).addManCommand(program, version, () => openProgram(version)),
};

export function createProgram(version: string): Command {
  return new Command('confere')
    .description('Identity verification for Brazil: CPF and CNPJ behind one API.')
    .version(version)
    .addHelpText(
      'after',
      '\nSettings are environment variables or a YAML file (CONFERE_CONFIG): see docs/settings.md.',
    );
}

async function openProgram(version: string): Promise<Command> {
  const program = createProgram(version);
  await addCommands(program, version);
  return program;
}

/** All of them for help, and for a word that is none of these. */
export async function addCommands(program: Command, version: string, word = ''): Promise<void> {
  if (word === '--version' || word === '-V') return;
  const asked = Object.hasOwn(commands, word) ? commands[word] : undefined;
  for (const add of asked === undefined ? Object.values(commands) : [asked]) await add(program, version);
}
