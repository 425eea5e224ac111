// Empresas: one company, by its number in the address, and a field for the next one.

import { useEffect, useState } from 'preact/hooks';
import { LivePurpose } from '../ask/live-purpose.tsx';
import {
  type CompanyPage,
  type CompanyWay,
  companiesAddress,
  findCompanyWay,
  openCompany,
  readCompany,
} from '../ask/open-company.ts';
import { lacksPurpose } from '../ask/way.ts';
import { announce } from '../design/announce.ts';
import { FictitiousBanner } from '../design/fictitious.tsx';
import { MaskedInput } from '../design/fields/masked-input.tsx';
import { judgeNumber, toMasked, withoutMask } from '../design/fields/number.ts';
import { Field, Notice, ScreenTitle } from '../design/parts.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { partWords } from '../design/words.ts';
import { findPart } from '../shell/router.ts';
import { toTitle } from '../shell/words.ts';
import { CompanyView } from './company-view.tsx';
import { companyWords } from './words.ts';
import './company.css';

export function CompanyScreen() {
  const words = companyWords();
  const part = withoutMask(decodeURIComponent(findPart(companiesAddress)));
  const judged = judgeNumber(part);
  const asked = findCompanyWay();
  const isRight = judged.kind === 'right' && judged.of === 'cnpj';
  const needsPurpose = asked === 'live' && lacksPurpose.value;
  if (asked === undefined) return <p class="empty">{partWords().loading}</p>;
  return (
    <div class="stack">
      {!isRight && <ScreenTitle title={toTitle('empresas')} lead={words.lead} />}
      {isRight && needsPurpose && <ScreenTitle title={toMasked(part)} lead={words.lead} />}
      {part !== '' && !isRight && <Notice tone="warn">{words.notACnpj}</Notice>}
      {!needsPurpose && <Search key={part} isAlone={!isRight} />}
      {isRight && !needsPurpose && <Opened key={`${part} ${asked}`} cnpj={part} asked={asked} />}
      {needsPurpose && (
        <div class="card company-search">
          <LivePurpose hint={words.purposeFirst} />
        </div>
      )}
    </div>
  );
}

function Opened({ cnpj, asked }: { readonly cnpj: string; readonly asked: CompanyWay }) {
  const [page, setPage] = useState<CompanyPage>();
  const [error, setError] = useState<unknown>();
  const read = () => {
    setError(undefined);
    readCompany(cnpj, asked).then((found) => {
      setPage(found);
      announce(found.record.legal_name ?? toMasked(cnpj));
    }, setError);
  };
  useEffect(read, []);
  if (page !== undefined) return <CompanyView page={page} asked={asked} />;
  return (
    <>
      {asked === 'sandbox' && <FictitiousBanner />}
      <div class="titled">
        <h1>{toMasked(cnpj)}</h1>
      </div>
      {error === undefined ? (
        <p class="empty">{partWords().loading}</p>
      ) : (
        <ProblemNotice error={error} onRetry={read} />
      )}
    </>
  );
}

function Search({ isAlone }: { readonly isAlone: boolean }) {
  const words = companyWords();
  const [typed, setTyped] = useState('');
  const judged = judgeNumber(withoutMask(typed));
  const isCnpj = judged.kind === 'right' && judged.of === 'cnpj';
  const isWrong = (judged.kind === 'wrong' && judged.of === 'cnpj') || (judged.kind === 'right' && !isCnpj);
  const missing = 14 - withoutMask(typed).length;
  return (
    <form
      class="card company-search no-print"
      onSubmit={(event) => {
        event.preventDefault();
        if (isCnpj) openCompany(judged.value, findCompanyWay());
      }}
    >
      <Field
        label={words.number}
        hint={
          isWrong && missing === 0
            ? words.wrongNumber
            : typed === '' || missing === 0
              ? ''
              : words.digitsMissing(missing)
        }
        verdict={isWrong && missing === 0 ? 'wrong' : undefined}
      >
        {(ties) => (
          <MaskedInput
            {...ties}
            placeholder="00.000.000/0000-00"
            autocapitalize="characters"
            value={typed}
            mask={(text) => toMaskedCnpj(withoutMask(text))}
            onValue={setTyped}
          />
        )}
      </Field>
      <button type="submit" class={`button ${isAlone ? 'first' : ''}`} disabled={!isCnpj}>
        {words.open}
      </button>
    </form>
  );
}

/** Masks a CNPJ, even one that is still short enough to look like a CPF. */
function toMaskedCnpj(plain: string): string {
  const marks: Readonly<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' };
  return [...plain].map((character, index) => (marks[index] ?? '') + character).join('');
}
