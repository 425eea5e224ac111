// Finds records of the audit in any database: by what lies beside the sealed rows first, then by the contents of those rows that may fit. A row
// whose marks are not those that we wrote ends a search that relies on them: without that, nobody would know what it left out.

import { hasReason } from '../../../app/audit/details.ts';
import { listMarked, toActTopic, toRequestMark, toSubjectMark } from '../../../app/audit/groups/find.ts';
import { createGroupOpener, type GroupOpener, type KeptGroup } from '../../../app/audit/groups/group.ts';
import { findEndOf } from '../../../app/audit/groups/parts.ts';
import type {
  AuditFilter,
  AuditPage,
  AuditRow,
  FoundPage,
  SearchPage,
  StoppedSearch,
} from '../../../app/audit/ports.ts';
import type { Place } from '../../../app/audit/proof/covers.ts';
import {
  type AuditContent,
  type AuditSecrets,
  contentPlaces,
  hadDetails,
  parseContent,
  parseContentValues,
} from '../../../app/audit/record.ts';
import { createChoice, createMayFit, fits, fitsNothing, isOfPerson, refuseForeign, toIdMs } from './search-filter.ts';
import {
  followIntents,
  type KeptIntent,
  type Outline,
  type ReadRow,
  type Scan,
  type SearchedRows,
} from './searched-rows.ts';

/** A content that nobody opens may still be listed by its place. */
interface Candidate {
  readonly outline: Outline;
  /** Places in the row, in the order that was asked for. */
  readonly indexes: readonly number[];
}

/** A `Meter` counts how many records a search may still open, and remembers the last one. */
interface Meter {
  left: number;
  last: { readonly outline: Outline; readonly sequence: number; readonly content: string | null } | undefined;
  isStopped: boolean;
}

const rowsAtOnce = 64;
/** The search allows this deviation from the time in a request's id, because the clocks of several machines differ. */
const clockSlackMs = 3_600_000;

