// What tells our own from what others wrote: the links of a chain by their key, under every generation of the secret, groups by their seals,
// and signed heads by their signature. It only looks; whoever writes has chain.ts and head.ts.

import { type ChainEnd, createExtendChain, type ExtendChain, type GroupFacts } from '../chain.ts';
import { createGroupOpener, type GroupOpener } from '../groups/group.ts';
import { createHeadCheck, createHeadSigner, type SignedHead } from '../head.ts';
import type { AuditSecrets } from '../record.ts';

/** Tells whether a group follows from the one before it by one of Confere's own keys. */
export type JudgeLink = (before: ChainEnd, facts: GroupFacts, link: Uint8Array) => boolean;

export interface AuditCheck {
  isOurs(head: SignedHead): boolean;
  /** The same, also of a generation that was retired before: for heads that were kept where its leaked secret does not reach. */
  isSigned(head: SignedHead): boolean;
  openChain(chain: string): JudgeLink;
  readonly opener: GroupOpener;
}

/** `secrets` are all generations, the newest first. */
export function createAuditCheck(secrets: readonly AuditSecrets[]): AuditCheck {
  const signers = secrets.map(({ headSeed, until }) => ({ ...createHeadSigner(headSeed), until }));
  const isSigned = createHeadCheck(signers.map(({ publicKey }) => publicKey));
  return {
    isOurs(head) {
      const until = signers.find(({ signer }) => signer === head.signer)?.until;
      return isInTime(until, head) && isSigned(head);
    },
    isSigned,
    openChain: (chain) => createJudgeLink(secrets, chain),
    opener: createGroupOpener(secrets),
  };
}

/** Tells whether a generation counts for this record. A retired generation counts up to its end, and only for records that existed then. */
function isInTime(
  until: AuditSecrets['until'],
  { chain, sequence, hash }: { readonly chain: string; readonly sequence: number; readonly hash: string },
): boolean {
  if (until === undefined) return true;
  const end = until[chain];
  return end !== undefined && (sequence < end.sequence || (sequence === end.sequence && hash === end.hash));
}

type LinkSecrets = readonly Pick<AuditSecrets, 'linkKey' | 'until'>[];

export function createJudgeLink(secrets: LinkSecrets, chain: string): JudgeLink {
  const keyed = secrets.map(({ linkKey, until }): ExtendChain => {
    const extend = createExtendChain(linkKey, chain);
    if (until === undefined) return extend;
    const nowhere = Buffer.alloc(0);
    return (end, facts) => {
      const { sequence, hash } = extend(end, facts);
      return { sequence, hash: isInTime(until, { chain, sequence, hash: hash.toString('hex') }) ? hash : nowhere };
    };
  });
  /** The generation that fitted last comes first: a rotation is rare. */
  let last: ExtendChain | undefined;
  return (before, facts, link) => {
    const fits = (extend: ExtendChain) => extend(before, facts).hash.equals(link);
    if (last !== undefined && fits(last)) return true;
    last = keyed.find(fits);
    return last !== undefined;
  };
}
