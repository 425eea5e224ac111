// Makes a call with an Idempotency-Key run once: an equal call later receives the first answer, and no source is asked.
// A started call is never taken over. Who is still alive only decides which refusal a repeated call meets.

import { createHmac } from 'node:crypto';
import type { KeyId } from '../../domain/access/api-key.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { toCallPlace } from '../kept/requests.ts';
import { type KeptText, readKeptText, writeKeptText } from '../kept-text.ts';
import { toObserver } from '../observer.ts';
import type { Seal } from '../seal.ts';
import type { IdempotencyStore, KeptCall, RecordedCall } from './ports.ts';

export interface RepeatableCall {
  readonly idempotencyKey: string;
  readonly route: string;
  /** As it was written, without the question mark. */
  readonly query: string;
  readonly body: Uint8Array;
}

export interface OnceAnswer {
  readonly body: string;
  readonly isReplayed: boolean;
}

/** `execute` gives the text of a 2xx answer, or throws. */
export type AnswerOnce = (call: RepeatableCall, caller: Caller, execute: () => Promise<string>) => Promise<OnceAnswer>;

/** The store failed where the caller need not know; the operator should. */
export type OnStoreFault = (what: 'answer not kept' | 'call not released', error: unknown) => void;

export interface IdempotencySecrets {
  readonly hashSecret: Uint8Array;
  readonly seal: Seal;
}

/**
 * Returns the secrets of every generation of the master secret, the newest first. The older ones have named records that still exist. The function
 * returns the same list until a generation is added.
 */
export type FindIdempotencySecrets = () => readonly [IdempotencySecrets, ...IdempotencySecrets[]];

interface AnswerOnceOptions {
  readonly store: IdempotencyStore;
  readonly secrets: FindIdempotencySecrets;
  /** Returns the names that the audit uses for the people whose numbers this text contains. */
  readonly toSubjects: (text: string) => readonly string[];
  readonly clock: Clock;
  /** An answer can be replayed for this many milliseconds. */
  readonly keptMs: number;
  readonly onStoreFault: OnStoreFault;
}

const hourMs = 3_600_000;
const retryAfterSeconds = 1;
const busyRetryAfterSeconds = 5;
/** Expired records are deleted every ten minutes. */
const fullRetryAfterSeconds = 600;

export function createAnswerOnce(options: AnswerOnceOptions): AnswerOnce {
  const { store, clock, keptMs, toSubjects } = options;
  const findRecords = createFindRecords(options.secrets);
  const onStoreFault = toObserver(options.onStoreFault);
  /**
   * The call that deals with an id in this process, from before its first look into the store until its end. What it found
   * there, those that come meanwhile find too; when it found nothing, it is the one that runs.
   */
  const turns = new Map<string, Turn>();

  /** Finds a call that was answered or begun before the master secret was rotated. */
  async function findOlder(older: readonly Records[], call: RepeatableCall, keyId: KeyId) {
    for (const records of older) {
      const names = records.toNames(call, keyId);
      const recorded = await store.find(names.id, clock.nowMs());
      if (recorded !== undefined) return records.replay(names, recorded);
    }
    return undefined;
  }

  async function run({ names, records, about }: Turn, execute: () => Promise<string>): Promise<OnceAnswer> {
    const { id } = names;
    let body: string;
    try {
      body = await execute();
    } catch (error) {
      if (isKnownOutcome(error)) {
        await store.release(id).catch((fault: unknown) => onStoreFault('call not released', fault));
      }
      throw error;
    }
    // An answer that cannot be kept is paid for and true: it goes out, and a repeated call meets `outcome_unknown`.
    await store
      .complete(id, records.seal.close(writeKeptText({ text: body, about: about() }), toCallPlace(names)))
      .catch((fault: unknown) => onStoreFault('answer not kept', fault));
    return { body, isReplayed: false };
  }

  async function takeTurn(turn: Turn, execute: () => Promise<string>): Promise<OnceAnswer> {
    const { keyId, names, records, found } = turn;
    const recorded = await found;
    if (recorded !== undefined) return records.replay(names, recorded);
    const nowMs = clock.nowMs();
    const winner = await store.claim({ ...names, keyId, nowMs, expiresAtMs: nowMs + keptMs });
    if (winner === undefined) return run(turn, execute);
    if (winner.kind === 'busy') throw toBusyError(winner.code);
    if (winner.kind === 'full') throw toFullError(winner.whose, keptMs / hourMs);
    return records.replay(names, winner);
  }

  return async (call, { keyId }, execute) => {
    const [records, ...older] = findRecords();
    const replayed = older.length === 0 ? undefined : await findOlder(older, call, keyId);
    if (replayed !== undefined) return replayed;
    const names = records.toNames(call, keyId);
    const other = turns.get(names.id);
    if (other !== undefined) {
      const found = await other.found;
      if (found !== undefined) return records.replay(names, found);
      throw other.names.fingerprint === names.fingerprint ? toInProgress() : new AppError('idempotency_key_reused');
    }
    const about = () => toSubjects(Buffer.from(call.body).toString());
    const turn: Turn = { keyId, names, records, about, found: store.find(names.id, clock.nowMs()) };
    turns.set(names.id, turn);
    try {
      return await takeTurn(turn, execute);
    } finally {
      turns.delete(names.id);
    }
  };
}

