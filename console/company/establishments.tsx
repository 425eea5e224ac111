// The head office and the branches of a company, page by page, each a click away.

import { useEffect, useState } from 'preact/hooks';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { companyTones } from '../answer/cnpj-view.tsx';
import { answerWords } from '../answer/words/answer-words.ts';
import { call } from '../api/client.ts';
import { CompanyLink } from '../ask/company-link.tsx';
import { type CompanyPage, type CompanyWay, toQuestion } from '../ask/open-company.ts';
import { toMasked } from '../design/fields/number.ts';
import { Badge } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { partWords } from '../design/words.ts';
import { formatDay, formatNumber } from '../words/format.ts';
import { toCityLine } from './changes.ts';
import { companyWords } from './words.ts';

type Establishment = ConsoleAnswer<'POST company-establishments'>['establishments'][number];

interface EstablishmentsProps {
  readonly record: CompanyPage['record'];
  readonly asked: CompanyWay;
}

export function Establishments({ record, asked }: EstablishmentsProps) {
  const words = companyWords();
  const [rows, setRows] = useState<readonly Establishment[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<unknown>();
  const { total } = record.establishments;
  const read = async (after: string | null) => {
    setError(undefined);
    try {
      const page = await call('POST company-establishments', { ...toQuestion(record.cnpj, asked), after });
      setRows((before) => (after === null ? page.establishments : [...before, ...page.establishments]));
      setNext(page.next);
    } catch (caught) {
      setError(caught);
    }
  };
  useEffect(() => void read(null), []);
  return (
    <section class="company-part">
      <h2>
        {words.establishments}{' '}
        <span class="quiet count">{words.partnersOf(formatNumber(rows.length), formatNumber(total))}</span>
      </h2>
      {rows.length > 0 && (
        <table class="cards">
          <TableHead columns={[words.number, words.tradeName, words.status, words.placeColumn, words.founded]} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.cnpj} row={row} asked={asked} isThis={row.cnpj === record.cnpj} />
            ))}
          </tbody>
        </table>
      )}
      {error !== undefined && <ProblemNotice error={error} onRetry={() => void read(next)} />}
      {next !== null && (
        <p class="no-print">
          <button type="button" class="button small" onClick={() => void read(next)}>
            {partWords().more}
          </button>
        </p>
      )}
    </section>
  );
}

interface RowProps {
  readonly row: Establishment;
  readonly asked: CompanyWay;
  readonly isThis: boolean;
}

function Row({ row: { cnpj, head_office, trade_name, status, foundation_date, ...place }, asked, isThis }: RowProps) {
  const words = companyWords();
  return (
    <tr aria-current={isThis ? 'true' : undefined}>
      <td data-label={words.number}>
        <div>
          {isThis ? (
            <span class="number">{toMasked(cnpj)}</span>
          ) : (
            <CompanyLink look="number" cnpj={cnpj} asked={asked}>
              {toMasked(cnpj)}
            </CompanyLink>
          )}{' '}
          <span class="small quiet">
            {head_office ? words.headOffice : words.branch}
            {isThis && `, ${words.thisOne}`}
          </span>
        </div>
      </td>
      <td data-label={words.tradeName}>{trade_name}</td>
      <td data-label={words.status}>
        <Badge tone={companyTones[status]}>{answerWords().companyStatuses[status]}</Badge>
      </td>
      <td data-label={words.placeColumn}>{toCityLine(place)}</td>
      <td data-label={words.founded}>{foundation_date === null ? '' : formatDay(foundation_date)}</td>
    </tr>
  );
}
