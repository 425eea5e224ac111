// What `confere audit verify` says about heads that were kept elsewhere: in a file of the operator, or as anchors.

import { readFileSync } from 'node:fs';
import { isSignedHead, parseAnchor } from '../../../app/audit/anchors/anchor-document.ts';
import type { BrokenHead, HeadsVerdict, KeptHead, LostHead } from '../../../app/audit/anchors/judge-heads.ts';
import { parseContent } from '../../../app/audit/record.ts';
import { toTime } from '../../../app/keys/show-key.ts';
import type { ReadPlace } from '../../../compose/commands/audit/anchors.ts';
import type { AuditProof } from '../../../compose/commands/audit/audit-proof.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import { print } from '../../terminal/terminal.ts';

/** A line each: a head as `audit heads` prints it, an anchor, or the body of a webhook that told one. */
function readHeadsFile(file: string): readonly KeptHead[] {
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
  return lines.flatMap((line, index) => {
    const heads = parseLine(line);
    if (heads === undefined) {
      throw new OperatorError(
        `${file} does not hold signed heads: line ${index + 1} must be one of \`confere audit heads\`, or the body of a webhook audit.anchored.`,
      );
    }
    return heads.map((head) => ({ head, place: file, where: `line ${index + 1}`, keptAtMs: head.atMs }));
  });
}

function parseLine(line: string) {
  const anchor = parseAnchor(line);
  if (anchor !== undefined) return anchor.heads;
  try {
    const head: unknown = JSON.parse(line);
    return isSignedHead(head) ? [head] : undefined;
  } catch {
    return undefined;
  }
}

export interface JudgedHeads {
  readonly verdict: HeadsVerdict;
  readonly places: readonly ReadPlace[];
  /** Chains of which some place holds no head. */
  readonly uncovered: readonly string[];
  /** Chains that begin after the newest head of the file: it cannot name them. */
  readonly younger: readonly string[];
  /** Throws for what does not hold. */
  refuse(): void;
  print(): void;
}

interface KeptHeadsOptions {
  readonly file: string | undefined;
  /** The value is undefined if no anchors are requested. */
  readonly config: Config | undefined;
  /** Anchors of before then are left out. */
  readonly sinceMs: number | undefined;
  readonly onProgress: (anchors: number) => void;
}

/** Reads all that was kept, before the audit is read: meanwhile it may go on. */
export async function openKeptHeads({ file, config, sinceMs, onProgress }: KeptHeadsOptions) {
  const ofFile = file === undefined ? [] : readHeadsFile(file);
  const { readAnchors, toAnchoredBeforeMs } = await import('../../../compose/commands/audit/anchors.ts');
  const anchors = config && (await readAnchors(config, { sinceMs, onProgress }));
  const kept = [...ofFile, ...(anchors?.heads ?? [])];
  const places = anchors?.places ?? [];
  return {
    async judge({ trail, check }: AuditProof, chains: readonly string[]): Promise<JudgedHeads> {
      const { judgeHeads } = await import('../../../app/audit/anchors/judge-heads.ts');
      const verdict = await judgeHeads(kept, { trail, check });
      const lacks = (place: string) => (chain: string) =>
        !kept.some((one) => one.place === place && one.head.chain === chain);
      const newestMs = Math.max(...ofFile.map(({ keptAtMs }) => keptAtMs));
      const younger: string[] = [];
      const missing: { readonly place: string; readonly chain: string }[] = [];
      for (const chain of file === undefined ? [] : chains.filter(lacks(file))) {
        if (await beginsAfter(trail, chain, newestMs)) younger.push(chain);
        else missing.push({ place: file as string, chain });
      }
      // What was signed first since the last anchor is on its way.
      const old: string[] = [];
      for (const chain of config === undefined ? [] : chains) {
        const first = await trail.findHead({ chain, sequence: 1 });
        if (first !== undefined && first.atMs < toAnchoredBeforeMs(config as Config)) old.push(chain);
      }
      for (const { name } of places) missing.push(...old.filter(lacks(name)).map((chain) => ({ place: name, chain })));
      return {
        verdict,
        places,
        uncovered: [...new Set(missing.map(({ chain }) => chain)), ...younger],
        younger,
        refuse() {
          refuseBroken(verdict.broken);
          const [first] = missing;
          if (first !== undefined) throw toUncovered(first, file);
        },
        print: () => printKept(verdict, places, anchors?.unread ?? []),
      };
    },
  };
}

/** By its first record, which is signed by its place in the chain; one that has lost its content tells nothing. */
async function beginsAfter(trail: AuditProof['trail'], chain: string, atMs: number): Promise<boolean> {
  const [first] = await trail.find({ chain }, { order: 'oldest', limit: 1 });
  const content = first?.sequence === 1 && first.content !== null ? parseContent(first.content) : undefined;
  return content !== undefined && content.atMs > atMs;
}

function toUncovered({ place, chain }: { place: string; chain: string }, file: string | undefined): OperatorError {
  const advice =
    place === file
      ? 'Give a file with a head of each chain.'
      : 'Send one now: confere audit anchor. Find out why none was sent before.';
  return new OperatorError(`${place} holds no head of ${chain}, so it proves nothing about that chain. ${advice}`, 1);
}

function refuseBroken(broken: readonly BrokenHead[]): void {
  if (broken.length === 0) return;
  const lines = broken.map(
    ({ head, fault, ...kept }) =>
      `BROKEN at record ${head.sequence} of ${head.chain}: ${fault} (${describeHead(kept)}).`,
  );
  throw new OperatorError(`${lines.join('\n')} Keep everything as it is and compare it with your last backup.`, 1);
}

function printKept(verdict: HeadsVerdict, places: readonly ReadPlace[], unread: readonly string[]): void {
  const { agreed, dropped, lost } = verdict;
  const gone = dropped > 0 ? `, ${dropped} more are of months that were dropped` : '';
  print(`${agreed} heads that were kept elsewhere agree with it${gone}.`);
  for (const { name, address, anchors, newestAtMs } of places)
    print(`${name}: ${anchors} anchors in ${address}, the newest of ${toTime(newestAtMs)}.`);
  if (unread.length > 0)
    print(`Not looked at: ${unread.join(', ')}. Only the receiver has those: --heads FILE, the bodies, a line each.`);
  for (const loss of lost) print(describeLoss(loss));
}

function describeLoss({ head, accepted, ...kept }: LostHead): string {
  const end = accepted.lost.find(({ chain }) => chain === head.chain);
  const isWhole = end?.left !== undefined && end.left >= end.sequence;
  const from = isWhole ? 'Signed heads up' : end?.left === undefined ? 'Records' : `Records ${end.left + 1}`;
  return (
    `Accepted loss at ${toTime(accepted.atMs)} by ${accepted.actor}: ${accepted.reason}. ` +
    `${from} to ${end?.sequence ?? head.sequence} of ${head.chain} are gone; a head of record ${head.sequence} was kept (${describeHead(kept)}).`
  );
}

function describeHead({ place, where, keptAtMs }: Pick<KeptHead, 'place' | 'where' | 'keptAtMs'>): string {
  return `kept by ${place} at ${toTime(keptAtMs)}: ${where}`;
}
