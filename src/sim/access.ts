// Who may ask a simulated party: tokens and what they cost, fixed headers, signatures. The secrets guard nothing.

import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto';
import type { Clock } from '../app/clock.ts';
import { type Access, clientId, clientSecret, type PartyRequest } from './party.ts';

export interface Admission {
  /** A new token, or undefined for who may not have one. */
  giveToken(request: PartyRequest, lifeSeconds: number): Promise<string | undefined>;
  isAdmitted(request: PartyRequest): boolean;
  /** Restores the state at the start. All tokens become invalid. */
  reset(): void;
}

interface AdmissionOptions {
  readonly clock: Clock;
  /** Returns the public half of the key that signs assertions. */
  readonly publicKey: () => KeyObject;
}

const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** The date of a signed request may differ from the present time by at most this much. */
const dateToleranceMs = 300_000;

export function createAdmission(access: Access, { clock, publicKey }: AdmissionOptions): Admission {
  let tokens = new Map<string, number>();
  /** The set holds the spent assertions, so that no caller gets two tokens for one assertion. */
  let spent = new Set<string>();

  const isKnown = async (request: PartyRequest): Promise<boolean> => {
    if (access.kind !== 'assertion') return request.headers.authorization === basic;
    const form = new URLSearchParams(request.body);
    const assertion = form.get('assertion') ?? '';
    if (form.get('grant_type') !== grant || spent.has(assertion)) return false;
    spent.add(assertion);
    return await isGoodAssertion(assertion, access, publicKey(), clock.nowMs());
  };
  const hasToken = ({ headers }: PartyRequest): boolean => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return (tokens.get(token) ?? Number.NEGATIVE_INFINITY) > clock.monotonicMs();
  };

  return {
    async giveToken(request, lifeSeconds) {
      if (!(await isKnown(request))) return undefined;
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, clock.monotonicMs() + lifeSeconds * 1000);
      return token;
    },
    isAdmitted(request) {
      switch (access.kind) {
        case 'open':
          return true;
        case 'header':
          return request.headers[access.name] === access.value;
        case 'request':
          return access.admits(request);
        case 'oauth':
          return hasToken(request);
        case 'assertion':
          return hasToken(request) && request.headers[access.header.name] === access.header.value;
        case 'hmac':
          return isSigned(request, clock.nowMs());
      }
    },
    reset() {
      tokens = new Map();
      spent = new Set();
    },
  };
}

const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

async function isGoodAssertion(
  assertion: string,
  { issuer, audience }: Extract<Access, { readonly kind: 'assertion' }>,
  key: KeyObject,
  nowMs: number,
): Promise<boolean> {
  // Loaded with the first assertion: most simulators never see one.
  const { jwtVerify } = await import('jose');
  try {
    const currentDate = new Date(nowMs);
    const rules = { issuer, audience, algorithms: ['RS256'], currentDate, maxTokenAge: 3600, requiredClaims: ['exp'] };
    const { payload } = await jwtVerify(assertion, key, rules);
    return (payload.exp ?? 0) - (payload.iat ?? 0) <= 3600;
  } catch {
    return false;
  }
}

/** `HMAC simulator:HEX` over method, path, query, date and the hash of the body, a line each. */
function isSigned({ method, path, query, headers, body }: PartyRequest, nowMs: number): boolean {
  const date = headers.date ?? '';
  if (!(Math.abs(Date.parse(date) - nowMs) <= dateToleranceMs)) return false;
  const hash = createHash('sha256').update(body).digest('hex');
  const text = [method, path, query.toString(), date, hash].join('\n');
  const signature = createHmac('sha256', clientSecret).update(text).digest('hex');
  return headers.authorization === `HMAC ${clientId}:${signature}`;
}
