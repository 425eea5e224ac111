// Consultas: the audit, the newest first, searched page by page; one record has an address of its own, and Back leads to the list as it was.

import { useEffect } from 'preact/hooks';
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
import { findPart, go, onPlainClick } from '../shell/router.ts';
import { toTitle } from '../shell/words.ts';
import { formatNumber, formatTime } from '../words/format.ts';
import { FilterForm } from './filter-form.tsx';
import { RecordView } from './record-view.tsx';
import { ReportCard } from './report-card.tsx';
import { callerNames, fetchCallers, found, isSearching, leftAt, noFilter, search, searchError } from './search.ts';
import { auditWords, toTargetWord, toWhoWord } from './words.ts';
import './audit.css';

const address = '/console/consultas';

export function AuditScreen() {
  const opened = findPart(address);
  if (opened !== '') return <RecordView key={opened} requestId={opened} onBack={goBack} />;
  return <AuditList />;
}

/** To the list that the reader came from, where they did. */
function goBack(): void {
  if (history.state === fromList) history.back();
  else go(address);
}

const fromList = 'opened from the list';

function open(requestId: string): void {
  leftAt.value = scrollY;
  go(`${address}/${requestId}`, fromList);
}

function AuditList() {
  const words = auditWords();
  const shown = found.value;
  const isBusy = isSearching.value;
  useEffect(() => {
    if (found.value === undefined && !isSearching.value) void search(noFilter);
    void fetchCallers().catch(() => {});
    scrollTo(0, leftAt.value);
    leftAt.value = 0;
  }, []);
  return (
    <>
      <ScreenTitle title={toTitle('consultas')} lead={words.lead} />
      <div class="stack">
        <FilterForm filter={shown?.filter} />
        {searchError.value !== undefined && (
          <ProblemNotice error={searchError.value} onRetry={() => void search(shown?.filter ?? noFilter)} />
        )}
        {shown?.filter.cpf && <ReportCard cpf={shown.filter.cpf} />}
        <div class="card" aria-busy={isBusy}>
          {shown === undefined ? (
            <p class="empty">{searchError.value === undefined ? words.searching : ''}</p>
          ) : shown.rows.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <Rows rows={shown.rows} />
          )}
          {shown?.next && (
            <p class="row">
              <button type="button" class="button" disabled={isBusy} onClick={() => void search(shown.filter, shown)}>
                {isBusy ? words.searching : partWords().more}
              </button>
            </p>
          )}
        </div>
      </div>
    </>
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
  const { at, kind, status, number, score, risk_level, who, purpose, request_id, act, target } = row;
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
      class={request_id === null ? '' : 'opens'}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null;
        if (request_id !== null && !isLink && getSelection()?.isCollapsed !== false) open(request_id);
      }}
    >
      <td data-label={words.time}>
        {request_id === null ? (
          formatTime(at)
        ) : (
          <a
            href={`${address}/${request_id}`}
            aria-label={`${words.open} ${formatTime(at)}, ${number ?? request_id}`}
            onClick={onPlainClick(() => open(request_id))}
          >
            {formatTime(at)}
          </a>
        )}
      </td>
      <td data-label={words.kind}>
        {act === null ? (
          <>
            {words.kinds[kind]} <AskedNumber kind={kind} number={number} status={status} />
          </>
        ) : (
          (words.acts[act] ?? act)
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
