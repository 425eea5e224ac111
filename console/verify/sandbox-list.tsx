// The people and companies of the sandbox, one click away: a click fills the form in and verifies.

import { useEffect, useState } from 'preact/hooks';
import type { SandboxCompany, SandboxPerson } from '../../src/http/console/contract.ts';
import { fetchSandbox, sandbox } from '../ask/sandbox.ts';
import { toMasked } from '../design/fields/number.ts';
import { language } from '../words/language.ts';
import { verifyWords } from './words.ts';

export interface Example {
  readonly number: string;
  readonly name: string;
  readonly birthDate: string;
}

/** One of each outcome; the rest at a click. */
const chosenPeople = ['40442820135', '90000000507', '90000000841', '40532176871', '90000001147', '90000001651'];
const chosenCompanies = ['34238864000168', '31151791000184', '12ABC34501DE35'];

export function SandboxList({ onChoose }: { readonly onChoose: (example: Example) => void }) {
  const words = verifyWords();
  const [isWhole, setWhole] = useState(false);
  useEffect(fetchSandbox, []);
  const list = sandbox.value;
  if (list === undefined) return null;
  const people = list.people.filter(({ cpf }) => isWhole || chosenPeople.includes(cpf));
  const companies = list.companies.filter(({ cnpj }) => isWhole || chosenCompanies.includes(cnpj));
  return (
    <section class="stack tight no-print" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">{words.people}</h2>
      <p class="small quiet">{words.peopleLead}</p>
      <ul class="examples">
        {people.map((person) => (
          <Choice
            key={person.cpf}
            of={person}
            title={person.name ?? toMasked(person.cpf)}
            onChoose={() => onChoose(fromPerson(person))}
          />
        ))}
      </ul>
      <h3>{words.companies}</h3>
      <ul class="examples">
        {companies.map((company) => (
          <Choice
            key={company.cnpj}
            of={company}
            title={company.company_name ?? toMasked(company.cnpj)}
            onChoose={() => onChoose({ number: company.cnpj, name: '', birthDate: '' })}
          />
        ))}
      </ul>
      {!isWhole && (
        <div>
          <button type="button" class="button small" onClick={() => setWhole(true)}>
            {words.allPeople}
          </button>
        </div>
      )}
    </section>
  );
}

function fromPerson({ cpf, name, birth_date }: SandboxPerson): Example {
  return { number: cpf, name: name ?? '', birthDate: birth_date ?? '' };
}

interface ChoiceProps {
  readonly of: SandboxPerson | SandboxCompany;
  readonly title: string;
  readonly onChoose: () => void;
}

function Choice({ of, title, onChoose }: ChoiceProps) {
  return (
    <li>
      <button type="button" onClick={onChoose}>
        <span>{title}</span>
        <span class="small quiet">{language.value === 'pt' ? of.label_pt : of.label}</span>
      </button>
    </li>
  );
}
