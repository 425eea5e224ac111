// Consultas: the audit, searched page by page; one record opens in place of the list, which stays as it was.

import { useRef, useState } from 'preact/hooks';
import type { AuditRowView, ConsoleBody } from '../../src/http/console/contract.ts';
import { call } from '../api/client.ts';
import { ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problem-notice.tsx';
import { formatNumber, formatTime } from '../words/format.ts';
import { type AuditFilter, FilterForm } from './filter-form.tsx';
import { RecordView } from './record-view.tsx';
import { ReportCard } from './report-card.tsx';
import { auditWords, toStatusWord } from './words.ts';
import './audit.css';

interface Found {
  readonly filter: AuditFilter;
  readonly rows: readonly AuditRowView[];
  readonly next: string | null;
}

export function AuditScreen() {
  const words = auditWords();
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const [opened, setOpened] = useState<string>();
  const asked = useRef(0);

  /** Of two searches on their way only the later one counts. */
  async function search(filter: AuditFilter, before?: Found) {
    const turn = ++asked.current;
    setBusy(true);
    setError(undefined);
    try {
      const body: ConsoleBody<'POST audit-search'> = { ...filter, after: before?.next ?? null };
      const { rows, next } = await call('POST audit-search', body);
      if (turn === asked.current) setFound({ filter, rows: [...(before?.rows ?? []), ...rows], next });
    } catch (thrown) {
      if (turn === asked.current) setError(thrown);
    }
    if (turn === asked.current) setBusy(false);
  }

  if (opened !== undefined) return <RecordView requestId={opened} onBack={() => setOpened(undefined)} />;
  return (
    <>
      <ScreenTitle title={words.title} lead={words.lead} />
      <div class="stack">
        <FilterForm isBusy={isBusy} onSearch={(filter) => void search(filter)} filter={found?.filter} />
        {error !== undefined && <ProblemNotice error={error} />}
        {found?.filter.cpf && <ReportCard cpf={found.filter.cpf} />}
        <div class="card" aria-busy={isBusy}>
          {found === undefined ? (
            <p class="empty">{words.begin}</p>
          ) : found.rows.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <Rows rows={found.rows} onOpen={setOpened} />
          )}
          {found?.next && (
            <p class="row">
              <button type="button" class="button" disabled={isBusy} onClick={() => void search(found.filter, found)}>
                {isBusy ? words.searching : words.more}
              </button>
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function Rows({ rows, onOpen }: { readonly rows: readonly AuditRowView[]; readonly onOpen: (id: string) => void }) {
  const words = auditWords();
  return (
    <div class="scroll">
      <table class="audit-table">
        <thead>
          <tr>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.kind}</th>
            <th scope="col">{words.status}</th>
            <th scope="col" class="end">
              {words.score}
            </th>
            <th scope="col">{words.who}</th>
            <th scope="col">{words.purpose}</th>
            <th scope="col">
              <span class="hidden">{words.open}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.sequence} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, onOpen }: { readonly row: AuditRowView; readonly onOpen: (id: string) => void }) {
  const words = auditWords();
  const { at, kind, status, score, who, purpose, request_id, act, target } = row;
  if (at === null || kind === null) {
    return (
      <tr>
        <td colSpan={7} class="quiet">
          {words.place(row.sequence)}: {words.purged}
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>{formatTime(at)}</td>
      <td>{act === null ? words.kinds[kind] : (words.acts[act] ?? act)}</td>
      <td>{status === null ? <span class="mono quiet">{target}</span> : toStatusWord(status)}</td>
      <td class="end">{score === null ? '' : formatNumber(score)}</td>
      <td class="who" title={who ?? ''}>
        {who}
      </td>
      <td>{purpose}</td>
      <td class="end">
        {request_id !== null && (
          <button
            type="button"
            class="button small"
            aria-label={`${words.open} ${request_id}`}
            onClick={() => onOpen(request_id)}
          >
            {words.open}
          </button>
        )}
      </td>
    </tr>
  );
}
