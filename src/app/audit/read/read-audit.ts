// Reads the audit for an operator. Whoever reads is recorded first; what is sealed is opened only here.

import { type Cnpj, formatCnpj } from '../../../domain/numbers/cnpj.ts';
import { type Cpf, maskCpf } from '../../../domain/numbers/cpf.ts';
import { type IdentityDocument, maskIdentityNumber } from '../../../domain/screening/identity-document.ts';
import type { Clock } from '../../clock.ts';
import { type Page, toPage } from '../../key-owned/list-page.ts';
import { hasScreening } from '../details.ts';
import type { OperatorAct } from '../entry.ts';
import { listRows } from '../list-rows.ts';
import type { AuditFilter, AuditLog, AuditPage, AuditRow, AuditTrail } from '../ports.ts';
import type { Place } from '../proof/covers.ts';
import {
  type AuditContent,
  type AuditSecrets,
  hadDetails,
  parseContent,
  toSubjectHash,
  toSubjectText,
} from '../record.ts';
import { type RepeatScreening, type Replay, replay } from './replay.ts';

/** A record as an operator sees it. Without a content it was purged, and only its place is left. */
export interface AuditItem {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
  readonly content: AuditContent | null;
  readonly details: 'kept' | 'purged' | 'none';
}

export interface OpenedItem extends AuditItem {
  /** The sealed part, as JSON; null when it was purged or there is none. Holds the person's data in clear. */
  readonly unmaskedDetails: string | null;
  readonly replay: Replay;
}

export interface FoundItems<Item> extends Page<Item, Place> {
  /** The search stopped at records of this time, before the page was full. `next` continues it. The value is null if it did not. */
  readonly lookedUntilMs: number | null;
}

type ItemsPage = Omit<AuditPage, 'withDetails'>;

export interface ReadAudit {
  list(filter: AuditFilter, page: ItemsPage): Promise<FoundItems<AuditItem>>;
  /**
   * Lists the same records with the number in question, which is masked for a person. The number is null if it was not kept or the record has no
   * subject.
   */
  listWithNumbers(
    filter: AuditFilter,
    page: ItemsPage,
  ): Promise<FoundItems<AuditItem & { readonly number: string | null }>>;
  /** Everything that fits, oldest first. */
  export(filter: AuditFilter): AsyncIterable<AuditItem>;
  /** One request may have left more than one record. */
  show(requestId: string): Promise<readonly OpenedItem[]>;
  /** The records of a screening in clear, without making it again. */
  openScreening(requestId: string): Promise<readonly Pick<OpenedItem, 'content' | 'unmaskedDetails'>[]>;
  /** Returns the subject values in the records about this person, under every secret that was ever in force. */
  toSubjects(cpf: Cpf): readonly string[];
}

interface ReadAuditOptions {
  readonly trail: Pick<AuditTrail, 'find' | 'search' | 'findPolicy'>;
  readonly log: AuditLog;
  readonly clock: Clock;
  /** `actor` names the reader. */
  readonly actor: string;
  /** Every generation that is kept. */
  readonly secrets: readonly Pick<AuditSecrets, 'subjectKey'>[];
  readonly repeatScreening: RepeatScreening;
}

/** A search for what hardly any record has opens so many of them, which takes some tenths of a second. */
const openedMax = 100_000;

export function createReadAudit(options: ReadAuditOptions): ReadAudit {
  const { trail, log, clock, actor, secrets, repeatScreening } = options;
  const record = (act: OperatorAct, target: string | null) =>
    log.append({ kind: 'act', atMs: clock.nowMs(), actor, act, target });

  async function search<Item>(
    filter: AuditFilter,
    page: AuditPage,
    toShown: (row: AuditRow) => Item,
  ): Promise<FoundItems<Item>> {
    await record('audit_read', filter.requestId ?? filter.batchId ?? filter.keyId ?? null);
    // One more than is shown says whether there is another page.
    const { rows, stoppedAt } = await trail.search(filter, { ...page, limit: page.limit + 1, openedMax });
    const { things, next } = toPage(rows, page.limit, toPlace);
    return {
      things: things.map(toShown),
      next: next ?? (stoppedAt && toPlace(stoppedAt)),
      lookedUntilMs: next === null ? (stoppedAt?.atMs ?? null) : null,
    };
  }

  async function repeat(content: AuditContent | null, details: string | null): Promise<Replay> {
    if (content === null) return { kind: 'impossible', reason: 'the record was purged' };
    if (content.kind === 'screen') return repeatScreening({ content, details });
    if (details !== null && hasScreening(details)) {
      const screened = await repeatScreening({ content, details });
      if (screened.kind !== 'same') return screened;
    }
    const { policyHash } = content;
    const policyDocument = policyHash === null ? undefined : await trail.findPolicy(policyHash);
    return replay({ content, details, policyDocument });
  }

  return {
    list: (filter, page) => search(filter, page, toItem),
    listWithNumbers: (filter, page) =>
      search(filter, { ...page, withDetails: true }, (row) => ({ ...toItem(row), number: maskNumber(row.details) })),
    async *export(filter) {
      await record('audit_exported', filter.keyId ?? null);
      for await (const row of listRows(trail, filter)) yield toItem(row);
    },
    async show(requestId) {
      await record('audit_read', requestId);
      const rows = await trail.find({ requestId }, { order: 'oldest', limit: 100, withDetails: true });
      return Promise.all(
        rows.map(async (row) => {
          const item = toItem(row);
          const unmaskedDetails = row.details;
          return { ...item, unmaskedDetails, replay: await repeat(item.content, unmaskedDetails) };
        }),
      );
    },
    async openScreening(requestId) {
      await record('screening_read', requestId);
      const rows = await trail.find({ requestId, kind: 'screen' }, { order: 'oldest', limit: 10, withDetails: true });
      return rows.map((row) => ({ content: toItem(row).content, unmaskedDetails: row.details }));
    },
    toSubjects: (cpf) => secrets.map(({ subjectKey }) => toSubjectHash(subjectKey, toSubjectText('cpf', cpf))),
  };
}

function toPlace({ chain, sequence }: Place): Place {
  return { chain, sequence };
}

/** A company's number is public. */
function maskNumber(unmaskedDetails: string | null): string | null {
  if (unmaskedDetails === null) return null;
  const { query } = JSON.parse(unmaskedDetails) as {
    readonly query?: {
      readonly cpf?: Cpf | null;
      readonly cnpj?: Cnpj | null;
      readonly identityDocument?: IdentityDocument | null;
    };
  };
  if (query?.cpf) return maskCpf(query.cpf);
  if (query?.identityDocument) return maskIdentityNumber(query.identityDocument.number);
  return query?.cnpj ? formatCnpj(query.cnpj) : null;
}

function toItem({ chain, sequence, hash, content, hasDetails }: AuditRow): AuditItem {
  const parsed = content === null ? null : (parseContent(content) ?? null);
  const details = hasDetails ? 'kept' : parsed === null || hadDetails(parsed.kind) ? 'purged' : 'none';
  return { chain, sequence, hash: Buffer.from(hash).toString('hex'), content: parsed, details };
}
