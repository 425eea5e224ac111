// `confere mcp`: a running service for assistants. The protocol has the standard output; a fault goes to the standard error.

import { type Command, Option } from 'commander';
import { defaultAddress, getApiKey, keyFileOption } from '../options/service-key.ts';

interface McpOptions {
  readonly url: string;
  readonly keyFile?: string;
  readonly purpose?: string;
  readonly show?: readonly 'cpf'[];
}

export function addMcpCommand(program: Command, version: string): void {
  program
    .command('mcp')
    .description(
      'let an assistant verify through a running service, by the Model Context Protocol over standard input and output',
    )
    .option('--url <url>', 'the service', defaultAddress)
    .option(...keyFileOption)
    .option('--purpose <purpose>', 'the purpose of queries about people, for the audit')
    .addOption(
      new Option(
        '--show <what...>',
        'fields that the assistant sees whole; a CPF stays masked unless you name it here and the key has the scope show:cpf',
      ).choices(['cpf']),
    )
    .addHelpText(
      'after',
      `
The assistant starts this command: docs/mcp.md says what to write into its settings. It offers what the scopes of the key allow, and every
call counts in the limits, the usage and the audit of that key. Make a key for it:
  confere keys create --name assistant --mode test --scope verify:cnpj --rate 60/min`,
    )
    .action(async ({ url, keyFile, purpose, show = [] }: McpOptions) => {
      const { startAssistant } = await import('../../compose/commands/assistant.ts');
      await startAssistant({ url, key: getApiKey(keyFile), purpose, version, showsCpf: show.includes('cpf') });
    });
}
