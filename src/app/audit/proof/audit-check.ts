// What tells our own from what others wrote: the links of a chain by their key, under every generation of the secret, and signed heads by
// their signature. It only looks; whoever writes has chain.ts and head.ts.

import { type ChainEnd, createExtendChain, type ExtendChain, extendPlainChain } from '../chain.ts';
import { createHeadCheck, createHeadSigner, type SignedHead } from '../head.ts';
import { type AuditSecrets, unwrapDetails } from '../record.ts';

/** `plain` are links from before there was a key: anybody can make them, so they count only below something of ours. */
export type Link = 'keyed' | 'plain';

/** Undefined for what does not follow from the record before it. */
export type JudgeLink = (before: ChainEnd, contentHash: Uint8Array, hash: Uint8Array) => Link | undefined;

export interface AuditCheck {
  isOurs(head: SignedHead): boolean;
  /** The same, also of a generation that was retired before: for heads that were kept where its leaked secret does not reach. */
  isSigned(head: SignedHead): boolean;
  openChain(chain: string): JudgeLink;
  /** The details in the seal that their record names. */
  unwrap(sealedDetails: Uint8Array, named: { readonly detailsHash: string; readonly salt: string }): Uint8Array;
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
    unwrap: (sealedDetails, named) => unwrapDetails(sealedDetails, named, secrets),
  };
}

/** Whether a generation counts for this record: one that was retired, up to where it ended, and only for what was there. */
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
    return (end, contentHash) => {
      const { sequence, hash } = extend(end, contentHash);
      return { sequence, hash: isInTime(until, { chain, sequence, hash: hash.toString('hex') }) ? hash : nowhere };
    };
  });
  /** The generation that fitted last comes first: a rotation is rare. */
  let last: ExtendChain | undefined;
  return (before, contentHash, hash) => {
    const fits = (extend: ExtendChain) => extend(before, contentHash).hash.equals(hash);
    if (last !== undefined && fits(last)) return last === extendPlainChain ? 'plain' : 'keyed';
    last = keyed.find(fits) ?? (fits(extendPlainChain) ? extendPlainChain : undefined);
    if (last === undefined) return undefined;
    return last === extendPlainChain ? 'plain' : 'keyed';
  };
}