export function createAuditSearch(rows: SearchedRows, findSecrets: () => readonly AuditSecrets[]) {
  let known: { readonly secrets: readonly AuditSecrets[]; readonly opener: GroupOpener } | undefined;

  function getOpener(): GroupOpener {
    const secrets = findSecrets();
    if (known?.secrets !== secrets) known = { secrets, opener: createGroupOpener(secrets) };
    return known.opener;
  }

  /** Lists the intents that no record has completed, by their chain and sequence. */
  async function listOpen(): Promise<ReadonlyMap<string, KeptIntent>> {
    const opener = getOpener();
    const byRequest = new Map<string, KeptIntent[]>();
    const open = (intent: KeptIntent) => {
      const same = byRequest.get(intent.requestMark);
      if (same === undefined) byRequest.set(intent.requestMark, [intent]);
      else same.push(intent);
    };
    for (const intent of await rows.intents()) open(intent);
    for await (const { signed, ...outline } of rows.unsettled()) {
      const { chain, first, find } = outline;
      if (find === null) continue;
      refuseForeign(outline, opener);
      followIntents({ chain, first, find }, signed, { open, complete: (mark) => byRequest.delete(mark) });
    }
    return new Map([...byRequest.values()].flat().map((intent) => [toPlaceKey(intent), intent]));
  }

  async function* find(filter: AuditFilter, page: Omit<AuditPage, 'limit'>, meter: Meter): AsyncGenerator<AuditRow> {
    const opener = getOpener();
    const { order, after, withDetails = false } = page;
    const { reason } = filter;
    const needsDetails = withDetails || reason !== undefined;
    const hidesIntents = filter.subjects !== undefined || (filter.kind === undefined && filter.chain === undefined);
    let opened: Promise<ReadonlyMap<string, KeptIntent>> | undefined;
    const isOpen = async (place: Place) => {
      opened ??= listOpen();
      return (await opened).has(toPlaceKey(place));
    };
    const idMs = Math.max(toIdMs(filter.requestId), toIdMs(filter.batchId));
    const fromMs = Math.max(filter.fromMs ?? Number.NEGATIVE_INFINITY, idMs - clockSlackMs);
    const seen = new Map<string, number>(after && [[after.chain, after.sequence]]);
    const scan: Scan = {
      order,
      chain: filter.chain,
      from: after,
      fromMs: Number.isFinite(fromMs) ? fromMs : undefined,
      toMs: filter.toMs,
    };
    const choose = createChoice(filter, opener);
    const mayFit = createMayFit(filter);
    let candidates: Candidate[] = [];

    async function* take(): AsyncGenerator<AuditRow> {
      const wanted = candidates;
      candidates = [];
      const places = wanted.map(({ outline }) => outline.place);
      const read = new Map(
        (places.length === 0 ? [] : await rows.read(places, needsDetails)).map((row) => [row.place, row]),
      );
      for (const { outline, indexes } of wanted) {
        if (meter.isStopped) return;
        yield* open(outline, indexes, read.get(outline.place));
      }
    }

    async function* open(
      outline: Outline,
      indexes: readonly number[],
      row: ReadRow | undefined,
    ): AsyncGenerator<AuditRow> {
      const { chain, first } = outline;
      const contents = row && readContents(row, filter, opener);
      const offset = first - (row?.first ?? first);
      let evidence: readonly (string | null)[] | undefined;
      for (const index of indexes) {
        const place = { chain, sequence: first + index };
        const content = contents?.[offset + index] ?? null;
        if (meter.left === 0) {
          meter.isStopped = true;
          return;
        }
        meter.left--;
        meter.last = { outline, sequence: place.sequence, content };
        if (content !== null && !mayFit(content)) continue;
        const values = content === null ? undefined : parseContentValues(content);
        if (!(values === undefined ? fitsNothing(filter) : fits(values, filter))) continue;
        const kind = values?.[contentPlaces.kind];
        if (hidesIntents && kind === 'intent' && !(await isOpen(place))) continue;
        const hasDetails = row?.hasEvidence === true && hadDetails(kind);
        if (needsDetails && hasDetails && row !== undefined && row.evidence !== null)
          evidence ??= opener.openEvidence(row, row.evidence);
        const details = evidence?.[offset + index] ?? null;
        if (reason !== undefined && (details === null || !hasReason(details, reason))) continue;
        yield {
          ...place,
          hash: findHash(row, place.sequence),
          content,
          hasDetails,
          details: withDetails ? details : null,
        };
      }
    }

    for await (const outlines of rows.outlines(scan)) {
      for (const outline of outlines) {
        const beyond = toUnseen(outline, choose(outline), seen, order);
        if (beyond.length === 0) continue;
        candidates.push({ outline, indexes: order === 'newest' ? beyond.toReversed() : beyond });
        // The first of them at once: a page for people is in the last row or two.
        if (candidates.length >= rowsAtOnce || outline === outlines[0]) yield* take();
        if (meter.isStopped) return;
      }
      yield* take();
      if (meter.isStopped) return;
    }
  }

  async function search(filter: AuditFilter, { limit, openedMax, ...page }: SearchPage): Promise<FoundPage> {
    const found: AuditRow[] = [];
    const meter: Meter = { left: openedMax, last: undefined, isStopped: false };
    if (limit <= 0) return { rows: found, stoppedAt: null };
    for await (const row of find(filter, page, meter)) {
      found.push(row);
      if (found.length >= limit) break;
    }
    return { rows: found, stoppedAt: meter.isStopped ? toStopped(meter, page.order) : null };
  }

  async function list(filter: AuditFilter, page: AuditPage): Promise<readonly AuditRow[]> {
    return (await search(filter, { ...page, openedMax: Number.POSITIVE_INFINITY })).rows;
  }

  /** Records of these kinds that have one of these marks, whether they are shown or not. */
  async function listPlaces(
    marks: { readonly texts: readonly string[]; readonly what: 'subject' | 'request' },
    fromMs: number | undefined,
    accept: (content: AuditContent) => boolean,
  ): Promise<readonly { readonly place: Place; readonly content: AuditContent }[]> {
    const opener = getOpener();
    const toMark = marks.what === 'subject' ? toSubjectMark : toRequestMark;
    const wanted = [...new Set(marks.texts.map(toMark))];
    const found = new Map<string, { readonly place: Place; readonly content: AuditContent }>();
    for await (const outlines of rows.outlines({ order: 'oldest', fromMs })) {
      const hits = new Map<number, { readonly outline: Outline; readonly indexes: readonly number[] }>();
      for (const outline of outlines) {
        if (outline.find === null) continue;
        refuseForeign(outline, opener);
        const { find: bytes } = outline;
        const indexes = wanted.flatMap((mark) => [...listMarked(bytes, mark, marks.what)]);
        if (indexes.length > 0) hits.set(outline.place, { outline, indexes });
      }
      if (hits.size === 0) continue;
      for (const row of await rows.read([...hits.keys()], false)) {
        const { contents } = opener.openContents(row);
        const hit = hits.get(row.place);
        for (const index of hit?.indexes ?? []) {
          const sequence = (hit?.outline.first ?? 0) + index;
          const content = parseContent(contents[sequence - row.first] ?? '');
          if (content !== undefined && accept(content))
            found.set(toPlaceKey({ chain: row.chain, sequence }), { place: { chain: row.chain, sequence }, content });
        }
      }
    }
    return [...found.values()].toSorted((one, other) => inOrder(one.place, other.place));
  }

  return {
    find: list,
    search,
    listOpen,
    getOpener,

    async openIntents(beforeMs: number): Promise<readonly AuditRow[]> {
      const found: AuditRow[] = [];
      for (const intent of [...(await listOpen()).values()].toSorted(inOrder)) {
        const { chain, sequence, requestMark } = intent;
        const [row] = await list({ chain }, { order: 'oldest', limit: 1, after: { chain, sequence: sequence - 1 } });
        const content = row?.sequence === sequence && row.content !== null ? parseContent(row.content) : undefined;
        if (content?.kind !== 'intent' || content.requestId === null || content.atMs >= beforeMs) continue;
        if (toRequestMark(content.requestId) === requestMark) found.push(row as AuditRow);
      }
      return found;
    },

    /** Every record and intent of the requests about one subject, from until then, and the acts that begin with it. */
    async findErasable(subjects: readonly string[], untilMs: number): Promise<readonly Place[]> {
      const theirs = new Set(subjects);
      const isAbout = ({ kind, subject, target }: AuditContent) =>
        kind === 'act' ? theirs.has(toActTopic(target) ?? '') : isOfPerson(kind) && theirs.has(subject ?? '');
      const about = await listPlaces({ texts: subjects, what: 'subject' }, undefined, isAbout);
      const requestIds = new Set(about.flatMap(({ content }) => content.requestId ?? []));
      const [oldestMs] = about.map(({ content }) => content.atMs).toSorted((one, other) => one - other);
      const asked =
        requestIds.size === 0
          ? []
          : await listPlaces(
              { texts: [...requestIds], what: 'request' },
              (oldestMs ?? 0) - clockSlackMs,
              ({ kind, requestId }) => kind !== 'act' && requestIds.has(requestId ?? ''),
            );
      const places = new Map(
        [...about, ...asked]
          .filter(({ content }) => content.atMs <= untilMs)
          .map(({ place }) => [toPlaceKey(place), place]),
      );
      return [...places.values()].toSorted(inOrder);
    },

    async findActsNaming(requestIds: readonly string[], fromMs: number): Promise<readonly Place[]> {
      const named = new Set(requestIds);
      const acts = await listPlaces(
        { texts: requestIds, what: 'request' },
        fromMs,
        ({ kind, target, atMs }) => kind === 'act' && atMs >= fromMs && named.has(toActTopic(target) ?? ''),
      );
      return acts.map(({ place }) => place);
    },
  };
}

