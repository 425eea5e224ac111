// What is held about one person: who asked, when, for what purpose, with what result. The right of access of LGPD art. 18 and
// of Lei 12.414 art. 5. Consultations are the audit's, so it says nothing that the audit cannot prove; with them, where something lies.

import { isToldToHolder } from '../../domain/customer/told-reasons.ts';
import { maskCpf } from '../../domain/numbers/cpf.ts';
import { maskIdentityNumber } from '../../domain/screening/identity-document.ts';
import { readDetails } from '../audit/details.ts';
import { listRows } from '../audit/list-rows.ts';
import type { AuditLog, AuditTrail } from '../audit/ports.ts';
import { type AuditContent, parseContent } from '../audit/record.ts';
import type { Clock } from '../clock.ts';
import { type PersonalDataName, personalData } from '../kept/stores.ts';
import type { KeyStore } from '../keys/ports.ts';
import type { HeldThings } from './erase-person.ts';
import type { Person } from './person.ts';

export interface PersonConsultation {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly request_id: string;
  /** The name that the operator gave the key: the system or partner that asked. */
  readonly asked_by: string;
  readonly purpose: string | null;
  readonly status: string;
  readonly score: number | null;
  readonly risk_level: string | null;
  /** Codes of the reasons that a person may hear. The list is null if Confere no longer has the details of the record. */
  readonly reasons: readonly string[] | null;
}

export interface PersonReport {
  /** Masked: the report may be printed and handed over. Null for one who was asked about by a document. */
  readonly cpf: string | null;
  /** `document` is the masked number of a document. The value is null if the CPF is known. */
  readonly document: string | null;
  readonly made_at: string;
  readonly consultations: readonly PersonConsultation[];
  /** Every place that holds something of them now. */
  readonly held: readonly HeldData[];
  /** Rows that Confere cannot open, as `TABLE ID`: any of them may be about this person. */
  readonly damaged: readonly string[];
}

export interface HeldData {
  readonly place: PersonalDataName;
  readonly what: string;
  readonly where: string;
  /** The count is null if it cannot be determined, as for the memory of running processes or a server that does not answer. */
  readonly count: number | null;
  /** `named` lists the rows that an operator must check by hand: rows of the operator's own lists, as `LIST:ROW`. */
  readonly named: readonly string[];
  /** The setting, or what ends it. */
  readonly until: string;
}

interface PersonReportOptions {
  readonly trail: Pick<AuditTrail, 'find'>;
  readonly log: AuditLog;
  readonly keys: Pick<KeyStore, 'findNames'>;
  readonly clock: Clock;
  readonly actor: string;
}

export async function makePersonReport(
  { cpf, identityNumber, subjects }: Pick<Person, 'subjects' | 'cpf' | 'identityNumber'>,
  held: HeldThings,
  { trail, log, keys, clock, actor }: PersonReportOptions,
): Promise<PersonReport> {
  await log.append({ kind: 'act', atMs: clock.nowMs(), actor, act: 'privacy_report', target: null });
  const found: { readonly content: AuditContent; readonly reasons: readonly string[] | null }[] = [];
  for await (const { content, details } of listRows(trail, { subjects, withoutActs: true }, { withDetails: true })) {
    const parsed = content === null ? undefined : parseContent(content);
    if (parsed !== undefined) found.push({ content: parsed, reasons: readReasons(details) });
  }
  const names = await keys.findNames([...new Set(found.flatMap(({ content }) => content.keyId ?? []))]);
  const damaged = held.damaged.map(({ table, id }) => `${table} ${id}`);
  const consultations = found.map(({ content, reasons }) => ({ ...toConsultation(content, names), reasons }));
  return {
    cpf: cpf === undefined ? null : maskCpf(cpf),
    document: identityNumber === undefined ? null : maskIdentityNumber(identityNumber),
    made_at: new Date(clock.nowMs()).toISOString(),
    consultations,
    held: toHeld(held),
    damaged,
  };
}

function toHeld({ counts, named }: HeldThings): readonly HeldData[] {
  const places = Object.entries(counts) as [PersonalDataName, number | 'unknown'][];
  return places
    .filter(([, count]) => count !== 0)
    .map(([place, count]) => {
      const { what, where, until } = personalData[place];
      return {
        place,
        what: what.pt,
        where: where.pt,
        count: count === 'unknown' ? null : count,
        named: named[place] ?? [],
        until: until.pt,
      };
    });
}

/** A screening alone has no reasons, and neither has a verification that no source answered. */
function readReasons(details: string | null): readonly string[] | null {
  if (details === null) return null;
  const told = readDetails(details);
  if (told === undefined) return null;
  const { reasons = [] } = ('decision' in told && told.decision) || {};
  return reasons.filter((code) => isToldToHolder(code));
}

function toConsultation(
  content: AuditContent,
  names: ReadonlyMap<string, string>,
): Omit<PersonConsultation, 'reasons'> {
  const { kind, atMs, requestId, keyId, purpose, status, score, riskLevel } = content;
  return {
    at: new Date(atMs).toISOString(),
    request_id: requestId ?? '',
    asked_by: names.get(keyId ?? '') ?? keyId ?? '',
    purpose,
    // Sources may have been asked, and nobody knows what they said.
    status: kind === 'intent' ? 'unfinished' : (status ?? ''),
    score,
    risk_level: riskLevel,
  };
}
