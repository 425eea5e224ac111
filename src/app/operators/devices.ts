// Devices that an operator signed in on before. Such a device holds a token for the operator's name, signed by the installation; what
// strangers type for that name does not slow it down. A changed password and `confere operators forget-devices` end every token of a name.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { StoredOperator } from './ports.ts';

export const deviceDays = 90;
/** Colleagues may share a device. It forgets the operator whose last sign-in is the oldest. */
const namesPerDeviceMax = 8;
const separator = '~';

export interface Devices {
  /** Returns the tokens that the device should hold from now on: those of other operators and a new one for this operator. */
  remember(held: string | undefined, operator: StoredOperator): string;
  /** The id of the device for this operator; undefined where it holds no good token. */
  findId(held: string | undefined, operator: StoredOperator): string | undefined;
}

interface DevicesOptions {
  /** The newest first; what an older one has signed is not known any more. */
  readonly secret: () => Uint8Array;
  readonly clock: Clock;
}

export function createDevices({ secret, clock }: DevicesOptions): Devices {
  const sign = (operator: StoredOperator, sinceMs: number) =>
    createHmac('sha256', secret())
      .update(JSON.stringify([operator.record.name, sinceMs, operator.passwordHash, operator.deviceEpoch]))
      .digest('base64url');

  return {
    remember(held, operator) {
      const name = toNameMark(operator.record.name);
      const others = toTokens(held).filter((token) => !token.startsWith(`${name}.`));
      const sinceMs = clock.nowMs();
      const token = `${name}.${sinceMs.toString(36)}.${sign(operator, sinceMs)}`;
      return [token, ...others].slice(0, namesPerDeviceMax).join(separator);
    },
    findId(held, operator) {
      const name = toNameMark(operator.record.name);
      const token = toTokens(held).find((each) => each.startsWith(`${name}.`));
      if (token === undefined) return undefined;
      const [, since, given] = token.split('.') as [string, string, string];
      const sinceMs = Number.parseInt(since, 36);
      if (clock.nowMs() - sinceMs >= deviceDays * 86_400_000) return undefined;
      // A token has a signature of the right length, see below.
      return timingSafeEqual(Buffer.from(given), Buffer.from(sign(operator, sinceMs))) ? given : undefined;
    },
  };
}

function toTokens(held: string | undefined): readonly string[] {
  return (held ?? '').split(separator).filter((token) => /^[\w-]{11}\.[a-z0-9]{1,12}\.[\w-]{43}$/.test(token));
}

/** Returns a mark in place of the name, so that a reader of the device does not learn who works there. */
function toNameMark(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 11);
}
