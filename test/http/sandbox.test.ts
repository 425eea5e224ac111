// The page of sandbox numbers, row by row, against the running service.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screeningStatuses } from '../../src/domain/screening/screening.ts';
import { openTestService, post } from '../support/service/service.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/sandbox.md'), 'utf8');
const [aloneText = '', screenedText = ''] = page.split('With [`screening.verify`]');
const readRows = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| `[\d.A-Z/-]+` \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
const rows = readRows(aloneText);
const screened = readRows(screenedText);
const people = rows.filter(([number]) => number?.length === 14);
const companies = rows.filter(([number]) => number?.length === 18);
const listed = page
  .split('\n')
  .filter((line) => line.startsWith('| `{'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

/** That somebody is accepted is judged by a person. */
const byItself = screeningStatuses.filter((status) => status !== 'accepted');

const service = await openTestService();
const key = await service.createKey({ rate: null, scopes: ['verify:cpf', 'verify:cnpj', 'screen'] });

test('the page has each outcome of lists in a verification, as a service answers that looks at them', async () => {
  const looking = await openTestService({ CONFERE_SCREENING_VERIFY: 'true' });
  const by = await looking.createKey({ rate: null });
  expect(new Set(screened.map(([, , , listsStatus]) => listsStatus))).toEqual(new Set(byItself));
  for (const [number = '', , status, listsStatus, reasons, , riskLevel] of screened) {
    const kind = number.length === 14 ? 'cpf' : 'cnpj';
    const { body } = await post(`${looking.address}/v1/verify/${kind}?explain=true`, { [kind]: number }, { key: by });
    const told = body.explanation.reasons.filter((code: string) => code.startsWith('screening_')).join(' ');
    const answered = [number, body.status, body.screening.status, told, body.risk_level];
    expect(answered).toEqual([number, status, listsStatus, reasons, riskLevel]);
  }
});

test('the page lists people and companies', () => {
  expect(people.length).toBeGreaterThan(35);
  expect(companies.length).toBeGreaterThan(12);
  expect(new Set(listed.map(([, , status]) => status))).toEqual(new Set(byItself));
});

test.each(people)('%s (%s) answers %s %s %s', async (cpf, _label, status, score, riskLevel) => {
  const answer = await post(`${service.address}/v1/verify/cpf`, { cpf }, { key });
  if (status?.startsWith('503')) expect([answer.status, answer.body.code]).toEqual([503, 'sources_unavailable']);
  else expect(answer.body).toMatchObject({ status, score: Number(score), risk_level: riskLevel });
});

test.each(people.filter(([, , , , , name]) => name !== ''))(
  '%s (%s) agrees with its name and birth date',
  async (...row) => {
    const [cpf, , , , , name, birth_date] = row;
    const { body } = await post(`${service.address}/v1/verify/cpf?explain=true`, { cpf, name, birth_date }, { key });
    expect([body.name_match, body.explanation.birth_date_match]).toEqual(['exact', 'exact']);
  },
);

test.each(companies)('%s (%s) answers %s %s %s', async (cnpj, _label, status, companyStatus, riskLevel) => {
  const { body } = await post(`${service.address}/v1/verify/cnpj`, { cnpj }, { key });
  expect(body).toMatchObject({
    status,
    company_status: companyStatus === '' ? null : companyStatus,
    risk_level: riskLevel,
  });
});

test.each(listed)('%s (%s) is %s by %s', async (question = '', _label, status, row, match, state) => {
  const [, fields = '', query = ''] = /^(\{.*\})(?: (.*))?$/.exec(question) ?? [];
  const { body } = await post(`${service.address}/v1/screen${query}`, JSON.parse(fields), { key });
  expect(body.status).toBe(status);
  const [hit] = body.hits;
  expect([hit?.row ?? '', hit?.match ?? '', hit?.state ?? '']).toEqual([row, match, state]);
  if (query !== '') expect(hit.partner).toMatchObject({ name: 'MARIA FERNANDES ALMEIDA', role: 'Sócio-Administrador' });
});