/** This value replaces the hash of a call whose answer was erased. */
export const erasedFingerprint = 'erased';

export function openAnswer(seal: Seal, call: KeptCall): KeptText {
  return readKeptText(seal.open(call.sealedAnswer, toCallPlace(call)));
}

type CallNames = Omit<KeptCall, 'sealedAnswer'>;

/** Creates the functions that name calls under one generation of the master secret and answer a record of a call. */
function createRecords({ hashSecret, seal }: IdempotencySecrets) {
  /** Each part is preceded by its length, so that no two lists of parts read the same. */
  function hash(...parts: (string | Uint8Array)[]): string {
    const hmac = createHmac('sha256', hashSecret);
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part);
    return hmac.digest('base64url');
  }

  function open(names: CallNames, sealedAnswer: Uint8Array): string {
    try {
      return openAnswer(seal, { ...names, sealedAnswer }).text;
    } catch {
      throw new AppError('internal_error', {
        internal: 'a stored answer is damaged or was sealed with another secret',
      });
    }
  }

  return {
    seal,
    toNames: ({ idempotencyKey, route, query, body }: RepeatableCall, keyId: KeyId): CallNames => ({
      id: hash('record', keyId, idempotencyKey),
      fingerprint: hash('call', route, query, body),
    }),
    replay(names: CallNames, recorded: RecordedCall): OnceAnswer {
      if (recorded.fingerprint === erasedFingerprint) throw toErased();
      if (recorded.fingerprint !== names.fingerprint) throw new AppError('idempotency_key_reused');
      if (recorded.kind === 'answered') return { body: open(names, recorded.sealedAnswer), isReplayed: true };
      if (recorded.owner === 'other') throw toInProgress();
      // Of this process or one that is gone: nobody runs it any more.
      throw new AppError('idempotency_outcome_unknown');
    },
  };
}

type Records = ReturnType<typeof createRecords>;

function createFindRecords(secrets: FindIdempotencySecrets) {
  let known: { readonly of: ReturnType<FindIdempotencySecrets>; readonly records: readonly Records[] } | undefined;
  return () => {
    const of = secrets();
    if (known?.of !== of) known = { of, records: of.map(createRecords) };
    return known.records as readonly [Records, ...Records[]];
  };
}

interface Turn {
  readonly keyId: KeyId;
  readonly names: CallNames;
  readonly records: Records;
  /** Returns the subjects of the question, because an answer may say only that the result comes later. */
  readonly about: () => KeptText['about'];
  readonly found: Promise<RecordedCall | undefined>;
}

/** An error of ours is an outcome, and the same may be done again. After any other, sources may have been asked in vain. */
export function isKnownOutcome(error: unknown): error is AppError {
  return error instanceof AppError && error.code !== 'internal_error' && !error.isSpent;
}

/** Builds an error for a call that reached no source. Without a record, Confere could not tell a repeated call from a new one. */
function toFullError(whose: 'key' | 'all', hours: number): AppError {
  const toDetail = (en: string, pt: string) => ({
    en: `${en} has as many calls with an \`Idempotency-Key\` on record as it may. Records are kept for ${hours} ${hours === 1 ? 'hour' : 'hours'}. Try again later, or send the call without \`Idempotency-Key\`.`,
    pt: `${pt} já tem tantas chamadas com \`Idempotency-Key\` guardadas quanto pode. Elas ficam guardadas por ${hours} ${hours === 1 ? 'hora' : 'horas'}. Tente de novo mais tarde, ou envie a chamada sem \`Idempotency-Key\`.`,
  });
  return whose === 'key'
    ? new AppError('quota_exceeded', {
        detail: toDetail('This API key', 'Esta chave de API'),
        retryAfterSeconds: fullRetryAfterSeconds,
      })
    : new AppError('overloaded', {
        detail: toDetail('This service', 'Este serviço'),
        retryAfterSeconds: fullRetryAfterSeconds,
      });
}

/** Builds another error for a call that reached no source. */
function toBusyError(code: string): AppError {
  return new AppError('overloaded', {
    detail: {
      en: 'Calls with an `Idempotency-Key` cannot be put on record at the moment. The service asked no source; send the same call again.',
      pt: 'Chamadas com `Idempotency-Key` não podem ser guardadas neste momento. Nenhuma fonte foi consultada; envie a mesma chamada de novo.',
    },
    retryAfterSeconds: busyRetryAfterSeconds,
    internal: `the idempotency store takes no writes (${code})`,
  });
}

/** A new question under the same key would cost twice, and the record no longer shows whether the call is the same. */
function toErased(): AppError {
  return new AppError('idempotency_outcome_unknown', {
    detail: {
      en: 'The answer to this call was erased, because the person asked for it. Nothing was asked again. To ask anew, send another `Idempotency-Key`.',
      pt: 'A resposta a esta chamada foi excluída a pedido da pessoa. Nada foi consultado de novo. Para consultar de novo, envie outra `Idempotency-Key`.',
    },
  });
}

function toInProgress(): AppError {
  return new AppError('idempotency_in_progress', { retryAfterSeconds });
}
