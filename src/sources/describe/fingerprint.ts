// One text for all that decides what a party answers and how that is read: whom we ask, as whom, with what request, by what mapping. It
// never leaves the process as it is; kept answers are bound to it.

import { createHash } from 'node:crypto';
import type { CheckedParty } from './checked-party.ts';
import type { CompanyPartyDescription, PersonPartyDescription } from './description.ts';

type Credentials = Pick<CheckedParty<never>, 'auth' | 'tls' | 'secrets'>;

/** Limits and titles are left out, and so are the paths of files: they may differ between machines that ask the same. */
export function toFingerprint(
  description: PersonPartyDescription | CompanyPartyDescription,
  { auth, tls, secrets }: Credentials,
): string {
  const { base_url, request, outcomes, date_format, mapping, codes, cache_seconds } = description;
  return createHash('sha256')
    .update(
      JSON.stringify([
        [base_url, request, outcomes, date_format, mapping, codes, cache_seconds],
        [auth, tls, secrets],
      ]),
    )
    .digest('base64url');
}
