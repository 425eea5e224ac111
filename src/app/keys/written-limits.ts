// What an operator writes of a key, on the command line and in the console: `600/min`, `unlimited`, `90d`. Undefined is what cannot
// be read; whoever asked has the sentence for it.

import type { RateLimit } from '../../domain/access/api-key.ts';
import { findNetwork } from '../../domain/access/network.ts';

/** Stands for "no limit", which is stored as null. */
export const unlimited = 'unlimited';
const isUnlimited = (text: string): boolean => text === unlimited || text === 'none';

export function parseKeyName(text: string): string | undefined {
  const name = text.trim();
  return name.length < 1 || name.length > 100 || /\p{Cc}/u.test(name) ? undefined : name;
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, y: 365 * 86_400_000 } as const;

/** Parses a duration into milliseconds. */
export function parseDuration(text: string): number | undefined {
  const match = /^(0|[1-9]\d{0,4})([mhdy])$/.exec(text);
  return match === null ? undefined : Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}

const windowNames: ReadonlyMap<number, string> = new Map([
  [1, 's'],
  [60, 'min'],
  [3_600, 'h'],
  [86_400, 'd'],
]);

export function parseRate(text: string): RateLimit | null | undefined {
  if (isUnlimited(text)) return null;
  const match = /^([1-9]\d{0,8})\/(s|min|h|d)$/.exec(text);
  const window = [...windowNames].find(([, name]) => name === match?.[2]);
  return match === null || window === undefined ? undefined : { requests: Number(match[1]), windowSeconds: window[0] };
}

export function toRateText(rate: RateLimit | null): string {
  if (rate === null) return unlimited;
  return `${rate.requests}/${windowNames.get(rate.windowSeconds) ?? `${rate.windowSeconds}s`}`;
}

export function parseCount(text: string): number | null | undefined {
  if (isUnlimited(text)) return null;
  return /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}

export const networksMax = 100;

/** Clients are known by their address or, with IPv6, by their /64: within it anybody can take any address. */
export function isKeyNetwork(text: string): boolean {
  const network = findNetwork(text);
  return network !== undefined && (network.family !== 'ipv6' || network.prefixBits <= 64);
}

export const originsMax = 20;

/** Tells whether the text is an origin as a browser writes it: a scheme, a host, and a port unless it is the scheme's own. */
export function isWebOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
