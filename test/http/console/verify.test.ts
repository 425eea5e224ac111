// Verificar over real sockets: who may ask whom, and what is told of faults.

import { describe, expect, test } from 'vitest';
import { codeOf, startConsole } from '../../support/console/console-service.ts';

const { openPage, signInAs } = await startConsole();
const screened = await startConsole({ CONFERE_SCREENING_VERIFY: 'true' });

describe('verifying', () => {
  const person = { cpf: '404.428.201-35', name: 'Ana Beatriz Carvalho', birth_date: '1990-07-21' };

  test('anyone may ask the sandbox, with the explanation', async () => {
    const { status, body } = await openPage().post('verify-cpf', { with: 'sandbox', ...person });
    expect([status, body.status, body.score]).toEqual([200, 'verified', 812]);
    expect(body.explanation.reasons).toEqual(['all_checks_passed']);
    const company = await openPage().post('verify-cnpj', { with: 'sandbox', cnpj: '34238864000168' });
    expect(company.body).toMatchObject({ status: 'verified', risk_level: 'low' });
  });

  test('where the service looks at lists, the answer says what they say in both languages, and else nothing', async () => {
    const listed = { with: 'sandbox', cpf: '91708635203', name: 'Márcia Regina Teixeira' };
    expect((await openPage().post('verify-cpf', listed)).body.screening).toBeUndefined();
    const { body } = await screened.openPage().post('verify-cpf', listed);
    expect(body).toMatchObject({ risk_level: 'medium', screening: { pt: { status: 'hit' }, en: { status: 'hit' } } });
    expect(body.screening.pt.hits[0].sentence).toMatch(/^A lista pep/);
    expect(body.screening.en.hits[0].sentence).toMatch(/^The list pep/);
  });

  test('real sources are for a signed-in analyst', async () => {
    const ask = { with: 'live', ...person };
    expect(codeOf(await openPage().post('verify-cpf', ask))).toBe('sign_in_required');
    const viewer = await signInAs('viewer');
    expect(codeOf(await viewer.post('verify-cpf', ask))).toBe('role_too_low');
    const analyst = await signInAs('analyst');
    expect(codeOf(await analyst.post('verify-cpf', ask))).toBe('sources_not_configured');
    // So are the records of real companies, their partners and branches.
    const company = { with: 'live', cnpj: '34238864000168' };
    const pages = { company: {}, 'company-partners': { from: 0 }, 'company-establishments': {} };
    for (const [name, more] of Object.entries(pages)) {
      expect(codeOf(await openPage().post(name, { ...company, ...more }))).toBe('sign_in_required');
      expect(codeOf(await viewer.post(name, { ...company, ...more }))).toBe('role_too_low');
      expect(codeOf(await analyst.post(name, { ...company, ...more }))).toBe('registry_unavailable');
      expect((await openPage().post(name, { ...company, ...more, with: 'sandbox' })).status).toBe(200);
    }
    expect(codeOf(await openPage().post('company', { with: 'sandbox', cnpj: '123' }))).toBe('invalid_request');
  });

  test('faults are listed as the API lists them', async () => {
    const { status, body } = await openPage().post('verify-cpf', { with: 'sandbox', cpf: '11111111111', extra: 1 });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(codeOf(await openPage().post('verify-cpf', { with: 'moon', cpf: '40442820135' }))).toBe('invalid_request');
    const purpose = await openPage().post('verify-cpf', { with: 'sandbox', cpf: '40442820135', purpose: 'gossip' });
    expect(codeOf(purpose)).toBe('invalid_purpose');
  });

  test('the sandbox lists its people in both languages', async () => {
    const { body } = await openPage().get('sandbox');
    for (const { label, label_pt } of [...body.people, ...body.companies]) {
      expect([label, typeof label_pt, label_pt.length > 2]).toEqual([label, 'string', true]);
      if (label !== 'regular') expect(label_pt).not.toBe(label);
    }
  });
});
