// What tells our own from what others wrote: the links of a chain by their key, under every generation of the secret, and signed heads by
// their signature. It only looks; whoever writes has chain.ts and head.ts.

import { type ChainEnd, createExtendChain, type ExtendChain, extendPlainChain } from '../chain.ts';
import { createHeadCheck, createHeadSigner, type SignedHead } from '../head.ts';
import type { AuditSecrets } from '../record.ts';

/** `plain` are links from before there was a key: anybody can make them, so they count only below something of ours. */
export type Link = 'keyed' | 'plain';

/** Undefined for what does not follow from the record before it. */
export type JudgeLink = (before: ChainEnd, contentHash: Uint8Array, hash: Uint8Array) => Link | undefined;

export interface AuditCheck {
  isOurs(head: SignedHead): boolean;
  openChain(chain: string): JudgeLink;
}

/** `secrets` are all generations, the newest first. */
export function createAuditCheck(secrets: readonly AuditSecrets[]): AuditCheck {
  const linkKeys = secrets.map(({ linkKey }) => linkKey);
  return {
    isOurs: createHeadCheck(secrets.map(({ headSeed }) => createHeadSigner(headSeed).publicKey)),
    openChain: (chain) => createJudgeLink(linkKeys, chain),
  };
}

export function createJudgeLink(linkKeys: readonly Uint8Array[], chain: string): JudgeLink {
  const keyed = linkKeys.map((linkKey) => createExtendChain(linkKey, chain));
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
