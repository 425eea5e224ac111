// `confere watch FILE`: companies or people to be told of when the registry or a list changes.

import type { Command } from 'commander';
import { toTime } from '../../../app/keys/show-key.ts';
import type { WatchKind } from '../../../app/watches/ports.ts';
import { loadConfig } from '../../../config.ts';
import { toCount } from '../../terminal/progress.ts';
import { print, printJson } from '../../terminal/terminal.ts';

interface WatchFlags {
  readonly key: string;
  readonly webhook?: string;
  readonly people?: boolean;
  readonly lists?: boolean;
  readonly purpose?: string;
  readonly legalBasis?: string;
  readonly until?: string;
  readonly json?: boolean;
}

export function addWatchCommand(program: Command): void {
  program
    .command('watch')
    .description('watch the companies or people in a file: Confere reports what changes in the registry and the lists')
    .argument('<file>', 'CSV or NDJSON with a column cnpj, cpf or documento; - is the standard input')
    .requiredOption('--key <id>', 'whose watch it is: the id that `keys list` shows')
    .option('--webhook <id>', 'the endpoint of that key that gets the events: the id that `webhooks list` shows')
    .option('--people', 'the file has people: columns cpf, nome, nascimento and referencia')
    .option('--lists', 'look for the companies in the lists, too')
    .option('--purpose <word>', 'why the people are watched: one of audit.purposes; the one of the key by default')
    .option('--legal-basis <word>', 'the legal basis to watch the people, such as legal_obligation')
    .option('--until <day>', 'the last day of a watch of people: YYYY-MM-DD; by default watches.people_days')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Read the changes with that key: GET /v1/watches/ID/changes. Examples:
  confere watch suppliers.csv --key key_1a2b --webhook wh_1a2b3c4d5e6f7081
  confere watch customers.csv --people --legal-basis legal_obligation --key key_1a2b`,
    )
    .action(watch);
}

async function watch(file: string, flags: WatchFlags): Promise<void> {
  const { watchFile } = await import('../../../compose/commands/watch.ts');
  const kind: WatchKind = flags.people ? 'person' : 'company';
  const made = await watchFile(loadConfig(), {
    file,
    keyId: flags.key,
    webhookId: flags.webhook ?? null,
    kind,
    withLists: flags.lists === true,
    purpose: flags.purpose ?? null,
    legalBasis: flags.legalBasis ?? null,
    until: flags.until ?? null,
  });
  const { id, members, untilMs } = made.watch;
  const what = kind === 'person' ? 'people' : 'companies';
  const until = toTime(untilMs);
  if (flags.json)
    return printJson({ id, kind, [what]: members, until, refused_count: made.refusedCount, refused: made.refused });
  print(`${id}: ${toCount(members)} ${what} are watched${until === null ? '' : ` until ${until}`}.`);
  if (made.refusedCount === 0) return;
  print(`${toCount(made.refusedCount)} lines hold no ${kind === 'person' ? 'person' : 'CNPJ'} and were left out:`);
  for (const { line, reason } of made.refused.slice(0, 10)) print(`  line ${line}: ${reason}`);
}
