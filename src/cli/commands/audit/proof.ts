// `confere audit verify`, `heads` and `accept-loss`: proving the audit, and what to do where it does not hold.

import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { HeadSigner, SignedHead } from '../../../app/audit/head.ts';
import type { OpenIntent } from '../../../app/audit/open-intents.ts';
import type { AuditVerdict } from '../../../app/audit/verify-audit.ts';
import { systemClock } from '../../../clock.ts';
import type { sendAnchorsNow } from '../../../compose/commands/audit/anchors.ts';
import type { AuditProof } from '../../../compose/commands/audit/audit-proof.ts';
import type { Stores } from '../../../compose/parts/stores.ts';
import { type Config, loadConfig } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { parseReason } from '../../options/reason-option.ts';
import { upTo } from '../../options/whole-number.ts';
import { print, printFault, printJson, printTable, showPassing } from '../../terminal/terminal.ts';
import type { JudgedHeads } from './kept-heads.ts';
import { parseTime } from './time.ts';

export function addProofCommands(audit: Command): void {
  audit
    .command('verify')
    .description(
      'prove that nobody changed, removed, moved or added a record, or name the first such record. Signs and writes nothing',
    )
    .option(
      '--heads <file>',
      'signed heads from elsewhere (the output of `audit heads`, or bodies of the webhook), at least one of each chain',
    )
    .option(
      '--since <head|time>',
      'only records after a signed head (its number, or CHAIN:NUMBER) or a day such as 2026-11-01; older ones count as proven',
      parseSince,
    )
    .option('--threads <n>', 'threads that prove at the same time (default: one for each processor)', upTo(threadsMax))
    .option(
      '--anchors',
      'also compare it with every head that the service sent to the places of audit.anchor, or with those since the day of --since',
    )
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) => withProof((proof, config) => verify(options, proof, config)));

  audit
    .command('anchor')
    .description(
      'sign the end of every chain and send it to every place of audit.anchor now; a running service does so by itself',
    )
    .action(() =>
      withProof(async (proof, config, { secret }) => {
        if (config['audit.anchor'].length === 0)
          throw new OperatorError('No place is set in audit.anchor. See docs/audit.md');
        const { sendAnchorsNow, signEnds } = await import('../../../compose/commands/audit/anchors.ts');
        const fault = await signEnds(config, secret, proof.trail);
        printSent(await sendAnchorsNow(config, proof));
        refuseUnsigned(fault);
      }),
    );

  audit
    .command('heads')
    .description(
      'sign the end of every chain and print all signed ends, a JSON line each: keep a copy where this machine cannot write',
    )
    .option('--public-key', 'print the key that others need to check them')
    .action((options: { publicKey?: boolean }) =>
      withProof(async ({ trail, signers }, config, { secret }) => {
        if (options.publicKey) return printPublicKeys(signers);
        const { signEnds } = await import('../../../compose/commands/audit/anchors.ts');
        const fault = await signEnds(config, secret, trail);
        for (const head of await trail.heads()) print(JSON.stringify(head));
        refuseUnsigned(fault);
      }),
    );

  audit
    .command('accept-loss')
    .description('accept that records of this machine are gone, and continue; the audit records your reason')
    .requiredOption('--reason <text>', 'why, in your words; nothing about a person', parseReason)
    .requiredOption('--yes', 'confirm: missing records count as accepted from then on')
    .action(({ reason }: { reason: string }) =>
      withStores(async (config, { secret }) => {
        const { acceptLoss } = await import('../../../compose/commands/audit/accept-loss.ts');
        const lost = await acceptLoss(config, secret, reason);
        for (const { chain, sequence } of lost) print(`${chain}: written here up to record ${sequence}.`);
        print('Accepted and recorded. Verifications continue; a running service notices by itself.');
        if (config['audit.anchor'].length > 0) await sendAccepted(config, secret);
      }),
    );
}

