// The rows of docs/sandbox.md about lists: each question as the sandbox answers it.

import { askLists } from '../../src/app/screening/ask-lists.ts';
import { type FoundPartners, findPartnersOf } from '../../src/app/screening/find-partners.ts';
import type { ScreeningLists } from '../../src/app/screening/ports.ts';
import type { Cnpj } from '../../src/domain/numbers/cnpj.ts';
import type { Cpf } from '../../src/domain/numbers/cpf.ts';
import type { Screened } from '../../src/domain/screening/screened.ts';
import { decideScreening } from '../../src/domain/screening/screening.ts';
import { createSandboxRecords } from '../../src/registry/sandbox-records.ts';
import type { Label } from '../../src/sandbox/labels.ts';
import { type ListedPersona, listedPersonas } from '../../src/sandbox/listed.ts';
import { createSandboxLists } from '../../src/screening/sandbox.ts';

const nothingShown = { email: null, phones: null, personal_address: null, minors: null };

export function renderListed(toText: (label: Label) => string, today: string): string[][] {
  const findLists = createSandboxLists();
  const clock = { nowMs: () => Date.parse(`${today}T12:00:00Z`), monotonicMs: () => 0 };
  return listedPersonas.map(({ label, asks, withPartners }) => {
    const query = toScreened(asks);
    const partners =
      withPartners === true
        ? (findPartnersOf(query, createSandboxRecords(clock), nothingShown) as FoundPartners | null)
        : null;
    const asked = { query, partners: partners?.partners.map(({ screened }) => screened) ?? null, today };
    const all = { hasAllPartners: true, reliedUpon: [] };
    const { hits, isWhole } = askLists(findLists(query) as ScreeningLists, asked, all);
    const status = decideScreening(
      hits.map(({ recorded }) => recorded),
      isWhole,
    );
    const [hit] = hits;
    const question = `\`${JSON.stringify(asks)}\`${withPartners ? ' `?partners=true`' : ''}`;
    const row = hit === undefined ? '' : `\`${hit.recorded.row}\``;
    return [question, toText(label), status, row, hit?.recorded.match ?? '', hit?.recorded.state ?? ''];
  });
}

function toScreened({ cpf, name, birth_date, cnpj, company_name }: ListedPersona['asks']): Screened {
  if (cnpj !== undefined || company_name !== undefined)
    return { kind: 'company', cnpj: (cnpj ?? null) as Cnpj | null, name: company_name ?? null };
  return { kind: 'person', cpf: (cpf ?? null) as Cpf | null, name: name ?? null, birthDate: birth_date ?? null };
}
