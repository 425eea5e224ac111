// `confere audit verify`, `heads` and `accept-loss`: proving the audit, and what to do where it does not hold.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { HeadSigner, SignedHead } from '../../../app/audit/head.ts';
import type { OpenIntent } from '../../../app/audit/open-intents.ts';
import type { AuditVerdict } from '../../../app/audit/verify-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { AuditProof } from '../../../compose/commands/audit/audit-proof.ts';
import type { Vault } from '../../../compose/parts/vault.ts';
import { type Config, loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { print, printJson, printTable } from '../../terminal.ts';
import { parseTime } from './time.ts';

const reasonLengthMax = 300;

export function addProofCommands(audit: Command): void {
  audit
    .command('verify')
    .description(
      'prove that no record was changed, removed, moved or added; name the first that was. Signs and writes nothing',
    )
    .option(
      '--heads <file>',
      'signed heads that were kept elsewhere (the output of `audit heads`), one at least of each chain',
    )
    .option(
      '--since <head|time>',
      'only what came after a signed head (its number, or CHAIN:NUMBER) or a day such as 2026-11-01; what is older is taken for proven',
      parseSince,
    )
    .option('--threads <n>', 'how many prove at the same time (default: one for each processor)', parseThreads)
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) =>
      withProof(async ({ trail, check, remembered, evidenceSinceMs, inWorkFromMs, toParts }) => {
        const { verifyAudit } = await import('../../../app/audit/verify-audit.ts');
        const keptHeads = options.heads === undefined ? undefined : readHeads(options.heads);
        const isShown = process.stderr.isTTY && !options.json;
        const threads = options.threads ?? Math.min(availableParallelism(), threadsMax);
        let read = 0;
        const verdict = await verifyAudit({
          trail,
          check,
          remembered,
          evidenceSinceMs,
          ...(keptHeads && { keptHeads }),
          ...(options.since !== undefined && { sinceMs: toSinceMs(options.since, await trail.heads()) }),
          ...(threads > 1 && { parts: toParts(threads) }),
          inWorkFromMs: inWorkFromMs(),
          onProgress: (records) => {
            read += records;
            if (isShown) process.stderr.write(`\r${read} records`);
          },
        });
        if (isShown) process.stderr.write('\r\x1b[K');
        if (options.json) printJson(verdict);
        refuse(verdict, options.heads);
        if (options.json) return;
        print(describe(verdict));
        printUnfinished(verdict.unfinished);
      }),
    );

  audit
    .command('heads')
    .description('print the signed ends of the chain, a JSON line each: keep a copy where this machine cannot write')
    .option('--public-key', 'print the key that others need to check them')
    .action((options: { publicKey?: boolean }) =>
      withProof(async ({ trail, signers }) => {
        if (options.publicKey) printPublicKeys(signers);
        else for (const head of await trail.heads()) print(JSON.stringify(head));
      }),
    );

  audit
    .command('accept-loss')
    .description('go on without records that this machine wrote and that are gone; recorded with your reason')
    .requiredOption('--reason <text>', 'why, in your words; nothing of a person')
    .requiredOption('--yes', 'really: what is missing counts as accepted from then on')
    .action(({ reason }: { reason: string }) =>
      withVault(async (config, { secret }) => {
        const told = reason.trim();
        if (told.length < 5 || told.length > reasonLengthMax || /\p{Cc}/u.test(told)) {
          throw new OperatorError(`Say why in 5 to ${reasonLengthMax} characters on one line: --reason "..."`);
        }
        const { acceptLoss } = await import('../../../compose/commands/audit/accept-loss.ts');
        const lost = await acceptLoss(config, secret, told);
        for (const { chain, sequence } of lost) print(`${chain}: written here up to record ${sequence}.`);
        print('Accepted and recorded. Verifications go on; a running service notices by itself.');
      }),
    );
}

interface VerifyOptions {
  readonly heads?: string;
  readonly since?: Since;
  readonly threads?: number;
  readonly json?: boolean;
}

/** Beyond that the disk is what is waited for. */
const threadsMax = 16;

function parseThreads(text: string): number {
  const threads = Number(text);
  if (Number.isInteger(threads) && threads >= 1 && threads <= threadsMax) return threads;
  throw new InvalidArgumentError(`Write a whole number from 1 to ${threadsMax}.`);
}