/** A record that is gone was made at some time of its row. */
function toStopped({ last }: Meter, order: AuditPage['order']): StoppedSearch | null {
  if (last === undefined) return null;
  const { outline, sequence, content } = last;
  const atMs = content === null ? undefined : (parseContentValues(content)?.[contentPlaces.atMs] as number | undefined);
  return { chain: outline.chain, sequence, atMs: atMs ?? (order === 'newest' ? outline.toMs : outline.fromMs) };
}

const toPlaceKey = ({ chain, sequence }: Place) => `${chain} ${sequence}`;

/** Rows that are packed while they are read may come twice. */
function toUnseen(
  { chain, first, count }: Outline,
  indexes: readonly number[],
  seen: Map<string, number>,
  order: AuditPage['order'],
): readonly number[] {
  const edge = seen.get(chain);
  const isNewest = order === 'newest';
  seen.set(chain, isNewest ? first : first + count - 1);
  if (edge === undefined) return indexes;
  return indexes.filter((index) => (isNewest ? first + index < edge : first + index > edge));
}

function inOrder(one: Place, other: Place): number {
  return one.chain === other.chain ? one.sequence - other.sequence : one.chain < other.chain ? -1 : 1;
}

/** One damaged row ends no list of others; who searches for something must know. */
function readContents(
  row: KeptGroup,
  { subjects, requestId }: AuditFilter,
  opener: GroupOpener,
): readonly (string | null)[] | undefined {
  if (row.contents === null) return undefined;
  try {
    return opener.openContents(row).contents;
  } catch (error) {
    if (subjects !== undefined || requestId !== undefined) throw error;
    return undefined;
  }
}

const nothing = new Uint8Array();

function findHash(row: KeptGroup | undefined, sequence: number): Uint8Array {
  return (row && findEndOf(row, sequence)?.hash) ?? nothing;
}
