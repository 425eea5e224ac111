// Whether the database can still do its work: the file is there and the same, a real row can be read from the disk, and a
// write reaches it. Those who ask never wait long, and asking often costs no more than asking once.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../app/clock.ts';
import { type Bilingual, toFaultCode } from '../../errors.ts';
import type { SqliteStore } from './database.ts';

/** Returns undefined if the store works. Otherwise, it returns the fault in codes and our own words, without stored data. */
export type FindStoreFault = () => Promise<Bilingual | undefined>;

/** A result serves every caller for this long, because a check writes to the disk and any client may ask. */
const goodForMs = 1_000;
/** A caller gets an answer within this time, with the last result if need be. */
const answerWithinMs = 900;
/** A write that takes longer than this will not be better than one that fails. */
const writeWithinMs = 5_000;
const probeSql = `INSERT INTO meta (name, value) VALUES ('probe', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

interface HealthOptions {
  readonly clock: Clock;
  /** Tells whether API keys are kept here. If so, at least one always exists. */
  readonly holdsKeys: boolean;
}

const notLookedYet: Bilingual = {
  en: 'the database has not been examined yet',
  pt: 'o banco de dados ainda não foi examinado',
};
const noKey: Bilingual = {
  en: 'the database holds no key yet',
  pt: 'o banco de dados ainda não tem nenhuma chave',
};
const stuck: Bilingual = {
  en: 'a write to the database has been waiting for seconds',
  pt: 'uma gravação no banco de dados está esperando há alguns segundos',
};

export function createFindStoreFault(
  { reader, writer }: SqliteStore,
  { clock, holdsKeys }: HealthOptions,
): FindStoreFault {
  let underWay: { readonly sinceMs: number; readonly done: Promise<void> } | undefined;
  let foundAtMs = Number.NEGATIVE_INFINITY;
  let fault: Bilingual | undefined = notLookedYet;

  async function look(): Promise<Bilingual | undefined> {
    try {
      reader.forget();
      const key = reader.get('SELECT * FROM api_keys LIMIT 1');
      if (holdsKeys && key === undefined) return noKey;
      await writer.write([{ sql: probeSql, parameters: [new Uint8Array(randomBytes(8))] }]);
      return undefined;
    } catch (error) {
      const code = toFaultCode(error);
      return {
        en: `the database cannot be read or written: ${code}`,
        pt: `não é possível ler nem gravar no banco de dados: ${code}`,
      };
    }
  }

  /** A look may be over before it is waited for; what it found is taken down a step later, when `underWay` is set for sure. */
  function begin(): { readonly sinceMs: number; readonly done: Promise<void> } {
    const done = look().then((found) => {
      fault = found;
      foundAtMs = clock.monotonicMs();
      underWay = undefined;
    });
    return { sinceMs: clock.monotonicMs(), done };
  }

  return async () => {
    if (clock.monotonicMs() - foundAtMs < goodForMs) return fault;
    underWay ??= begin();
    const { sinceMs, done } = underWay;
    const enough = new AbortController();
    await Promise.race([done, sleep(answerWithinMs, undefined, { ref: false, signal: enough.signal }).catch(() => {})]);
    enough.abort();
    const isStuck = underWay !== undefined && clock.monotonicMs() - sinceMs >= writeWithinMs;
    return isStuck ? stuck : fault;
  };
}
