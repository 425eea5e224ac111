// The form in which an entry is kept: a content that whoever may read the audit can see, and details that hold the person in clear.
// A CPF appears in the content only as a keyed hash. The content's text is what the chain covers, so its form never changes
// once written: a new form is a new version. Groups of records are sealed by groups/group.ts.

import { createHmac } from 'node:crypto';
import type { Cpf } from '../../domain/numbers/cpf.ts';
import type { IdentityDocument } from '../../domain/screening/identity-document.ts';
import type { Screened } from '../../domain/screening/screened.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import type { ChainEnds } from './chain.ts';
import { writeDetails } from './details.ts';
import { type AuditEntry, companyParty, type OperatorAct } from './entry.ts';

const contentVersion = 1;
/** A row of a batch has this version, which ends with one field more. */
const batchVersion = 2;

/** The fields have the order of the text's array. Stores index by these positions. */
const contentFields = [
  'version',
  'atMs',
  'kind',
  'requestId',
  'keyId',
  'subject',
  'purpose',
  'status',
  'score',
  'riskLevel',
  'policyVersion',
  'policyHash',
  'latencyMs',
  'act',
  'target',
  'actor',
  'batchId',
] as const;
const fieldsOf: Readonly<Record<number, number>> = {
  [contentVersion]: contentFields.length - 1,
  [batchVersion]: contentFields.length,
};

export interface AuditContent {
  readonly version: number;
  readonly atMs: number;
  readonly kind: AuditEntry['kind'];
  readonly requestId: string | null;
  readonly keyId: string | null;
  /** Keyed hash of the number that was asked about. */
  readonly subject: string | null;
  readonly purpose: string | null;
  readonly status: string | null;
  readonly score: number | null;
  readonly riskLevel: string | null;
  readonly policyVersion: string | null;
  readonly policyHash: string | null;
  readonly latencyMs: number | null;
  readonly act: OperatorAct | null;
  readonly target: string | null;
  readonly actor: string | null;
  /** The value is null for whatever is no row of a batch. */
  readonly batchId: string | null;
}

/** A search finds a record by these fields: groups/find.ts. */
export type Findable = Pick<AuditContent, 'kind' | 'requestId' | 'subject' | 'target' | 'act' | 'batchId'>;

/**
 * A draft carries an entry as texts to its writer, because a list of texts is the cheapest form for another thread. It still holds the number in
 * clear. The content's text lacks the subject between its two parts, and all that follows them.
 */
export type AuditDraft = readonly [head: string, subject: string | null, tail: string, details: string | null];

export interface WrittenEntry extends Findable {
  readonly content: string;
  readonly details: string | null;
  readonly atMs: number;
}

/** One generation's keys, derived from the master secret. Each has 32 bytes. */
export interface AuditSecrets {
  readonly generation: number;
  readonly subjectKey: Uint8Array;
  /** Seals groups, and covers what they are found by. One that was retired has none: all of its groups were sealed anew before. */
  readonly detailsKey?: Uint8Array;
  readonly headSeed: Uint8Array;
  readonly linkKey: Uint8Array;
  /**
   * Of a generation that was retired: the last record of each chain that counts under it, and its hash. No record after that is ours, and
   * none before it is another one.
   */
  readonly until?: ChainEnds;
}

const subjectBytes = 16;
/** An intent and its record name one person: the second time the hash is there already. So many are in work at one time. */
const subjectsKept = 4_096;

export type WriteDraft = (draft: AuditDraft) => WrittenEntry;

