// Whether the places of `audit.anchor` can be read, and have the ends that were signed some time ago. It sends nothing.

import { type AnchorDestination, toAnchorReason } from '../../app/audit/anchors/anchor-destination.ts';
import { parseAnchor } from '../../app/audit/anchors/anchor-document.ts';
import type { SignedHead } from '../../app/audit/head.ts';
import type { Clock } from '../../app/clock.ts';
import { type Finding, fault, ok, type Probe, warning } from '../../app/doctor/finding.ts';

interface AnchorsProbeOptions {
  readonly openPlaces: () => Promise<readonly AnchorDestination[]>;
  /** The newest signed head of each chain. */
  readonly findHeads: () => Promise<readonly SignedHead[]>;
  readonly clock: Clock;
  readonly everyMs: number;
}

const subject = 'audit_anchors';
const deadlineMs = 20_000;
const dayMs = 86_400_000;
/** An attempt that fails is made again within this time. */
const graceMs = 15 * 60_000;
const advice = 'See audit_anchor_failed in the log, and send now: confere audit anchor';

export function createAnchorsProbe({ openPlaces, findHeads, clock, everyMs }: AnchorsProbeOptions): Probe {
  return {
    subject,
    async run() {
      const places = await openPlaces();
      const heads = await findHeads();
      try {
        const findings: Finding[] = [];
        for (const place of places)
          findings.push(await examineAnchor(place, heads, clock.nowMs(), 2 * everyMs + graceMs));
        return findings;
      } finally {
        await Promise.all(places.map((place) => place.close()));
      }
    },
  };
}

async function examineAnchor(
  place: AnchorDestination,
  heads: readonly SignedHead[],
  nowMs: number,
  lateMs: number,
): Promise<Finding> {
  const { name, address } = place;
  if (place.read === undefined) return ok(subject, `${name}: only the receiver of ${address} knows what it has.`);
  const there = new Map<string, number>();
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    for (const dayBack of [0, 1]) {
      const day = `${new Date(nowMs - dayBack * dayMs).toISOString().slice(0, 10)}/`;
      for await (const { text } of place.read(day, signal)) {
        for (const { chain, sequence } of parseAnchor(text)?.heads ?? [])
          there.set(chain, Math.max(sequence, there.get(chain) ?? 0));
      }
    }
  } catch (error) {
    return fault(subject, `${name}: ${address} cannot be used: ${toAnchorReason(error)}.`, advice);
  }
  const behind = heads.find(
    ({ chain, sequence, atMs }) => nowMs - atMs > lateMs && nowMs - atMs < dayMs && (there.get(chain) ?? 0) < sequence,
  );
  return behind === undefined
    ? ok(subject, `${name}: ${address} has what was signed until ${new Date(nowMs - lateMs).toISOString()}.`)
    : warning(subject, `${name}: ${address} lacks the head of ${new Date(behind.atMs).toISOString()}.`, advice);
}
