// The form in which an entry is kept: a content that anybody who may read the audit can see, and details that are sealed.
// A CPF appears in the content only as a keyed hash. The content's text is what the chain covers, so its form never changes
// once written: a new form is a new version.

import { createHmac, hash } from 'node:crypto';
import type { Screened } from '../../domain/screening/screened.ts';
import { createKeyedHash } from '../keyed-hash.ts';
import type { RandomBytes } from '../random.ts';
import { createSeal, createSealOfAll, type Seal } from '../seal.ts';
import type { ChainEnds } from './chain.ts';
import { writeDetails } from './details.ts';
import { type AuditEntry, companyParty, type OperatorAct } from './entry.ts';

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

/**
 * An entry on its way to whoever writes it, as texts: a list of texts is what another thread is handed at the least cost. Still
 * holds the number in clear. The content's text lacks the subject between its two parts, and all that follows them.
 */
export type AuditDraft = readonly [head: string, subject: string | null, tail: string, details: string | null];

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
  readonly linkKey: Uint8Array;
  /**
   * Of a generation that was retired: the last record of each chain that counts under it, and its hash. No record after that is ours, and
   * none before it is another one.
   */
  readonly until?: ChainEnds;
  /** Seals details anew that an older generation has sealed: a record names the hash of its own seal, so that one stays inside. */
  readonly wrapKey?: Uint8Array;
}

const subjectBytes = 16;
const saltBytes = 12;

export type WriteDraft = (draft: AuditDraft) => WrittenEntry;

export function createDraftWriter(secrets: AuditSecrets, randomBytes: RandomBytes): WriteDraft {
  const seal = createSeal(secrets.detailsKey, randomBytes);
  const hashSubject = createKeyedHash(secrets.subjectKey);
  const { generation } = secrets;
  return ([head, subject, tail, details]) => {
    const salt = Buffer.from(randomBytes(saltBytes)).toString('base64url');
    const sealedDetails = details === null ? null : seal.close(details, toPlace(salt));
    const hashed = subject === null ? null : `"${shorten(Buffer.from(hashSubject(subject), 'latin1'))}"`;
    const detailsHash = sealedDetails === null ? null : `"${hashDetails(sealedDetails)}"`;
    return { content: `${head}${hashed}${tail}${generation},${detailsHash},"${salt}"]`, sealedDetails };
  };
}

/** No act, the party as the target, no actor: how the record of a company tells that there was an intent. */
const companyCalled = `,null,"${companyParty}",null,`;