/** A head by its record, or a time: each chain is then read from its last head of that time on. */
type Since =
  | { readonly kind: 'head'; readonly text: string; readonly chain: string | undefined; readonly sequence: number }
  | { readonly kind: 'time'; readonly atMs: number };

function parseSince(text: string): Since {
  const named = /^(?:(chain_[\w-]+):)?(\d+)$/.exec(text);
  if (named === null) return { kind: 'time', atMs: parseTime(text) };
  return { kind: 'head', text, chain: named[1], sequence: Number(named[2]) };
}

function toSinceMs(since: Since, heads: readonly SignedHead[]): number {
  if (since.kind === 'time') return since.atMs;
  const { text, chain, sequence } = since;
  const found = heads.filter((head) => head.sequence === sequence && (chain === undefined || head.chain === chain));
  const [head] = found;
  if (head !== undefined && found.length === 1) return head.atMs;
  throw new OperatorError(
    found.length === 0
      ? `No head of ours signs record ${text}. See: confere audit heads`
      : `Several chains have a head at record ${text}. Name one: CHAIN:${text}`,
  );
}

/** Throws for what does not hold. */
function refuse(verdict: AuditVerdict, headsFile: string | undefined): asserts verdict is Intact {
  if (verdict.kind === 'broken') {
    throw new OperatorError(
      `BROKEN at record ${verdict.sequence} of ${verdict.chain}: ${verdict.fault}. ` +
        'Keep everything as it is and compare it with your last backup.',
      1,
    );
  }
  const [chain] = verdict.withoutKeptHead;
  if (headsFile !== undefined && chain !== undefined) {
    throw new OperatorError(
      `${headsFile} holds no head of ${chain}, so it proves nothing about that chain. Give a file with a head of each chain.`,
      1,
    );
  }
}

type Intact = Extract<AuditVerdict, { kind: 'intact' }>;

function describe({ records, chains, heads, unsigned, purged, dropped, notRead, withoutEvidence }: Intact): string {
  const many = chains > 1 ? ` in ${chains} chains` : '';
  const gone = dropped > 0 ? ` ${dropped} older ones went with their months.` : '';
  const older = notRead > 0 ? ` ${notRead} before them were not read: heads that we signed vouch for them.` : '';
  return `Intact: ${records} records${many}, ${purged} of them purged, ${withoutEvidence} without their evidence, ${heads} signed heads, ${unsigned} not signed yet.${gone}${older}`;
}

/** Not a broken audit: it is what an audit is for. */
function printUnfinished(unfinished: readonly OpenIntent[]): void {
  if (unfinished.length === 0) return;
  const many = unfinished.length === 1 ? '1 verification was' : `${unfinished.length} verifications were`;
  print(`\n${many} begun and never recorded: these parties may have been called, and may send a bill.\n`);
  printTable(
    ['TIME', 'KEY', 'PURPOSE', 'PARTIES', 'REQUEST'],
    unfinished.map(({ atMs, keyId, purpose, parties, requestId }) => [
      new Date(atMs).toISOString(),
      keyId,
      purpose ?? '-',
      parties.join(', '),
      requestId,
    ]),
  );
}

async function withVault(work: (config: Config, vault: Vault) => Promise<void>): Promise<void> {
  const { openVault } = await import('../../../compose/parts/vault.ts');
  const config = loadConfig();
  const vault = await openVault(config, systemClock);
  try {
    await work(config, vault);
  } finally {
    await vault.close();
  }
}

function withProof(work: (proof: AuditProof) => Promise<void>): Promise<void> {
  return withVault(async (config, { secret }) => {
    const { openAuditProof } = await import('../../../compose/commands/audit/audit-proof.ts');
    const proof = await openAuditProof(config, secret);
    try {
      await work(proof);
    } finally {
      await proof.close();
    }
  });
}

/** Older ones check the heads from before a rotation of the master secret. */
function printPublicKeys(signers: readonly HeadSigner[]): void {
  const [current, ...older] = signers.map(({ signer, publicKey }) => ({ signer, public_key: publicKey }));
  printJson(older.length === 0 ? current : { ...current, older });
}

function readHeads(file: string): readonly SignedHead[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) {
    throw new OperatorError(`${file} is empty: without a head that was kept, nothing is proven by it.`);
  }
  try {
    return lines.map((line) => JSON.parse(line) as SignedHead);
  } catch {
    throw new OperatorError(`${file} does not hold signed heads: it must be the output of \`confere audit heads\`.`);
  }
}
