// Consultas: the audit, the newest first, searched page by page; one record has an address of its own, and Back leads to the list as it was.

import { useEffect, useState } from 'preact/hooks';
import type { AuditRowView } from '../../src/http/console/contract.ts';
import { toRiskTone } from '../answer/facts/answer.ts';
import { toRiskWord, toStatusWord } from '../answer/words/answer-words.ts';
import { CompanyLink } from '../ask/company-link.tsx';
import { mayAskLive } from '../ask/way.ts';
import { withoutMask } from '../design/fields/number.ts';
import { toPurposeName } from '../design/fields/purpose-field.tsx';
import { Badge, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { LongRows } from '../design/table/long-rows.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { partWords } from '../design/words.ts';
import { laterPart, whenIdle } from '../shell/later.tsx';
import { findPart, follow, go, onPlainClick } from '../shell/router.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber, formatTime } from '../words/format.ts';
import { FilterForm } from './filter-form.tsx';
import { ReportCard } from './report-card.tsx';
import {
  callerNames,
  fetchCallers,
  found,
  isSearching,
  leftAt,
  noFilter,
  search,
  searchError,
  show,
  toLookedSentence,
} from './search.ts';
import { auditWords, toTargetWord, toWhoWord } from './words.ts';
import './audit.css';

const address = '/console/consultas';

// Few visits to the list open a record, which shows nearly all that an answer has.
const record = laterPart(async () => (await import('./record-view.tsx')).RecordView, { isSpare: true });
whenIdle(record.prepare);

/** A record has the id of its request here, and the rows of a batch are behind its id. */
export function AuditScreen() {
  const opened = findPart(address);
  const isBatch = opened.startsWith('bat_');
  if (opened !== '' && !isBatch) return <record.View key={opened} requestId={opened} onBack={goBack} />;
  return <AuditList key={opened} batchId={isBatch ? opened : null} />;
}

/** To the list that the reader came from, where they did. */
function goBack(): void {
  if (history.state === fromList) history.back();
  else go(address);
}

const fromList = 'opened from the list';

/** The request of a record, or the batch of many. */
function open(id: string): void {
  leftAt.value = scrollY;
  go(`${address}/${id}`, fromList);
}

function AuditList({ batchId }: { readonly batchId: string | null }) {
  const words = auditWords();
  // Before the form is made, which begins with what was searched.
  useState(() => show(batchId));
  const shown = found.value;
  const isBusy = isSearching.value;
  useEffect(() => {
    void fetchCallers().catch(() => {});
    scrollTo(0, leftAt.value);
    leftAt.value = 0;
  }, []);
  return (
    <>
      <ScreenTitle title={toTitle('consultas')} lead={words.lead} />
      <div class="stack">
        {batchId !== null && <BatchNotice id={batchId} />}
        <FilterForm filter={shown?.filter} batchId={batchId} />
        {searchError.value !== undefined && (
          <ProblemNotice
            error={searchError.value}
            onRetry={() => void search(shown?.filter ?? { ...noFilter, batch_id: batchId })}
          />
        )}
        {shown?.filter.cpf && <ReportCard cpf={shown.filter.cpf} />}
        <div class="card" aria-busy={isBusy}>
          {shown === undefined ? (
            <p class="empty">{searchError.value === undefined ? words.searching : ''}</p>
          ) : (
            shown.rows.length > 0 && <Rows rows={shown.rows} />
          )}
          {shown !== undefined && toLookedSentence(shown) !== '' && <p class="empty">{toLookedSentence(shown)}.</p>}
          {shown?.next && (
            <p class="row">
              <button type="button" class="button" disabled={isBusy} onClick={() => void search(shown.filter, shown)}>
                {isBusy ? words.searching : shown.looked_until === null ? partWords().more : words.goOn}
              </button>
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function BatchNotice({ id }: { readonly id: string }) {
  const words = auditWords();
  return (
    <div class="row">
      <button type="button" class="button small" onClick={goBack}>
        {words.all}
      </button>
      <span>
        {words.onlyBatch}{' '}
        <a class="mono" href={`/console/lote/${id}`} aria-label={`${words.toBatch} ${id}`} onClick={follow}>
          {id}
        </a>
      </span>
    </div>
  );
}

function Rows({ rows }: { readonly rows: readonly AuditRowView[] }) {
  const words = auditWords();
  return (
    <table class="cards audit-table">
      <TableHead columns={[words.time, words.kind, words.status, words.risk, words.who, words.purpose]} />
      <LongRows of={rows}>{(row) => <Row key={row.sequence} row={row} />}</LongRows>
    </table>
  );
}

function Row({ row }: { readonly row: AuditRowView }) {
  const words = auditWords();
  const { at, kind, status, number, score, risk_level, who, purpose, request_id, act, target, batch } = row;
  // The start of a batch stands for its rows.
  const opens = request_id ?? (act === null ? null : (batch?.id ?? null));
  const what = request_id === null ? words.openBatch : words.open;
  if (at === null || kind === null) {
    return (
      <tr>
        <td colSpan={6} class="quiet">
          {words.place(row.sequence)}: {words.purged}
        </td>
      </tr>
    );
  }
  return (
    // The whole row leads to the record for the mouse; the link in it is for the keyboard and for readers.
    <tr
      class={opens === null ? '' : 'opens'}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null;
        if (opens !== null && !isLink && getSelection()?.isCollapsed !== false) open(opens);
      }}
    >
      <td data-label={words.time}>
        {opens === null ? (
          formatTime(at)
        ) : (
          <a
            href={`${address}/${opens}`}
            aria-label={`${what} ${formatTime(at)}, ${number ?? opens}`}
            onClick={onPlainClick(() => open(opens))}
          >
            {formatTime(at)}
          </a>
        )}
      </td>
      <td data-label={words.kind}>
        {act === null ? (
          <>
            {words.kinds[kind]} <AskedNumber kind={kind} number={number} status={status} />{' '}
            {batch !== null && (
              <BatchLink id={batch.id} what={number ?? formatTime(at)}>
                {words.inBatch}
              </BatchLink>
            )}
          </>
        ) : batch === null ? (
          (words.acts[act] ?? act)
        ) : (
          <strong>
            {words.batch}
            {batch.rows !== null && `, ${words.batchOf(formatNumber(batch.rows))}`}
          </strong>
        )}
      </td>
      <td data-label={words.status}>
        {status !== null && toStatusWord(status)}
        {status === null && target !== null && (
          <span class="mono quiet target">{toTargetWord(target, callerNames.value)}</span>
        )}
      </td>
      <td data-label={words.risk}>
        {risk_level !== null && (
          <span class="row risk">
            <Badge tone={toRiskTone(risk_level)}>{toRiskWord(risk_level)}</Badge>
            {score !== null && <span class="number">{formatNumber(score)}</span>}
          </span>
        )}
      </td>
      <td data-label={words.who} class="who">
        {who === null ? '' : toWhoWord(who)}
      </td>
      <td data-label={words.purpose}>{purpose === null ? '' : toPurposeName(purpose)}</td>
    </tr>
  );
}

interface BatchLinkProps {
  readonly id: string;
  readonly what: string;
  readonly children: string;
}

/** Leads from a row to all rows of its batch; nowhere where they are all that is shown. */
function BatchLink({ id, what, children }: BatchLinkProps) {
  if (found.value?.filter.batch_id === id) return null;
  return (
    <a
      class="small of-batch"
      href={`${address}/${id}`}
      aria-label={`${auditWords().openBatchOf} ${what}`}
      onClick={onPlainClick(() => open(id))}
    >
      {children}
    </a>
  );
}

/** A company's leads to its record, wherever there is one that the reader may see. */
function AskedNumber({ kind, number, status }: Pick<AuditRowView, 'kind' | 'number' | 'status'>) {
  if (number === null) return null;
  if (kind !== 'cnpj' || status === 'not_found' || mayAskLive.value !== true) {
    return <span class="number">{number}</span>;
  }
  return (
    <CompanyLink look="number" cnpj={withoutMask(number)} asked="live">
      {number}
    </CompanyLink>
  );
}