/** The values stand in the order of `contentFields`, each in the form that `JSON.stringify` gives it. */
export function toDraft(entry: AuditEntry): AuditDraft {
  if (entry.kind === 'act') {
    const { kind, atMs, actor, act, target } = entry;
    const told = `null,null,null,null,null,null,null,${text(act)},${text(target)},${text(actor)}`;
    return [`[${contentVersion},${atMs},"${kind}",null,null,`, null, `,${told},`, null];
  }
  const { kind, atMs, requestId, keyId, purpose } = entry;
  const head = `[${contentVersion},${atMs},"${kind}",${text(requestId)},${text(keyId)},`;
  if (entry.kind === 'intent') {
    const told = `${text(purpose)},null,null,null,null,null,null,null,"${entry.parties.join(' ')}",null`;
    return [head, toSubjectText(entry.about.kind, entry.about.number), `,${told},`, null];
  }
  const latencyMs = Math.round(entry.latencyMs * 10) / 10;
  if (entry.kind === 'company_record') {
    const told = `${text(purpose)},null,null,null,null,null,${latencyMs},null,null,null`;
    return [head, toSubjectText('cnpj', entry.cnpj), `,${told},`, null];
  }
  if (entry.kind === 'screen') {
    const { query, partners, partnersFound, isWhole, needName, needNumber, hasAllHits, today, editions, hits, status } =
      entry;
    const told = `${text(purpose)},"${status}",null,null,null,null,${latencyMs},null,null,null`;
    const doubts = {
      ...(partnersFound && { partnersFound }),
      ...(needName && { needName }),
      ...(needNumber && { needNumber }),
      ...(hasAllHits !== undefined && { hasAllHits }),
    };
    const details = writeDetails({ query, partners, isWhole, ...doubts, today, editions, hits, status });
    return [head, findScreenedSubject(query), `,${told},`, details];
  }
  const { policyVersion, policyHash, decision } = entry;
  const status = decision?.status ?? 'sources_unavailable';
  const score = entry.kind === 'cpf' ? (entry.decision?.score ?? null) : null;
  const riskLevel = text(decision?.riskLevel ?? null);
  const policy = `${text(policyVersion)},${text(policyHash)}`;
  const called = entry.kind === 'cnpj' && entry.isFallbackAsked ? companyCalled : ',null,null,null,';
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

/** What a draft does to the intent of its request, in a store that keeps those that are open. */
export interface IntentChange {
  readonly does: 'opens' | 'completes';
  readonly requestId: string;
}

/** Undefined for what has to do with none. By the texts of `toDraft`: reading them as JSON would take longer than writing them. */
export function findIntentChange([head, , tail]: AuditDraft): IntentChange | undefined {
  const [, kind, , requestId = ''] = head.split('"', 4);
  if (kind === 'cpf' || (kind === 'cnpj' && tail.endsWith(companyCalled))) return { does: 'completes', requestId };
  if (kind !== 'intent') return undefined;
  return { does: tail.endsWith(',"",null,') ? 'completes' : 'opens', requestId };
}

function text(value: string | null): string {
  return value === null ? 'null' : JSON.stringify(value);
}

/** By a name alone nobody is told apart from others of that name: such a record has no subject. */
function findScreenedSubject(query: Screened): string | null {
  if (query.kind === 'person') return query.cpf === null ? null : toSubjectText('cpf', query.cpf);
  return query.cnpj === null ? null : toSubjectText('cnpj', query.cnpj);
}

/** The kind is part of it: no CPF shares a hash with a CNPJ. */
export function toSubjectText(kind: 'cpf' | 'cnpj', number: string): string {
  return `${kind}:${number}`;
}

/** A CPF has 10^9 values: only a keyed hash of it cannot be reversed by trying them all. */
export function toSubject(subjectKey: Uint8Array, subjectText: string): string {
  return shorten(createHmac('sha256', subjectKey).update(subjectText).digest());
}

function shorten(digest: Buffer): string {
  return digest.toString('base64url', 0, subjectBytes);
}

function hashDetails(sealedDetails: Uint8Array): string {
  return hash('sha256', sealedDetails, 'base64url');
}

/** Undefined when the text is not a content of a version that this program knows. */
export function parseContent(text: string): AuditContent | undefined {
  const values = parseContentValues(text);
  return values && toContent(values);
}

/** Where some of the values stand. */
export const contentPlaces = {
  atMs: 1,
  kind: 2,
  requestId: 3,
  policyHash: 11,
  target: 14,
  detailsHash: 17,
  salt: 18,
} as const;

/** For who reads millions: all values in their places, without an object for them. */
export function parseContentValues(text: string): readonly unknown[] | undefined {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(values) || values[0] !== contentVersion || values.length !== contentFields.length)
    return undefined;
  return values;
}

export function toContent(values: readonly unknown[]): AuditContent {
  return Object.fromEntries(contentFields.map((field, index) => [field, values[index]])) as unknown as AuditContent;
}

/** The details of a row as JSON text; undefined where they are gone, or the secret is that sealed them. */
export function findDetails(
  { sealedDetails }: Pick<WrittenEntry, 'sealedDetails'>,
  content: AuditContent,
  secrets: readonly AuditSecrets[],
): string | undefined {
  const secret = secrets.find(({ generation }) => generation === content.generation);
  if (sealedDetails === null || secret === undefined) return undefined;
  return openDetails(createSeal(secret.detailsKey), unwrapDetails(sealedDetails, content, secrets), content);
}

type DetailsHash = Pick<AuditContent, 'detailsHash' | 'salt'>;
type WrapKeys = readonly Pick<AuditSecrets, 'wrapKey'>[];

export function isBare(sealedDetails: Uint8Array, { detailsHash }: Pick<AuditContent, 'detailsHash'>): boolean {
  return hashDetails(sealedDetails) === detailsHash;
}

/** The details in the seal that the record names; what is not wrapped, or not by us, is given back as it is. */
export function unwrapDetails(sealedDetails: Uint8Array, content: DetailsHash, secrets: WrapKeys): Uint8Array {
  if (isBare(sealedDetails, content)) return sealedDetails;
  try {
    return toWrap(secrets).openBytes(sealedDetails, toPlace(content.salt));
  } catch {
    return sealedDetails;
  }
}

/** These details, in the seal that the record names, in one more around that. */
export function wrapDetails(bare: Uint8Array, { salt }: Pick<AuditContent, 'salt'>, secrets: WrapKeys): Uint8Array {
  return toWrap(secrets).close(bare, toPlace(salt));
}

function toWrap(secrets: WrapKeys): Seal {
  return createSealOfAll(() => secrets.flatMap(({ wrapKey }) => wrapKey ?? []));
}

/** The details as JSON text. Throws when they were changed, moved to another record, or sealed with another secret. */
export function openDetails(seal: Seal, sealedDetails: Uint8Array, { salt }: AuditContent): string {
  return seal.open(sealedDetails, toPlace(salt));
}

function toPlace(salt: string): string {
  return `audit/${salt}`;
}
