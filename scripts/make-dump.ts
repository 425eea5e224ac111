// `npm run make-dump`: writes a synthetic dump of the company registry in the published format, with expected answers.

import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { findOperatorFault } from '../src/cli/operator-fault.ts';
import { startBar } from '../src/cli/terminal/progress.ts';
import { defaults, establishmentsMax, establishmentsMin, makeDump } from './make-dump/make-dump.ts';

interface Flags {
  readonly establishments: number;
  readonly out: string;
  readonly seed: number;
  readonly date: string;
  readonly defects: 'all' | 'none';
  readonly level: number;
  readonly threads: number;
}

const command = new Command('make-dump')
  .description(
    'Writes a synthetic dump in the exact format that the Receita Federal publishes (Empresas, Estabelecimentos, Simples,\n' +
      'Socios, the four files of tax regimes and the tables, zipped, with the defects of the real one), expected.jsonl and expected-records.jsonl with the right\n' +
      'answers and whole records for a sample, and expected-summary.json with the counts. The same flags write the same bytes. All data is invented.',
  )
  .requiredOption(
    '--establishments <count>',
    'how many establishments (the country has 73000000)',
    wholeNumber(establishmentsMin, establishmentsMax),
  )
  .requiredOption('--out <folder>', 'where to write; made if it does not exist')
  .option('--seed <number>', 'another number, another country', wholeNumber(0, 0xffff_ffff), defaults.seed)
  .option('--date <YYYY-MM-DD>', 'extraction date, in the member names', day, defaults.date)
  .option('--defects <all|none>', 'none leaves out what is malformed', defectsChoice, 'all')
  .option('--level <1-9>', 'deflate level', wholeNumber(1, 9), defaults.level)
  .option('--threads <count>', 'how many threads', wholeNumber(1, 64), availableParallelism())
  .action(run);

await command.parseAsync();

async function run({ out: folder, defects, ...flags }: Flags): Promise<void> {
  const expectedMegabytes = Math.ceil((flags.establishments * (234 + 0.955 * 79 + 0.69 * 63 + 0.39 * 104)) / 1e6);
  let bytes = 0;
  const bar = process.stderr.isTTY ? startBar('begins') : undefined;
  const startedAt = performance.now();
  try {
    const summary = await makeDump({
      ...flags,
      folder,
      defects: defects === 'all',
      onBytes(written) {
        bytes += written;
        const megabytes = Math.min(expectedMegabytes, Math.round(bytes / 1e6));
        bar?.update(megabytes / expectedMegabytes, `${megabytes} of about ${expectedMegabytes} MB`);
      },
    });
    bar?.stop();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `${summary.rows.establishments} + ${summary.rows.companies} + ${summary.rows.simples} + ${summary.rows.partners} rows ` +
        `(establishments, companies, Simples, partners), ${Math.round(bytes / 1e6)} MB before compression, in ${folder} after ${seconds} s\n`,
    );
  } catch (error) {
    bar?.stop();
    const fault = findOperatorFault(error);
    const text = fault?.message ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`The dump was not written: ${text}\n`);
    process.exitCode = fault?.exitCode ?? 1;
  }
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

function day(text: string): string {
  const known = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!known || new Date(text).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a real day from 2000 on.');
  return text;
}

function defectsChoice(text: string): string {
  if (text === 'all' || text === 'none') return text;
  throw new InvalidArgumentError('It must be all or none.');
}