export function createDraftWriter(secrets: Pick<AuditSecrets, 'subjectKey'>): WriteDraft {
  const hashSubject = createKeyedHash(secrets.subjectKey);
  const subjects = new Map<string, string>();

  function toKnownSubject(text: string): string {
    const known = subjects.get(text);
    if (known !== undefined) {
      subjects.delete(text);
      return known;
    }
    if (subjects.size >= subjectsKept) subjects.clear();
    const subject = shorten(Buffer.from(hashSubject(text), 'latin1'));
    subjects.set(text, subject);
    return subject;
  }

  return ([head, subjectText, tail, details]) => {
    const subject = subjectText === null ? null : toKnownSubject(subjectText);
    const content = `${head}${subject === null ? null : `"${subject}"`}${tail}`;
    const atMs = Number(head.slice(head.indexOf(',') + 1, head.indexOf(',"')));
    const [, kind, , requestId = null] = head.split('"', 4) as [string, AuditEntry['kind'], string, string | undefined];
    if (kind === 'act') {
      const { act, target } = toContent(JSON.parse(content));
      return { content, details, atMs, kind, requestId: null, subject, target, act, batchId: null };
    }
    // By the texts of `toDraft`: reading them as JSON would take longer than writing them. Acts are few.
    const { told, batchId } = head.startsWith(batchBegins) ? splitBatch(tail) : { told: tail, batchId: null };
    const target = told.endsWith(companyCalled) ? companyParty : told.endsWith(nobodyCalled) ? '' : null;
    return { content, details, atMs, kind, requestId, subject, target, act: null, batchId };
  };
}

/** No act, the party as the target, no actor: how the record of a company tells that there was an intent. */
const companyCalled = `,null,"${companyParty}",null]`;
const nobodyCalled = ',"",null]';

const begins = `[${contentVersion},`;
const batchBegins = `[${batchVersion},`;

/** The id of a batch holds no comma. */
function splitBatch(tail: string): { readonly told: string; readonly batchId: string } {
  const at = tail.lastIndexOf(',');
  return { told: `${tail.slice(0, at)}]`, batchId: JSON.parse(tail.slice(at + 1, -1)) };
}

export function toDraft(entry: AuditEntry): AuditDraft {
  const draft = toSingleDraft(entry);
  if (entry.kind === 'act' || entry.batchId === undefined) return draft;
  const [head, subject, tail, details] = draft;
  const ofBatch = `${tail.slice(0, -1)},${text(entry.batchId)}]`;
  return [`${batchBegins}${head.slice(begins.length)}`, subject, ofBatch, details];
}

/** The values stand in the order of `contentFields`, each in the form that `JSON.stringify` gives it. */
function toSingleDraft(entry: AuditEntry): AuditDraft {
  if (entry.kind === 'act') {
    const { kind, atMs, actor, act, target } = entry;
    const told = `null,null,null,null,null,null,null,${text(act)},${text(target)},${text(actor)}`;
    return [`${begins}${atMs},"${kind}",null,null,`, null, `,${told}]`, null];
  }
  const { kind, atMs, requestId, keyId, purpose } = entry;
  const head = `${begins}${atMs},"${kind}",${text(requestId)},${text(keyId)},`;
  if (entry.kind === 'intent') {
    const told = `${text(purpose)},null,null,null,null,null,null,null,"${entry.parties.join(' ')}",null`;
    return [head, toSubjectText(entry.about.kind, entry.about.number), `,${told}]`, null];
  }
  const latencyMs = Math.round(entry.latencyMs * 10) / 10;
  if (entry.kind === 'company_record') {
    const told = `${text(purpose)},null,null,null,null,null,${latencyMs},null,null,null`;
    return [head, toSubjectText('cnpj', entry.cnpj), `,${told}]`, null];
  }
  if (entry.kind === 'screen') {
    const {
      query,
      partners,
      partnersFound,
      isWhole,
      needName,
      needNumber,
      hasUnreadName,
      hasAllHits,
      today,
      editions,
      hits,
      status,
    } = entry;
    const { seen, hitsTotal } = entry;
    const content = `${text(purpose)},"${status}",null,null,null,null,${latencyMs},null,null,null`;
    const doubts = {
      ...(partnersFound && { partnersFound }),
      ...(needName && { needName }),
      ...(needNumber && { needNumber }),
      ...(hasUnreadName && { hasUnreadName }),
      ...(hasAllHits !== undefined && { hasAllHits }),
    };
    const told = { ...(seen && { seen }), ...(hitsTotal !== undefined && { hitsTotal }) };
    const details = writeDetails({ query, partners, isWhole, ...doubts, today, editions, hits, ...told, status });
    return [head, findScreenedSubject(query), `,${content}]`, details];
  }
  const { policyVersion, policyHash, decision } = entry;
  const status = decision?.status ?? 'sources_unavailable';
  const score = entry.kind === 'cpf' ? (entry.decision?.score ?? null) : null;
  const riskLevel = text(decision?.riskLevel ?? null);
  const policy = `${text(policyVersion)},${text(policyHash)}`;
  const called = entry.kind === 'cnpj' && entry.isFallbackAsked ? companyCalled : ',null,null,null]';
  const tail = `,${text(purpose)},"${status}",${score},${riskLevel},${policy},${latencyMs}${called}`;
  const { costs, screening } = entry;
  const beside = { ...(costs && { costs }), ...(screening && { screening }) };
  if (entry.kind === 'cpf') {
    const { query, evidence, verifiedNeeds, decision } = entry;
    const details = writeDetails({ query, evidence, ...(verifiedNeeds && { verifiedNeeds }), decision, ...beside });
    return [head, toSubjectText('cpf', entry.query.cpf), tail, details];
  }
  const { company, today, dataAsOf, liveLookupFailure } = entry;
  const failed = liveLookupFailure && { liveLookupFailure };
  const made = { query: entry.query, company, today, dataAsOf, decision: entry.decision };
  const details = writeDetails({ ...made, ...failed, ...beside });
  return [head, toSubjectText('cnpj', entry.query.cnpj), tail, details];
}

