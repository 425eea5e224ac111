// The whole record of a company on one page: what matters for a decision first, every value as the Receita has it.

import { partnersShown } from '../../src/domain/company/company-record.ts';
import { coverCompanyRecord } from '../../src/domain/coverage/company-coverage.ts';
import { type Cnpj, formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import { companyTones } from '../answer/cnpj-view.tsx';
import { answerWords } from '../answer/words/answer-words.ts';
import { toCoverageSentences } from '../answer/words/sentences.ts';
import type { CompanyPage, CompanyWay } from '../ask/open-company.ts';
import { Facts } from '../design/facts.tsx';
import { FictitiousBanner } from '../design/fictitious.tsx';
import { toMasked } from '../design/fields/number.ts';
import { Badge, Notice } from '../design/parts.tsx';
import { partWords } from '../design/words.ts';
import { go } from '../shell/router.ts';
import { startNext, typed } from '../verify/verify-state.ts';
import { formatDay, formatList, formatMoney, formatNumber } from '../words/format.ts';
import { toAddressLine, toCityLine, toCodedText, toOption } from './changes.ts';
import { Changes } from './changes-card.tsx';
import { Establishments } from './establishments.tsx';
import { Partners } from './partners.tsx';
import { companyWords } from './words.ts';

type CompanyRecord = CompanyPage['record'];

interface CompanyViewProps {
  readonly page: CompanyPage;
  readonly asked: CompanyWay;
}

/** The Receita's own certificate of the number. By usage, not by a promise of theirs: docs/decisions/console.md. */
const receitaAddress = 'https://solucoes.receita.fazenda.gov.br/Servicos/cnpjreva/Cnpjreva_Solicitacao.asp?cnpj=';

export function CompanyView({ page, asked }: CompanyViewProps) {
  const words = companyWords();
  const { record } = page;
  return (
    <div class="stack">
      {asked === 'sandbox' && <FictitiousBanner />}
      <article class={`card company ${asked === 'sandbox' ? 'fictitious' : ''}`}>
        <Head record={record} isReal={asked === 'live'} />
        {record.special_situation !== null && (
          <Notice tone="bad">
            <strong>{`${words.special}: ${record.special_situation.text}`}</strong>
            {record.special_situation.since !== null && (
              <span>{words.since(formatDay(record.special_situation.since))}</span>
            )}
          </Notice>
        )}
        <Changes page={page} asked={asked} />
        <Sheet record={record} />
        <Activities record={record} />
        <Place record={record} />
        <Partners record={record} asked={asked} />
        <Establishments record={record} asked={asked} />
      </article>
    </div>
  );
}

function Head({ record, isReal }: { readonly record: CompanyRecord; readonly isReal: boolean }) {
  const words = companyWords();
  const { cnpj, legal_name, trade_name, status, head_office, mei, data_as_of } = record;
  const verify = () => {
    startNext();
    typed.value = { number: toMasked(cnpj), name: '', birthDate: '' };
    go('/console');
  };
  return (
    <header class="stack tight">
      <h1>{legal_name ?? trade_name ?? words.unnamed}</h1>
      <p class="quiet">
        <span class="number">{formatCnpj(cnpj as Cnpj)}</span>
        {trade_name !== null && trade_name !== legal_name && ` · ${trade_name}`}
        {` · ${words.dataAsOf(formatDay(data_as_of))}`}
      </p>
      <div class="row">
        <Badge tone={companyTones[status]}>{answerWords().companyStatuses[status]}</Badge>
        <Badge tone="none">{head_office ? words.headOffice : words.branch}</Badge>
        {mei?.opted === true && <Badge tone="none">{words.mei}</Badge>}
      </div>
      {toCoverageSentences(coverCompanyRecord(data_as_of), 'cnpj').map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div class="row no-print">
        <button type="button" class="button small" onClick={verify}>
          {words.verify}
        </button>
        <button type="button" class="button small" onClick={() => print()}>
          {partWords().print}
        </button>
        {isReal && (
          <a
            class="button small"
            href={`${receitaAddress}${cnpj}`}
            target="_blank"
            rel="noreferrer noopener"
            title={words.receitaAbout}
          >
            {words.receita} <span class="hidden">{words.newTab}</span>
            <span aria-hidden="true">↗</span>
          </a>
        )}
      </div>
    </header>
  );
}

function Sheet({ record }: { readonly record: CompanyRecord }) {
  const words = companyWords();
  const { status, status_since, tax_regimes } = record;
  const since = status_since === null ? '' : `, ${words.since(formatDay(status_since))}`;
  const lastRegime = tax_regimes?.toSorted((a, b) => b.year - a.year)[0];
  return (
    <section class="company-part">
      <h2>{words.record}</h2>
      <Facts
        facts={[
          [words.status, `${answerWords().companyStatuses[status]}${since}`],
          [words.statusReason, toCodedText(record.status_reason)],
          [words.legalName, record.legal_name],
          [words.tradeName, record.trade_name],
          [words.founded, record.foundation_date === null ? null : formatDay(record.foundation_date)],
          [words.nature, toCodedText(record.legal_nature)],
          [words.size, toCodedText(record.size)],
          [words.capital, record.capital === null ? null : formatMoney(record.capital)],
          [words.responsible, toCodedText(record.responsible_qualification)],
          [words.federativeEntity, record.federative_entity],
          [words.simples, toOption(record.simples)],
          [words.meiOption, toOption(record.mei)],
          [words.taxRegime, lastRegime === undefined ? null : `${lastRegime.form} (${lastRegime.year})`],
        ]}
      />
    </section>
  );
}

function Activities({ record: { main_activity, other_activities } }: { readonly record: CompanyRecord }) {
  const words = companyWords();
  if (main_activity === null && other_activities.length === 0) return null;
  const others = other_activities.filter(({ code }) => code !== main_activity?.code);
  return (
    <section class="company-part">
      <h2>{words.activities}</h2>
      {main_activity !== null && (
        <p>
          <span class="quiet">{words.mainActivity}: </span>
          <Activity {...main_activity} />
        </p>
      )}
      {others.length > 0 && (
        <details open={others.length <= 6}>
          <summary>{`${words.otherActivities} (${others.length})`}</summary>
          <ul class="reasons">
            {others.map((activity) => (
              <li key={activity.code}>
                <Activity {...activity} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Activity({ code, text }: { readonly code: string; readonly text: string | null }) {
  // As the IBGE writes a subclass: 4781-4/00.
  const written = code.replace(/^(\d{4})(\d)(\d{2})$/, '$1-$2/$3');
  return (
    <>
      <span class="number">{written}</span> {text}
    </>
  );
}

/** Counts them if the record has all partners but them. */
function toMinorsLeft({ partners, partners_total }: CompanyRecord): string {
  const words = companyWords();
  const left = (partners_total ?? 0) - (partners ?? []).length;
  const isKnown = partners_total !== null && partners_total <= partnersShown && left > 0;
  return isKnown ? words.minorsLeft(formatNumber(left)) : words.withheldNames.minors;
}

function Place({ record }: { readonly record: CompanyRecord }) {
  const words = companyWords();
  const { address, contacts, withheld } = record;
  const phones = [contacts.phone, contacts.second_phone]
    .filter((phone) => phone !== null)
    .map(({ area_code, number }) => (area_code === null ? number : `(${area_code}) ${number}`));
  const left = withheld.map((fact) => (fact === 'minors' ? toMinorsLeft(record) : words.withheldNames[fact]));
  return (
    <section class="company-part">
      <h2>{words.place}</h2>
      <Facts
        facts={[
          [words.address, toAddressLine(record)],
          [words.city, toCityLine(address)],
          [words.postalCode, address.postal_code?.replace(/^(\d{5})(\d{3})$/, '$1-$2') ?? null],
          [words.country, toCodedText(address.country)],
          [words.phones, phones.join(', ')],
          [words.email, contacts.email],
        ]}
      />
      {left.length > 0 && <p class="small quiet">{words.withheld(formatList(left))}</p>}
    </section>
  );
}