/** Sends the accepted end at once, because a starting node takes the newest anchor for the end. */
async function sendAccepted(config: Config, secret: Stores['secret']): Promise<void> {
  const { openAuditProof } = await import('../../../compose/commands/audit/audit-proof.ts');
  const { sendAnchorsNow } = await import('../../../compose/commands/audit/anchors.ts');
  await using proof = await openAuditProof(config, secret);
  const { sent } = await sendAnchorsNow(config, proof);
  for (const { name, address, fault } of sent.filter(({ fault: found }) => found !== null))
    printFault(
      `${name} does not know it yet (${address}: ${fault}): run confere audit anchor before you start another node.`,
    );
}

interface VerifyOptions {
  readonly heads?: string;
  readonly anchors?: boolean;
  readonly since?: Since;
  readonly threads?: number;
  readonly json?: boolean;
}

/** Beyond that the disk is what is waited for. */
const threadsMax = 16;

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

async function verify(options: VerifyOptions, proof: AuditProof, config: Config): Promise<void> {
  const { trail, check, remembered, evidenceSinceMs, inWorkFromMs, toParts } = proof;
  const { verifyAudit } = await import('../../../app/audit/verify-audit.ts');
  const isShown = !options.json;
  const onProgress = (what: string) => (count: number) => isShown && showPassing(`${count} ${what}`);
  const sinceMs = options.since === undefined ? undefined : toSinceMs(options.since, await trail.heads());
  const kept = await readKept(options, { config, sinceMs, onProgress: onProgress('anchors') });
  const threads = options.threads ?? Math.min(availableParallelism(), threadsMax);
  let read = 0;
  const verdict = await verifyAudit({
    trail,
    check,
    remembered,
    evidenceSinceMs,
    ...(sinceMs !== undefined && { sinceMs }),
    ...(threads > 1 && { parts: toParts(threads) }),
    inWorkFromMs: inWorkFromMs(),
    onProgress: (records) => {
      read += records;
      onProgress('records')(read);
    },
  });
  if (isShown) showPassing('');
  const judged = kept && verdict.kind === 'intact' ? await kept.judge(proof, verdict.written) : undefined;
  const areAnchorsLeft = config['audit.anchor'].length > 0 && !options.anchors;
  const doubts = verdict.kind === 'intact' ? findDoubts(verdict, { remembered, judged, file: options.heads }) : [];
  if (options.json)
    printJson({ ...toVerdictJson(verdict, judged, doubts), ...(areAnchorsLeft && { anchorsNotRead: true }) });
  refuseBroken(verdict);
  judged?.refuse();
  if (!options.json) {
    print(`${doubts.length === 0 ? 'Intact' : 'Not proven to the end'}: ${describeIntact(verdict)}`);
    judged?.print();
    if (areAnchorsLeft) print('Not looked at: the anchors of audit.anchor. Run with --anchors to compare with them.');
    printUnfinished(verdict.unfinished);
  }
  if (doubts.length > 0) throw new OperatorError(doubts.map(({ says }) => says).join('\n'), doubtful);
}

/** The exit code means that nothing disagrees but something could not be compared. It differs from the code for tampering. */
const doubtful = 3;

interface Doubt {
  readonly kind: 'end_not_remembered' | 'chain_younger_than_heads';
  readonly chain?: string;
  readonly says: string;
}

/** Lists the kinds of tampering that the check would not have noticed. */
function findDoubts(
  { written }: Intact,
  {
    remembered,
    judged,
    file,
  }: Pick<AuditProof, 'remembered'> & { judged: JudgedHeads | undefined; file?: string | undefined },
): readonly Doubt[] {
  if (judged === undefined && written.length > 0 && remembered.length === 0) {
    const says =
      'This machine remembers nothing of what it wrote (audit.state_dir), so nobody can tell whether newer records were cut off. ' +
      'Compare with what was kept elsewhere: --anchors, or --heads FILE.';
    return [{ kind: 'end_not_remembered', says }];
  }
  return (judged?.younger ?? []).map((chain) => ({
    kind: 'chain_younger_than_heads',
    chain,
    says: `${chain} began after the newest head in ${file}, so nothing there proves it. Keep a newer copy: confere audit heads`,
  }));
}

