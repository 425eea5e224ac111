// One text for all that decides what a party answers and how that is read: whom we ask, as whom, with what request, by what mapping. It
// never leaves the process as it is; kept answers are bound to it.

import { createHash } from 'node:crypto';
import type { ResolvedAuth } from '../call/credentials/authentication.ts';
import type { TlsOptions } from '../call/http-exchange.ts';
import type { PlaceholderValues } from '../call/template.ts';
import type { AsyncDescription } from '../schema/calls/async.ts';
import type { PartyDescription } from '../schema/party.ts';

interface Credentials {
  readonly auth: ResolvedAuth;
  readonly tls: TlsOptions;
  readonly secrets: PlaceholderValues;
  /** `certificates` verify XML signatures. */
  readonly certificates: readonly string[];
}

/** Limits and titles are left out, and so are the paths of files: they may differ between machines that ask the same. */
export function toFingerprint(
  description: PartyDescription,
  { auth, tls, secrets, certificates }: Credentials,
): string {
  const { base_url, calls, request, response, outcomes, date_format, mapping, codes, cache_seconds } = description;
  // Who calls back, and how, changes no answer.
  const { callback: _, ...later } = description.async ?? {};
  return toHash([
    [base_url, request, outcomes, date_format, mapping, codes, cache_seconds],
    [auth, tls, secrets],
    // What a description does not have leaves no trace, so that a new key changes nothing for those without it.
    ...(response === undefined ? [] : [response]),
    ...(certificates.length === 0 ? [] : [certificates]),
    ...(calls === undefined ? [] : [calls]),
    ...('signals' in description ? [description.signals] : []),
    ...(description.async === undefined ? [] : [later]),
  ]);
}

/**
 * Returns the fingerprint of a paid order. It covers only the order itself, so a renewed secret or another way to fetch the answer causes no new
 * order.
 */
export function toOrderFingerprint({ base_url, calls, request }: PartyDescription, { id }: AsyncDescription): string {
  return toHash([base_url, calls, request, id]);
}

function toHash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
