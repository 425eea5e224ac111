// `confere watch FILE`: companies to be told of when the registry changes.

import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import { toCount } from '../progress.ts';
import { print, printJson } from '../terminal.ts';

interface WatchFlags {
  readonly key: string;
  readonly webhook?: string;
  readonly json?: boolean;
}

export function addWatchCommand(program: Command): void {
  program
    .command('watch')
    .description('watch the companies in a file: after each switch of the registry Confere reports the changed ones')
    .argument('<file>', 'CSV or NDJSON with a column cnpj or documento; - is the standard input')
    .requiredOption('--key <id>', 'whose watch it is: the id that `keys list` shows')
    .option('--webhook <id>', 'the endpoint of that key that gets the events: the id that `webhooks list` shows')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
The changes are read with that key: GET /v1/watches/ID/changes. Example:
  confere watch suppliers.csv --key key_1a2b --webhook wh_1a2b3c4d5e6f7081`,
    )
    .action(watch);
}

async function watch(file: string, { key, webhook, json }: WatchFlags): Promise<void> {
  const { watchFile } = await import('../../compose/commands/watch.ts');
  const made = await watchFile(loadConfig(), { file, keyId: key, webhookId: webhook ?? null });
  const { id, companies } = made.watch;
  if (json) {
    printJson({ id, companies, refused_count: made.refusedCount, refused: made.refused });
    return;
  }
  print(`${id}: ${toCount(companies)} companies are watched.`);
  if (made.refusedCount === 0) return;
  print(`${toCount(made.refusedCount)} lines hold no CNPJ and were left out:`);
  for (const { line, reason } of made.refused.slice(0, 10)) print(`  line ${line}: ${reason}`);
}
