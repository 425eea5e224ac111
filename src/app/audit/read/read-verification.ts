// An earlier answer again, for the key that asked for it, out of the record that the audit has of it. Whoever reads is recorded first.

import type { CompanyDecision } from '../../../domain/company/company.ts';
import type { Cnpj } from '../../../domain/numbers/cnpj.ts';
import type { Cpf } from '../../../domain/numbers/cpf.ts';
import type { PersonEvidence } from '../../../domain/person/evidence.ts';
import type { PersonDecision } from '../../../domain/person/person.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../caller.ts';
import { type Details, readDetails, type ScreenDetails } from '../details.ts';
import type { VerifiedScreening } from '../entry.ts';
import type { AuditContent } from '../record.ts';
import { type EarlierRecords, isRequestId } from './earlier-records.ts';

export type EarlierVerification =
  | {
      readonly kind: 'cpf';
      readonly cpf: Cpf;
      readonly decision: PersonDecision;
      readonly evidence: PersonEvidence;
      readonly processedAtMs: number;
      readonly screening: VerifiedScreening | undefined;
    }
  | {
      readonly kind: 'cnpj';
      readonly cnpj: Cnpj;
      readonly decision: CompanyDecision;
      /** `screening` holds the list results that the answer reported, if it did. */
      readonly screening: VerifiedScreening | undefined;
    }
  /** A source that answers later has not answered yet. */
  | { readonly kind: 'pending' };

/** Tells whether a request is pending, regardless of its caller. */
export type IsPending = (requestId: string) => Promise<boolean>;

/** Throws `verification_not_found` alike for what never was, what another key asked, and what is no longer kept. */
export type ReadVerification = (requestId: string, caller: Caller) => Promise<EarlierVerification>;

interface ReadVerificationOptions {
  readonly earlier: EarlierRecords;
  readonly isPending: IsPending;
}

export function createReadVerification({ earlier, isPending }: ReadVerificationOptions): ReadVerification {
  return async (requestId, caller) => {
    if (!isRequestId(requestId)) throw new AppError('verification_not_found');
    await earlier.recordReading(requestId, caller, 'verification_read');
    // Before the records are read: one that is completed in between is read complete.
    const isOpen = await isPending(requestId);
    const records = await earlier.find(requestId, caller);
    if (isOpen && records.length > 0) return { kind: 'pending' };
    for (const { content, details } of records) {
      const found = content && toEarlier(content, details);
      if (found !== undefined) return found;
    }
    throw new AppError('verification_not_found');
  };
}

/** Returns undefined if the request had no answer. */
function toEarlier({ kind, atMs }: AuditContent, details: string | undefined): EarlierVerification | undefined {
  if (details === undefined || (kind !== 'cpf' && kind !== 'cnpj')) return undefined;
  const read = readDetails(details) as Exclude<Details, ScreenDetails> | undefined;
  if (read === undefined || read.decision === null) return undefined;
  const { screening } = read;
  if ('evidence' in read) {
    const { query, decision, evidence } = read;
    return { kind: 'cpf', cpf: query.cpf, decision, evidence, processedAtMs: atMs, screening };
  }
  return { kind: 'cnpj', cnpj: read.query.cnpj, decision: read.decision, screening };
}
