// What the lists said in a recorded screening, side by side with what was asked, and how anybody proves it: for the screen and for paper.

import type { AuditRecordView } from '../../src/http/console/contract.ts';
import { type Fact, Facts } from '../design/facts.tsx';
import { formatDay, formatList, formatShare, formatTime } from '../words/format.ts';
import { screeningWords } from './screening-words.ts';
import { auditWords } from './words.ts';

type Verification = NonNullable<AuditRecordView['verification']>;
type Shown = NonNullable<Verification['screening']>;
type Hit = Shown['hits'][number];
type Seen = NonNullable<Shown['seen']>[number];

interface ScreeningRecordProps {
  readonly record: AuditRecordView;
  readonly verification: Verification;
  readonly screening: Shown;
}

export function ScreeningRecord({ record, verification, screening: { editions, hits, seen } }: ScreeningRecordProps) {
  const words = auditWords();
  return (
    <>
      <section>
        <h3>{words.lists}</h3>
        <ul class="reasons">
          {editions.map(({ list, asOf, state }) => (
            <li key={list}>
              {list}: {asOf === null ? '' : `${formatDay(asOf)}, `}
              {words.listStates[state]}
            </li>
          ))}
        </ul>
      </section>
      <section class="stack tight">
        <h3>{words.rows}</h3>
        {hits.length === 0 && <p class="quiet">{words.noRows}</p>}
        {hits.length > 0 && seen === undefined && <p class="quiet">{screeningWords().rowsAlone}</p>}
        {hits.map((hit, place) => (
          <SeenHit key={`${hit.row} ${hit.partner}`} hit={hit} seen={seen?.[place]} verification={verification} />
        ))}
      </section>
      <HowToProve record={record} />
    </>
  );
}

interface SeenHitProps {
  readonly hit: Hit;
  readonly seen: Seen | undefined;
  readonly verification: Verification;
}

/** One row as somebody saw it, beside what was asked. */
export function SeenHit({ hit, seen, verification }: SeenHitProps) {
  const words = auditWords();
  const own = screeningWords();
  const { row, match, strength, state, partner } = hit;
  return (
    <article class="stack tight seen-hit">
      <p>
        <strong class="mono">{row}</strong>: {own.strengths[strength]}, {words.matches[match]}, {words.hitStates[state]}
        {partner === null ? '' : ` (${words.ofPartner(partner + 1)})`}
      </p>
      {seen !== undefined && <Compared seen={seen} verification={verification} isPartner={partner !== null} />}
      <Facts facts={[...(seen === undefined ? [] : toSeenFacts(row, seen)), [own.judgement, toJudgement(hit)]]} />
    </article>
  );
}

/** Returns the judgement as it counted in the answer. */
function toJudgement({ clearance, clearedAt, judged }: Hit): string {
  const own = screeningWords();
  if (judged !== undefined) {
    const until = judged.until === null ? '' : own.judgedUntil(formatDay(judged.until));
    return `${own.judged[judged.kind]} ${own.since(formatTime(judged.at))}${until} (${judged.id})`;
  }
  if (clearance === undefined) return own.notJudged;
  return `${own.cleared(clearedAt === undefined ? '' : formatTime(clearedAt))} (${clearance})`;
}

function Compared({
  seen,
  verification: { number, unmasked },
  isPartner,
}: {
  readonly seen: Seen;
  readonly verification: Verification;
  readonly isPartner: boolean;
}) {
  const own = screeningWords();
  const given = isPartner
    ? { name: seen.partner?.name ?? null, number: seen.partner?.document ?? null, birth: null }
    : { ...unmasked, name: unmasked === null ? own.hidden : unmasked.name, number, birth: toGivenBirth(unmasked) };
  const judge = (...aspects: readonly string[]) => {
    if (seen.agreed.some((aspect) => aspects.includes(aspect))) return own.agrees;
    return seen.disagreed.some((aspect) => aspects.includes(aspect)) ? own.differs : '';
  };
  const likeness = seen.similarity === null ? judge('name') : own.alike(formatShare(seen.similarity));
  const rows = [
    [own.name, given.name, seen.name, likeness],
    [own.number, given.number, seen.document, judge('cpf', 'masked_cpf', 'cnpj', 'cnpj_root')],
    [own.birth, given.birth, toListedBirths(seen), judge('birth_date', 'birth_year')],
    [own.document, given.document ?? null, toListedDocuments(seen), judge('document', 'document_country')],
    [own.nationality, given.nationality ?? null, seen.nationalities?.join(', ') ?? null, judge('nationality')],
  ] as const;
  return (
    <table class="compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{own.given}</th>
          <th scope="col">{own.listed}</th>
          <th scope="col">{own.result}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(([, asked, listed, result]) => asked !== null || listed !== null || result !== '')
          .map(([what, asked, listed, result]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{asked ?? '—'}</td>
              <td>{listed ?? '—'}</td>
              <td>{result || '—'}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** A list may know the year alone. */
function toListedBirths({ births = [] }: Seen): string | null {
  return births.map((birth) => (birth.length === 10 ? formatDay(birth) : birth)).join(', ') || null;
}

function toListedDocuments({ identityDocuments = [] }: Seen): string | null {
  return identityDocuments.map(({ number, country }) => [number, country].filter(Boolean).join(' ')).join(', ') || null;
}

function toGivenBirth(unmasked: Verification['unmasked']): string | null {
  if (unmasked === null) return screeningWords().hidden;
  return unmasked.birth_date === null ? null : formatDay(unmasked.birth_date);
}

function toSeenFacts(row: string, seen: Seen): readonly Fact[] {
  const words = screeningWords();
  const { asOf, agreed, disagreed, from, until, isUntilMinimum, category, authority, process, reach, remarks } = seen;
  const list = row.slice(0, row.indexOf(':'));
  const toAspects = (aspects: Seen['agreed']) =>
    aspects.length === 0 ? words.nothing : formatList(aspects.map((each) => words.aspects[each] ?? each));
  const toEnd = (day: string) => (isUntilMinimum ? words.untilAtLeast(formatDay(day)) : formatDay(day));
  return [
    [words.listed, `${list}, ${formatDay(asOf)}`],
    [
      words.partner,
      seen.partner === undefined ? null : [seen.partner.name, seen.partner.role].filter(Boolean).join(', '),
    ],
    [words.category, category],
    [words.from, from === null ? null : formatDay(from)],
    [words.until, until === null ? words.noEnd : toEnd(until)],
    [words.authority, authority],
    [words.process, process],
    [words.reach, reach],
    [words.agreed, toAspects(agreed)],
    [words.disagreed, toAspects(disagreed)],
    [words.remarks, remarks],
    [words.otherRows, seen.otherRows.length === 0 ? null : seen.otherRows.map((id) => `${list}:${id}`).join(', ')],
  ];
}

function HowToProve({ record: { request_id: requestId, chain } }: { readonly record: AuditRecordView }) {
  const words = screeningWords();
  return (
    <section class="stack tight">
      <h3>{words.howToProve}</h3>
      <p class="small quiet">{words.howToProveLead}</p>
      <pre class="mono commands">{`confere audit show ${requestId}\nconfere audit verify`}</pre>
      <p class="small">
        {words.chain}: <span class="mono hash">{chain}</span>
      </p>
    </section>
  );
}