/** Returns undefined if there is nothing to compare with. */
async function readKept(
  { heads: file, anchors }: VerifyOptions,
  { config, ...options }: { config: Config; sinceMs: number | undefined; onProgress: (count: number) => void },
) {
  if (file === undefined && !anchors) return undefined;
  const { openKeptHeads } = await import('./kept-heads.ts');
  return openKeptHeads({ file, config: anchors ? config : undefined, ...options });
}

function toVerdictJson(verdict: AuditVerdict, judged: JudgedHeads | undefined, doubts: readonly Doubt[]): object {
  if (verdict.kind === 'broken') return verdict;
  const { written, ...intact } = verdict;
  const proven = doubts.length === 0 ? intact : { ...intact, kind: 'unproven', doubts };
  if (judged === undefined) return { ...proven, withoutKeptHead: written };
  const [first] = judged.verdict.broken;
  const kept = { ...judged.verdict, places: judged.places };
  if (first === undefined) return { ...proven, withoutKeptHead: judged.uncovered, kept };
  const { chain, sequence } = first.head;
  return { kind: 'broken', chain, sequence, fault: first.fault, kept };
}

/** Reports a signing fault. The signed heads were still sent, but they do not reach the end of the audit. */
function refuseUnsigned(fault: string | null): void {
  if (fault === null) return;
  throw new OperatorError(
    `The newest records could not be signed (${fault}), so these heads do not reach to the end of the audit. See: confere audit verify`,
    1,
  );
}

function printSent({ heads, sent }: Awaited<ReturnType<typeof sendAnchorsNow>>): void {
  if (heads === 0) throw new OperatorError('Nothing is signed yet, so there is nothing to send.', 1);
  for (const { name, address, fault } of sent)
    print(fault === null ? `${name}: sent to ${address}.` : `${name}: NOT SENT to ${address}: ${fault}.`);
  if (sent.some(({ fault }) => fault !== null)) throw new OperatorError('Not every place has it.', 1);
}

/** Throws for what does not hold. */
function refuseBroken(verdict: AuditVerdict): asserts verdict is Intact {
  if (verdict.kind === 'intact') return;
  throw new OperatorError(
    `BROKEN at record ${verdict.sequence} of ${verdict.chain}: ${verdict.fault}. ` +
      'Keep everything as it is and compare it with your last backup.',
    1,
  );
}

type Intact = Extract<AuditVerdict, { kind: 'intact' }>;

function describeIntact({
  records,
  chains,
  heads,
  unsigned,
  purged,
  dropped,
  notRead,
  withoutEvidence,
}: Intact): string {
  const many = chains > 1 ? ` in ${chains} chains` : '';
  const gone = dropped > 0 ? ` ${dropped} older ones went with their months.` : '';
  const older = notRead > 0 ? ` ${notRead} before them were not read: heads that we signed vouch for them.` : '';
  return `${records} records${many}, ${purged} of them purged, ${withoutEvidence} without their evidence, ${heads} signed heads, ${unsigned} not signed yet.${gone}${older}`;
}

/** Prints unfinished intents. They do not mean a broken audit; recording them is the purpose of an audit. */
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

async function withStores(work: (config: Config, stores: Stores) => Promise<void>): Promise<void> {
  const { openStores } = await import('../../../compose/parts/stores.ts');
  const config = loadConfig();
  await using stores = await openStores(config, systemClock);
  await work(config, stores);
}

function withProof(work: (proof: AuditProof, config: Config, stores: Stores) => Promise<void>): Promise<void> {
  return withStores(async (config, stores) => {
    const { openAuditProof } = await import('../../../compose/commands/audit/audit-proof.ts');
    await using proof = await openAuditProof(config, stores.secret);
    await work(proof, config, stores);
  });
}

/** Older ones check the heads from before a rotation of the master secret. */
function printPublicKeys(signers: readonly HeadSigner[]): void {
  const [current, ...older] = signers.map(({ signer, publicKey }) => ({ signer, public_key: publicKey }));
  printJson(older.length === 0 ? current : { ...current, older });
}
