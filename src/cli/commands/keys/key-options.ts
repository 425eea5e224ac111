// What an operator may say of a key on the command line, for `keys create` and `keys update`: each word read, with a
// sentence for what cannot be.

import { type Command, InvalidArgumentError } from 'commander';
import {
  parseCount as findCount,
  parseDuration as findDuration,
  parseRate as findRate,
  isKeyNetwork,
  isWebOrigin,
  networksMax,
  originsMax,
  parseKeyName,
  unlimited,
} from '../../../app/keys/written-limits.ts';
import type { KeyChanges, RateLimit } from '../../../domain/access/api-key.ts';
import { OperatorError } from '../../../errors.ts';

/** As commander gives them, which makes something else of a null. */
export interface KeyOptions {
  readonly name?: string;
  readonly rate?: RateLimit | 'unlimited';
  readonly burst?: number | 'unlimited';
  readonly concurrency?: number | 'unlimited';
  readonly quotaDay?: number | 'unlimited';
  readonly quotaMonth?: number | 'unlimited';
  readonly network?: readonly string[];
  readonly corsOrigin?: readonly string[];
  readonly purpose?: string;
  readonly expires?: number | 'never';
}

export function withKeyOptions(command: Command, rateDefault = ''): Command {
  return command
    .option('--rate <rate>', `such as 600/min, or unlimited${rateDefault}`, parseRate)
    .option('--burst <n>', 'requests within one second, or unlimited', parseCount)
    .option('--concurrency <n>', 'in-flight requests at the same time, or unlimited', parseCount)
    .option('--quota-day <n>', 'requests a day (America/Sao_Paulo), or unlimited', parseCount)
    .option('--quota-month <n>', 'requests a month (America/Sao_Paulo), or unlimited', parseCount)
    .option('--network <network...>', 'networks that may use it, such as 203.0.113.0/24 2001:db8::/48, or: any')
    .option('--cors-origin <origin...>', 'web pages that may use it, such as https://shop.example, or: none')
    .option('--purpose <purpose>', 'the recorded purpose of a request without Confere-Purpose, or: none')
    .option('--expires <duration>', 'such as 90d, 12h or 1y from now, or never', parseExpiry);
}

interface Context {
  readonly nowMs: number;
  /** The setting `audit.purposes`. */
  readonly purposes: readonly string[];
}

/** Returns only the changes that the options state. */
export function toKeyChanges(options: KeyOptions, { nowMs, purposes }: Context): KeyChanges {
  const { name, rate, burst, concurrency, quotaDay, quotaMonth, network, corsOrigin, purpose, expires } = options;
  return {
    ...(name === undefined ? {} : { name }),
    ...(rate === undefined ? {} : { rate: toLimit(rate) }),
    ...(burst === undefined ? {} : { burst: toLimit(burst) }),
    ...(concurrency === undefined ? {} : { concurrency: toLimit(concurrency) }),
    ...(quotaDay === undefined ? {} : { dailyQuota: toLimit(quotaDay) }),
    ...(quotaMonth === undefined ? {} : { monthlyQuota: toLimit(quotaMonth) }),
    ...(network === undefined ? {} : { networks: toNetworks(network) }),
    ...(corsOrigin === undefined ? {} : { corsOrigins: toOrigins(corsOrigin) }),
    ...(purpose === undefined ? {} : { purpose: toPurpose(purpose, purposes) }),
    ...(expires === undefined ? {} : { expiresAtMs: expires === 'never' ? null : nowMs + expires }),
  };
}

function toLimit<Limit>(given: Limit | 'unlimited'): Limit | null {
  return given === 'unlimited' ? null : given;
}

export function parseName(text: string): string {
  return getRead(parseKeyName(text), 'Give 1 to 100 printable characters.');
}

export function parseDuration(text: string): number {
  return getRead(findDuration(text), 'Write a number and m, h, d or y, such as 90d.');
}

function parseExpiry(text: string): number | 'never' {
  if (text === 'never') return text;
  const durationMs = parseDuration(text);
  if (durationMs === 0) throw new InvalidArgumentError('To end a key now: confere keys revoke ID');
  return durationMs;
}

function parseRate(text: string): RateLimit | 'unlimited' {
  return getRead(findRate(text), 'Write requests per s, min, h or d, such as 600/min, or: unlimited.') ?? unlimited;
}

function parseCount(text: string): number | 'unlimited' {
  return getRead(findCount(text), 'Write a whole number from 1 on, or: unlimited.') ?? unlimited;
}

function getRead<Value>(read: Value | undefined, sentence: string): Value {
  if (read === undefined) throw new InvalidArgumentError(sentence);
  return read;
}

function toNetworks(texts: readonly string[]): readonly string[] | null {
  if (texts.length === 1 && texts[0] === 'any') return null;
  const fault = texts.find((text) => !isKeyNetwork(text));
  if (fault !== undefined) {
    throw new OperatorError(
      `${JSON.stringify(fault)} is no network: write an IPv4 address or range (203.0.113.7, 10.0.0.0/8), an IPv6 range of /64 or wider (2001:db8::/48), or: any`,
    );
  }
  if (texts.length > networksMax) throw new OperatorError(`A key may have ${networksMax} networks at most.`);
  return [...new Set(texts)];
}

function toOrigins(texts: readonly string[]): readonly string[] | null {
  if (texts.length === 1 && texts[0] === 'none') return null;
  const fault = texts.find((text) => !isWebOrigin(text));
  if (fault !== undefined) {
    throw new OperatorError(
      `${JSON.stringify(fault)} is no origin: write a scheme and a host as the browser does, in small letters and without a path (https://shop.example), or: none`,
    );
  }
  if (texts.length > originsMax) throw new OperatorError(`A key may have ${originsMax} origins at most.`);
  return [...new Set(texts)];
}

function toPurpose(text: string, purposes: readonly string[]): string | null {
  if (text === 'none') return null;
  if (purposes.includes(text)) return text;
  throw new OperatorError(`The purpose must be one of the setting audit.purposes (${purposes.join(', ')}), or: none`);
}