function text(value: string | null): string {
  return value === null ? 'null' : JSON.stringify(value);
}

/** Returns the subject, or null for a screening by name alone. A name does not tell a person apart from others of that name. */
function findScreenedSubject(query: Screened): string | null {
  if (query.kind === 'person') return findPersonText(query.cpf, query.identityDocument);
  return query.cnpj === null ? null : toSubjectText('cnpj', query.cnpj);
}

/** Returns null for a person without a known number. */
export function findPersonText(cpf: Cpf | null, document: IdentityDocument | null | undefined): string | null {
  if (cpf !== null) return toSubjectText('cpf', cpf);
  return document ? toSubjectText('document', document.number) : null;
}

/** The kind is part of it: no CPF shares a hash with a CNPJ. A document is known by its number alone, whether its country was said or not. */
export function toSubjectText(kind: 'cpf' | 'cnpj' | 'document', number: string): string {
  return `${kind}:${number}`;
}

/** A CPF has 10^9 values: only a keyed hash of it cannot be reversed by trying them all. */
export function toSubjectHash(subjectKey: Uint8Array, subjectText: string): string {
  return shorten(createHmac('sha256', subjectKey).update(subjectText).digest());
}

function shorten(digest: Buffer): string {
  return digest.toString('base64url', 0, subjectBytes);
}

/** Kinds whose records had details when they were written. */
const detailed: ReadonlySet<unknown> = new Set<AuditEntry['kind']>(['cpf', 'cnpj', 'screen']);

export function hadDetails(kind: unknown): boolean {
  return detailed.has(kind);
}

/** Returns undefined if the text is not content of a version that this program knows. */
export function parseContent(text: string): AuditContent | undefined {
  const values = parseContentValues(text);
  return values && toContent(values);
}

/** Some of the values stand at these positions. */
export const contentPlaces = {
  atMs: 1,
  kind: 2,
  requestId: 3,
  keyId: 4,
  subject: 5,
  status: 7,
  riskLevel: 9,
  policyHash: 11,
  act: 13,
  target: 14,
  actor: 15,
  batchId: 16,
} as const;

/** Returns all values in their positions without building an object, for code that reads millions of records. */
export function parseContentValues(text: string): readonly unknown[] | undefined {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values.length !== fieldsOf[values[0]]) return undefined;
  return values;
}

export function toContent(values: readonly unknown[]): AuditContent {
  return Object.fromEntries(
    contentFields.map((field, index) => [field, values[index] ?? null]),
  ) as unknown as AuditContent;
}
