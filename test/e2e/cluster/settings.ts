// Every setting that the cluster of the faults has and that is not the default: it is started with these, and its page is made from them.

import { settings, toVariable } from '../../../src/settings/settings.ts';
import { unhurried } from '../../support/service/unhurried.ts';

/** Longer than the database is away, on a machine with other work too. A node that was killed is waited for as long, once. */
export const outageSeconds = { full: 40, short: 15 } as const;

/** Of both nodes. */
export const nodeSettings = {
  CONFERE_LIMITS_NODES: '2',
  CONFERE_LIMITS_COUNTERS_MS_MAX: '1000',
  CONFERE_VERIFICATION_DEADLINE_MS: '30000',
  CONFERE_AUDIT_DEADLINE_MS: '5000',
} as const;

/** Of the node that will be cut off: it is to refuse soon, and to give up soon. */
export const impatient = { CONFERE_STORE_OUTAGE_SECONDS: '3', CONFERE_AUDIT_DEADLINE_MS: '1500' } as const;

/** Of each source: a busy machine is no outage. */
export const sourceSettings = { deadline_ms: 28_000, connect_ms: 10_000 } as const;

export interface StatedSetting {
  readonly name: string;
  readonly value: string;
  /** Of the node that is cut off, where it is another one. */
  readonly cutOff: string | undefined;
  readonly fallback: string;
}

/** Of the whole run, beside addresses and folders. Throws for a variable that is no setting. */
export function listStatedSettings(): readonly StatedSetting[] {
  const all: Readonly<Record<string, string>> = {
    ...unhurried,
    ...nodeSettings,
    CONFERE_STORE_OUTAGE_SECONDS: String(outageSeconds.full),
  };
  const names = new Map(Object.keys(settings).map((name) => [toVariable(name), name as keyof typeof settings]));
  return Object.entries(all).map(([variable, value]) => {
    const name = names.get(variable);
    if (name === undefined) throw new Error(`${variable} is no setting`);
    const cutOff = (impatient as Readonly<Record<string, string>>)[variable];
    return { name, value, cutOff, fallback: String(settings[name].fallback) };
  });
}
