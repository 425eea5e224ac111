// An earlier answer again, for the key that asked for it, out of the record that the audit has of it. Whoever reads is recorded first.

import type { CompanyDecision } from '../../../domain/company/company.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import type { PersonEvidence } from '../../../domain/person/evidence.ts';
import type { PersonDecision } from '../../../domain/person/person.ts';
import type { BriefScreening } from '../../../domain/screening/brief.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../caller.ts';
import type { Clock } from '../../clock.ts';
import { type Details, readDetails, type ScreenDetails } from '../details.ts';
import type { AuditLog, AuditTrail } from '../ports.ts';
import { type AuditContent, type AuditSecrets, findDetails, parseContent } from '../record.ts';
import { requireRecord } from '../write/require-record.ts';

export type EarlierVerification =
  | {
      readonly kind: 'cpf';
      readonly cpf: Cpf;
      readonly decision: PersonDecision;
      readonly evidence: PersonEvidence;
      readonly processedAtMs: number;
      readonly brief: BriefScreening | undefined;
    }
  | {
      readonly kind: 'cnpj';
      readonly cnpj: Cnpj;
      readonly decision: CompanyDecision;
      /** What the answer told of the lists, where it did. */
      readonly brief: BriefScreening | undefined;
    }
  /** A source that answers later has not answered yet. */
  | { readonly kind: 'pending' };

/** Of a request, whoever asked. */
export type IsPending = (requestId: string) => Promise<boolean>;

/** Throws `verification_not_found` alike for what never was, what another key asked, and what is no longer kept. */
export type ReadVerification = (requestId: string, caller: Caller) => Promise<EarlierVerification>;

interface ReadVerificationOptions {
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly isPending: IsPending;
  readonly log: Pick<AuditLog, 'append'>;
  readonly clock: Clock;
  /** Every generation that is kept. */
  readonly findSecrets: () => readonly AuditSecrets[];
}

const requestIdForm = /^req_[0-9a-f]{32}$/;

export function createReadVerification(options: ReadVerificationOptions): ReadVerification {
  const { trail, isPending, log, clock, findSecrets } = options;
  return async (requestId, { keyId }) => {
    // Nothing but the id of a request is ever written down as one.
    if (!requestIdForm.test(requestId)) throw new AppError('verification_not_found');
    const act = { kind: 'act', actor: keyId, act: 'verification_read', target: requestId } as const;
    // First, and waited for: it also comes after every record that this process has not written yet.
    await requireRecord(log.append({ ...act, atMs: clock.nowMs() }));
    // Before the records are read: one that is completed in between is read complete.
    const isOpen = await isPending(requestId);
    // The newest first: what came later completes what was known at first.
    const records = await trail.find({ requestId, keyId }, { order: 'newest', limit: 10 });
    if (isOpen && records.length > 0) return { kind: 'pending' };
    for (const row of records) {
      const parsed = row.content === null ? undefined : parseContent(row.content);
      if (parsed === undefined || row.sealedDetails === null) continue;
      const found = toEarlier(parsed, findDetails(row, parsed, findSecrets()));
      if (found !== undefined) return found;
    }
    throw new AppError('verification_not_found');
  };
}

/** Undefined where nothing was answered. */
function toEarlier({ kind, atMs }: AuditContent, details: string | undefined): EarlierVerification | undefined {
  if (details === undefined || (kind !== 'cpf' && kind !== 'cnpj')) return undefined;
  const read = readDetails(details) as Exclude<Details, ScreenDetails> | undefined;
  if (read === undefined || read.decision === null) return undefined;
  const brief = read.screening?.brief;
  if ('evidence' in read) {
    const { query, decision, evidence } = read;
    return { kind: 'cpf', cpf: query.cpf, decision, evidence, processedAtMs: atMs, brief };
  }
  return { kind: 'cnpj', cnpj: read.query.cnpj, decision: read.decision, brief };
}
