// Who stands behind a company, page by page: some have thousands.

import { useState } from 'preact/hooks';
import { call } from '../api/client.ts';
import { CompanyLink } from '../ask/company-link.tsx';
import { type CompanyPage, type CompanyWay, toQuestion } from '../ask/open-company.ts';
import { toMasked } from '../design/fields/number.ts';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { partWords } from '../design/words.ts';
import { formatDay, formatNumber } from '../words/format.ts';
import { toCodedText } from './changes.ts';
import { companyWords } from './words.ts';

type Partner = NonNullable<CompanyPage['record']['partners']>[number];

interface PartnersProps {
  readonly record: CompanyPage['record'];
  readonly asked: CompanyWay;
}

const shownFirst = 10;

export function Partners({ record, asked }: PartnersProps) {
  const words = companyWords();
  const [all, setAll] = useState<readonly Partner[]>(record.partners ?? []);
  /** The state counts the partners of the company that the page has read. Privacy leaves some of them out. */
  const [read, setRead] = useState(Math.min(100, record.partners_total ?? 0));
  const [shown, setShown] = useState(shownFirst);
  const [error, setError] = useState<unknown>();
  const total = record.partners_total ?? 0;
  const more = async () => {
    setError(undefined);
    if (shown < all.length) return setShown(shown + 100);
    try {
      const page = await call('POST company-partners', { ...toQuestion(record.cnpj, asked), from: read });
      setAll([...all, ...page.partners]);
      setRead(read + 100);
      setShown(shown + 100);
    } catch (caught) {
      setError(caught);
    }
  };
  const rows = all.slice(0, shown);
  return (
    <section class="company-part">
      <h2>
        {words.partners}{' '}
        {total > 0 && (
          <span class="quiet count">{words.partnersOf(formatNumber(rows.length), formatNumber(total))}</span>
        )}
      </h2>
      {record.partners === null ? (
        <p class="quiet">{words.partnersNotImported}</p>
      ) : total === 0 ? (
        <p class="quiet">{words.noPartners}</p>
      ) : (
        <table class="cards">
          <TableHead columns={[words.name, words.document, words.qualification, words.joined, words.ageBand]} />
          <tbody>
            {rows.map((partner, index) => (
              <Row key={index} partner={partner} asked={asked} />
            ))}
          </tbody>
        </table>
      )}
      {error !== undefined && <ProblemNotice error={error} onRetry={more} />}
      {(shown < all.length || read < total) && record.partners !== null && (
        <p class="no-print">
          <button type="button" class="button small" onClick={more}>
            {partWords().more}
          </button>
        </p>
      )}
    </section>
  );
}

function Row({ partner, asked }: { readonly partner: Partner; readonly asked: CompanyWay }) {
  const words = companyWords();
  const { kind, name, document, qualification, joined_on, age_band, representative } = partner;
  const isCompany = kind === 'company' && document !== null && document.length === 14;
  return (
    <tr>
      <td data-label={words.name}>
        <div>
          {name ?? words.nothing}
          {representative !== null && (
            <div class="small quiet">{words.representedBy(representative.name ?? representative.document)}</div>
          )}
        </div>
      </td>
      <td data-label={words.document} class="number">
        {isCompany ? (
          <CompanyLink look="number" cnpj={document} asked={asked}>
            {toMasked(document)}
          </CompanyLink>
        ) : (
          document
        )}
      </td>
      <td data-label={words.qualification}>{toCodedText(qualification)}</td>
      <td data-label={words.joined}>{joined_on === null ? '' : formatDay(joined_on)}</td>
      <td data-label={words.ageBand}>{age_band === null ? '' : words.years(age_band.from_years, age_band.to_years)}</td>
    </tr>
  );
}
