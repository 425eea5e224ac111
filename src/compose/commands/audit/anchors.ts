// The places of `audit.anchor` for the operator: reads back what was ever sent there, or since some day, or sends now.

import { type AnchorDestination, toAnchorReason } from '../../../app/audit/anchors/anchor-destination.ts';
import { type KeptAnchor, parseAnchor } from '../../../app/audit/anchors/anchor-document.ts';
import type { KeptHead } from '../../../app/audit/anchors/judge-heads.ts';
import { createSendAnchors } from '../../../app/audit/anchors/send-anchors.ts';
import { systemClock } from '../../../clock.ts';
import type { Config } from '../../../config.ts';
import { OperatorError } from '../../../errors.ts';
import type { MasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { openAnchorDestinations } from '../../parts/audit/anchor-destinations.ts';
import type { AuditProof } from './audit-proof.ts';
import { openOperatorLog } from './operator-audit.ts';

export interface ReadPlace {
  readonly name: string;
  readonly address: string;
  readonly anchors: number;
  readonly newestAtMs: number;
}

interface ReadAnchorsOptions {
  /** The command reads anchors from the day of this time on; undefined reads all of them. */
  readonly sinceMs: number | undefined;
  readonly onProgress: (anchors: number) => void;
}

/** Throws an OperatorError for a place that cannot be read, or holds nothing: then nothing is proven by it. */
export async function readAnchors(config: Config, options: ReadAnchorsOptions) {
  const places = openAnchorDestinations(config, systemClock);
  const readable = places.filter(({ read }) => read !== undefined);
  if (readable.length === 0) {
    throw new OperatorError(
      places.length === 0
        ? 'No place is set in audit.anchor, so there are no anchors. See docs/audit.md'
        : 'Only the receiver of a webhook has its anchors: verify with --heads FILE, the bodies that the receiver kept, a line each.',
    );
  }
  const heads: KeptHead[] = [];
  const found: ReadPlace[] = [];
  try {
    for (const place of readable) found.push(await readPlace(place, heads, options));
  } finally {
    await Promise.all(places.map((place) => place.close()));
  }
  // Only their receivers have their anchors.
  const unread = places.filter(({ read }) => read === undefined).map(({ name }) => name);
  return { heads, places: found, unread };
}

async function readPlace(
  place: AnchorDestination,
  heads: KeptHead[],
  { sinceMs, onProgress }: ReadAnchorsOptions,
): Promise<ReadPlace> {
  const { name, address } = place;
  let anchors = 0;
  let newestAtMs = 0;
  try {
    for await (const { where, text, provenAtMs } of readSince(place, sinceMs)) {
      const document = parseAnchor(text);
      if (document === undefined) throw new OperatorError(`${where} is no anchor, or was changed.`, 1);
      const keptAtMs = provenAtMs ?? document.madeAtMs;
      heads.push(...document.heads.map((head) => ({ head, place: name, where, keptAtMs })));
      newestAtMs = Math.max(newestAtMs, keptAtMs);
      if (++anchors % 100 === 0) onProgress(anchors);
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `The anchors in ${name} (${address}) cannot be read: ${toAnchorReason(error)}. Nothing is proven by them.`,
      1,
    );
  }
  if (anchors > 0) return { name, address, anchors, newestAtMs };
  const since = sinceMs === undefined ? '' : ` since ${toDay(sinceMs)}`;
  throw new OperatorError(`${name} (${address}) holds no anchor${since}: nothing is proven by it.`, 1);
}

/** Day by day, so that older ones are not even listed; a clock elsewhere may be a day ahead. */
async function* readSince({ read }: AnchorDestination, sinceMs: number | undefined): AsyncGenerator<KeptAnchor> {
  const { signal } = new AbortController();
  if (sinceMs === undefined) yield* read?.(undefined, signal) ?? [];
  else
    for (let atMs = sinceMs; atMs <= systemClock.nowMs() + 2 * dayMs; atMs += dayMs)
      yield* read?.(`${toDay(atMs)}/`, signal) ?? [];
}

const dayMs = 86_400_000;

function toDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** A chain that was signed before this must be in every place by now. */
export function toAnchoredBeforeMs(config: Config): number {
  return systemClock.nowMs() - 2 * config['audit.anchor_minutes'] * 60_000 - graceMs;
}

/** An attempt that fails is made again within this time. */
const graceMs = 15 * 60_000;

/** Signs every chain as it is now; a code where an end cannot be signed. Where nothing was ever recorded, nothing is made. */
export async function signEnds(
  config: Config,
  secret: MasterSecret,
  trail: AuditProof['trail'],
): Promise<string | null> {
  const chains = await trail.chains();
  if (chains.every(({ last }) => last === 0)) return null;
  const log = openOperatorLog(config, secret);
  try {
    return await log.signAll();
  } finally {
    await log.close();
  }
}

/** The newest heads that we signed, to each place, now. The fault is null where it was sent. */
export async function sendAnchorsNow(config: Config, { trail, check }: Pick<AuditProof, 'trail' | 'check'>) {
  const places = openAnchorDestinations(config, systemClock);
  try {
    const heads = (await trail.lastHeads()).filter((head) => check.isOurs(head));
    const sender = createSendAnchors({
      places,
      findHeads: async () => heads,
      everyMs: 0,
      clock: systemClock,
      random: () => 0,
    });
    await sender.sendDue(new AbortController().signal);
    const states = sender.states();
    const sent = places.map(({ name, address }) => ({ name, address, fault: states.get(name)?.fault ?? null }));
    return { heads: heads.length, sent };
  } finally {
    await Promise.all(places.map((place) => place.close()));
  }
}
