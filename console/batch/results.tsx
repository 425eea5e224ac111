// The rows of a batch with their answers, filtered by risk, reason and text; a row opens its whole answer. Nothing of it is in the
// address but the batch.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { AnswerView } from '../answer/answer-view.tsx';
import {
  type Answered,
  type CnpjAnswer,
  type CpfAnswer,
  findScreening,
  headIds,
  type Screening,
  type Verified,
} from '../answer/facts/answer.ts';
import { conclude } from '../answer/facts/conclusion.ts';
import { ListsBadge } from '../answer/parts/screening-part.tsx';
import { answerWords } from '../answer/words/answer-words.ts';
import { toReasonSentence } from '../answer/words/sentences.ts';
import { call, consoleState } from '../api/client.ts';
import { announce } from '../design/announce.ts';
import { FictitiousBanner } from '../design/fictitious.tsx';
import { fromDay, toMasked } from '../design/fields/number.ts';
import { Badge, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { LongRows } from '../design/table/long-rows.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { partWords } from '../design/words.ts';
import { focusOpener } from '../shell/focus-keeper.ts';
import { formatNumber } from '../words/format.ts';
import { toDownload } from './download.ts';
import type { Batch } from './one-batch.tsx';
import { type Filter, FilterForm, noFilter } from './result-filter.tsx';
import { batchWords } from './words.ts';

type Found = ConsoleAnswer<'POST batch-rows'>['rows'][number];

interface ResultsProps {
  readonly batch: Batch;
  readonly onBack: () => void;
}

export function Results({ batch, onBack }: ResultsProps) {
  const words = batchWords();
  const { rows, next, error, isBusy, search } = useRows(batch.id);
  const [filter, setFilter] = useState<Filter>(noFilter);
  const [opened, setOpened] = useState<Found>();
  const leftAt = useRef(0);
  const apply = (changed: Filter) => {
    setFilter(changed);
    void search(changed, 1);
  };
  const close = () => {
    const left = opened?.row;
    setOpened(undefined);
    requestAnimationFrame(() => scrollTo(0, leftAt.current));
    if (left !== undefined) focusOpener(left);
  };
  const answered = opened === undefined ? undefined : toAnswered(opened, batch);
  if (opened !== undefined && answered !== undefined) {
    return <OpenedRow answered={answered} line={opened.line} onClose={close} />;
  }
  return (
    <>
      <ScreenTitle title={words.results} lead={words.resultsOf(batch.file_name)} />
      <div class="stack">
        {batch.with === 'sandbox' && <FictitiousBanner />}
        <div class="row">
          <button type="button" class="button small" onClick={onBack}>
            {words.back}
          </button>
          {(['xlsx', 'csv'] as const).map((format) => (
            <button key={format} type="button" class="button small" onClick={() => void toDownload(batch, format)}>
              {format === 'xlsx' ? words.download : words.downloadCsv}
            </button>
          ))}
        </div>
        <Unanswered
          batch={batch}
          isShown={filter.risk === 'none'}
          onShow={() => apply({ ...filter, risk: 'none', reason: null })}
        />
        <FilterForm filter={filter} onFilter={apply} />
        {error !== undefined && <ProblemNotice error={error} onRetry={() => void search(filter, 1)} />}
        <div class={`card ${batch.with === 'sandbox' ? 'fictitious' : ''}`} aria-busy={isBusy}>
          {rows === undefined ? (
            error === undefined && <p class="empty">{partWords().loading}</p>
          ) : rows.length === 0 ? (
            <p class="empty">{next === null ? words.noRows : words.noneSoFar}</p>
          ) : (
            <Rows
              rows={rows}
              onOpen={(row) => {
                leftAt.current = scrollY;
                setOpened(row);
                scrollTo(0, 0);
              }}
            />
          )}
          {next !== null && rows !== undefined && (
            <p class="row">
              <button type="button" class="button" disabled={isBusy} onClick={() => void search(filter, next, rows)}>
                {partWords().more}
              </button>
            </p>
          )}
        </div>
      </div>
    </>
  );
}

interface UnansweredProps {
  readonly batch: Batch;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

/** The rows with a fault and those that nobody answered: seen alone, and taken along alone to be corrected. */
function Unanswered({ batch, isShown, onShow }: UnansweredProps) {
  const words = batchWords();
  const { invalid, failed, outcome_unknown } = batch.counts;
  const count = invalid + failed + outcome_unknown;
  if (count === 0) return null;
  return (
    <div class="row">
      <span>{words.unansweredRows(formatNumber(count))}</span>
      {!isShown && (
        <button type="button" class="button small" onClick={onShow}>
          {words.onlyUnanswered}
        </button>
      )}
      {(['xlsx', 'csv'] as const).map((format) => (
        <button
          key={format}
          type="button"
          class="button small"
          onClick={() => void toDownload(batch, format, 'unanswered')}
        >
          {format === 'xlsx' ? words.downloadUnanswered : words.downloadUnansweredCsv}
        </button>
      ))}
    </div>
  );
}

interface OpenedRowProps {
  readonly answered: Answered;
  readonly line: number;
  readonly onClose: () => void;
}

function OpenedRow({ answered, line, onClose }: OpenedRowProps) {
  const words = batchWords();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div class="stack">
      <p class="no-print">
        <button type="button" class="button small" onClick={onClose}>
          {words.results}
        </button>
      </p>
      <h1 class="hidden">{words.openRow(formatNumber(line))}</h1>
      <section class="opened-row stack" ref={place} tabIndex={-1} aria-labelledby={headIds}>
        <AnswerView answered={answered} />
      </section>
    </div>
  );
}

function useRows(id: string) {
  const [rows, setRows] = useState<readonly Found[]>();
  const [next, setNext] = useState<number | null>(null);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const turn = useRef(0);
  const search = async (filter: Filter, from: number, before: readonly Found[] = []) => {
    const own = ++turn.current;
    setBusy(true);
    setError(undefined);
    try {
      const page = await call('POST batch-rows', { id, from, ...filter });
      if (own !== turn.current) return;
      setRows([...before, ...page.rows]);
      setNext(page.next);
      const count = before.length + page.rows.length;
      announce(`${batchWords().results}: ${formatNumber(count)}`);
    } catch (thrown) {
      if (own === turn.current) setError(thrown);
    } finally {
      if (own === turn.current) setBusy(false);
    }
  };
  useEffect(() => void search(noFilter, 1), [id]);
  return { rows, next, error, isBusy, search };
}

function Rows({ rows, onOpen }: { readonly rows: readonly Found[]; readonly onOpen: (row: Found) => void }) {
  const words = batchWords();
  return (
    <table class="cards batch-rows">
      <TableHead
        columns={[{ end: words.line }, words.document, words.typedName, words.foundName, words.act, words.reason]}
      />
      <LongRows of={rows}>{(row) => <Row key={row.row} row={row} onOpen={() => onOpen(row)} />}</LongRows>
    </table>
  );
}

function Row({ row, onOpen }: { readonly row: Found; readonly onOpen: () => void }) {
  const words = batchWords();
  const answers = answerWords();
  const verified = toVerified(row, false);
  const number = row.question === null ? '' : row.question.kind === 'cpf' ? row.question.cpf : row.question.cnpj;
  if (verified === undefined) {
    const known: Readonly<Record<string, string>> = { ...words.faults, ...words.failures };
    const { status, hits = [] } = row.screening ?? {};
    return (
      <tr>
        <td data-label={words.line} class="end">
          {formatNumber(row.line)}
        </td>
        <td data-label={words.document}>{toMasked(number)}</td>
        <td data-label={words.typedName} class="quiet">
          {number === '' ? row.cells.filter((cell) => cell !== '').join(' · ') : findTypedName(row)}
        </td>
        <td data-label={words.foundName} />
        <td data-label={words.act}>
          <Badge tone="none">{words.unanswered}</Badge>
          {status !== undefined && (
            <>
              {' '}
              <ListsBadge status={status as Screening['status']} />
            </>
          )}
        </td>
        <td data-label={words.reason}>
          {[known[row.problem ?? ''] ?? row.problem, ...hits.map(({ sentence }) => sentence)].join(' ')}
        </td>
      </tr>
    );
  }
  const { act, tone, because, more } = conclude(verified);
  const name = verified.kind === 'cpf' ? verified.answer.name : verified.answer.company_name;
  return (
    // The whole row opens for the mouse; the button in it is for the keyboard and for readers.
    <tr
      class="opens"
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) onOpen();
      }}
    >
      <td data-label={words.line} class="end">
        {formatNumber(row.line)}
      </td>
      <td data-label={words.document}>
        <button
          type="button"
          class="link number"
          data-opens={row.row}
          aria-label={`${words.openRow(formatNumber(row.line))}, ${toMasked(number)}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          {toMasked(number)}
        </button>
      </td>
      <td data-label={words.typedName}>{findTypedName(row)}</td>
      <td data-label={words.foundName}>{name}</td>
      <td data-label={words.act}>
        <Badge tone={tone}>{answers.act[verified.kind][act]}</Badge>
      </td>
      <td data-label={words.reason}>
        {because === undefined ? '' : toReasonSentence(because, verified.kind, findScreening(verified)?.hits)}
        {more > 0 && <span class="quiet"> +{formatNumber(more)}</span>}
      </td>
    </tr>
  );
}

function findTypedName({ question }: Found): string {
  return (question?.kind === 'cpf' ? question.name : question?.companyName) ?? '';
}

function toVerified({ answer }: Found, isSynthetic: boolean): Verified | undefined {
  if (answer === null) return undefined;
  const facts = { isSynthetic, isUnweighed: true };
  return 'cpf' in answer
    ? { kind: 'cpf', answer: answer as unknown as CpfAnswer, ...facts }
    : { kind: 'cnpj', answer: answer as unknown as CnpjAnswer, ...facts };
}

/** Converts a row into an answer. A row without a question cannot have an answer. */
function toAnswered(row: Found, { with: way, purpose }: Batch): Answered | undefined {
  const verified = toVerified(row, way === 'sandbox');
  const { question } = row;
  if (verified === undefined || question === null) return undefined;
  const asked =
    question.kind === 'cpf'
      ? {
          number: toMasked(question.cpf),
          name: question.name ?? '',
          birthDate: question.birthDate === null ? '' : fromDay(question.birthDate),
        }
      : { number: toMasked(question.cnpj), name: question.companyName ?? '', birthDate: '' };
  const operator = consoleState.value?.operator?.name ?? null;
  const { kind: _, ...body } = question;
  return { verified, asked, body, way, purpose, operator };
}
