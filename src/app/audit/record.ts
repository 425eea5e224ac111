// The form in which an entry is kept: a content that anybody who may read the audit can see, and details that are sealed.
// A CPF appears in the content only as a keyed hash. The content's text is what the chain covers, so its form never changes
// once written: a new form is a new version.

import { createHmac, hash } from 'node:crypto';
import type { RandomBytes } from '../ports.ts';
import { createSeal, type Seal } from '../seal.ts';
import type { AuditEntry, OperatorAct } from './entry.ts';

const contentVersion = 1;

/** In the order of the text's array; stores index by these positions. */
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
  'generation',
  'detailsHash',
  'salt',
] as const;

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
  /** Which generation of the master secret hashed the subject and sealed the details. */
  readonly generation: number;
  readonly detailsHash: string | null;
  /** Without it, the hash that outlives a purged content could be guessed back into the content. */
  readonly salt: string;
}

/** An entry on its way to whoever writes it: small, and cheap to hand to another thread. Still holds the number in clear. */
export interface AuditDraft {
  readonly content: Omit<AuditContent, 'subject' | 'generation' | 'detailsHash' | 'salt'>;
  readonly subject: string | null;
  readonly details: string | null;
}

export interface WrittenEntry {
  readonly content: string;
  readonly sealedDetails: Uint8Array | null;
}

/** One generation's keys, derived from the master secret. Each has 32 bytes. */
export interface AuditSecrets {
  readonly generation: number;
  readonly subjectKey: Uint8Array;
  readonly detailsKey: Uint8Array;
  readonly headSeed: Uint8Array;
}

const subjectBytes = 16;
const saltBytes = 12;

export type WriteDraft = (draft: AuditDraft) => WrittenEntry;

export function createDraftWriter(secrets: AuditSecrets, randomBytes: RandomBytes): WriteDraft {
  const seal = createSeal(secrets.detailsKey, randomBytes);
  const { generation, subjectKey } = secrets;
  return ({ content, subject, details }) => {
    const salt = Buffer.from(randomBytes(saltBytes)).toString('base64url');
    const sealedDetails = details === null ? null : seal.close(details, toPlace(salt));
    const text = toContentText({
      ...content,
      subject: subject === null ? null : toSubject(subjectKey, subject),
      generation,
      detailsHash: sealedDetails === null ? null : hashDetails(sealedDetails),
      salt,
    });
    return { content: text, sealedDetails };
  };
}

const emptyContent: AuditDraft['content'] = {
  version: contentVersion,
  atMs: 0,
  kind: 'act',
  requestId: null,
  keyId: null,
  purpose: null,
  status: null,
  score: null,
  riskLevel: null,
  policyVersion: null,
  policyHash: null,
  latencyMs: null,
  act: null,
  target: null,
  actor: null,
};

export function toDraft(entry: AuditEntry): AuditDraft {
  if (entry.kind === 'act') {
    const { kind, atMs, actor, act, target } = entry;
    return { content: { ...emptyContent, kind, atMs, actor, act, target }, subject: null, details: null };
  }
  const { kind, atMs, requestId, keyId, purpose } = entry;
  const latencyMs = Math.round(entry.latencyMs * 10) / 10;
  const asked = { ...emptyContent, kind, atMs, requestId, keyId, purpose, latencyMs };
  if (entry.kind === 'company_record') {
    return { content: asked, subject: toSubjectText('cnpj', entry.cnpj), details: null };
  }
  const { policyVersion, policyHash, query, decision } = entry;
  const content = {
    ...asked,
    policyVersion,
    policyHash,
    status: decision?.status ?? 'sources_unavailable',
    score: entry.kind === 'cpf' ? (entry.decision?.score ?? null) : null,
    riskLevel: decision?.riskLevel ?? null,
  };
  if (entry.kind === 'cpf') {
    const details = JSON.stringify({ query, evidence: entry.evidence, decision });
    return { content, subject: toSubjectText('cpf', entry.query.cpf), details };
  }
  const { company, today, dataAsOf } = entry;
  const details = JSON.stringify({ query, company, today, dataAsOf, decision });
  return { content, subject: toSubjectText('cnpj', entry.query.cnpj), details };
}

/** The kind is part of it: no CPF shares a hash with a CNPJ. */
export function toSubjectText(kind: 'cpf' | 'cnpj', number: string): string {
  return `${kind}:${number}`;
}

/** A CPF has 10^9 values: only a keyed hash of it cannot be reversed by trying them all. */
export function toSubject(subjectKey: Uint8Array, subjectText: string): string {
  const digest = createHmac('sha256', subjectKey).update(subjectText).digest();
  return digest.subarray(0, subjectBytes).toString('base64url');
}

export function hashDetails(sealedDetails: Uint8Array): string {
  return hash('sha256', sealedDetails, 'base64url');
}

function toContentText(content: AuditContent): string {
  return JSON.stringify(contentFields.map((field) => content[field]));
}

/** Undefined when the text is not a content of a version that this program knows. */
export function parseContent(text: string): AuditContent | undefined {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values[0] !== contentVersion || values.length !== contentFields.length)
    return undefined;
  return Object.fromEntries(contentFields.map((field, index) => [field, values[index]])) as unknown as AuditContent;
}

/** The details as JSON text. Throws when they were changed, moved to another record, or sealed with another secret. */
export function openDetails(seal: Seal, sealedDetails: Uint8Array, { salt }: AuditContent): string {
  return seal.open(sealedDetails, toPlace(salt));
}

function toPlace(salt: string): string {
  return `audit/${salt}`;
}
