import { describe, expect, it, onTestFinished } from 'vitest';
import { completeCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { createHttpSources } from '../../../src/sources/create-http-sources.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { readDescribed, type SourceText } from '../../support/parties/described-sources.ts';
import { json, type PartyHandler } from '../../support/parties/party-server.ts';
import { start } from './asked-party.ts';

const cnpj = completeCnpj('12ABC34501DE');

const description: SourceText = {
  request: { path: '/cnpj/{cnpj}', query: { m: '{cnpj|mask}' } },
  outcomes: [{ status: 404, content_type: 'application/json', means: 'not_found' }],
  mapping: {
    cnpj: 'cnpj',
    legal_name: 'razao_social',
    trade_name: 'nome_fantasia',
    status: 'descricao_situacao_cadastral',
    foundation_date: 'data_inicio_atividade',
    mei: 'opcao_pelo_mei',
    head_office: '$verdict(identificador_matriz_filial, 1, 2)',
  },
  codes: { status: { ATIVA: 'active', SUSPENSA: 'suspended', INAPTA: 'unfit', BAIXADA: 'closed', NULA: 'annulled' } },
};

const answer = {
  cnpj,
  razao_social: 'PADARIA EXEMPLO LTDA',
  nome_fantasia: '',
  descricao_situacao_cadastral: 'ATIVA',
  data_inicio_atividade: '2026-08-03',
  opcao_pelo_mei: null,
  identificador_matriz_filial: 1,
};

async function find(handler: PartyHandler, overrides: SourceText = {}) {
  const party = await start(handler);
  const sources = createHttpSources({
    sources: await readDescribed({ company_fallback: { base_url: party.origin, ...description, ...overrides } }),
    clock: createManualClock(),
    random: () => 0.5,
  });
  onTestFinished(() => sources.close());
  expect(sources.people).toBeUndefined();
  const lookup = await sources.companyFallback?.find(cnpj, AbortSignal.timeout(60_000));
  return { lookup, requests: party.requests };
}

describe('the live fallback for companies', () => {
  it('returns the company with the day on which it was asked', async () => {
    const { lookup, requests } = await find(json(200, answer));
    expect(lookup).toEqual({
      kind: 'found',
      calls: 1,
      dataAsOf: '2026-11-15',
      company: {
        cnpj,
        legalName: 'PADARIA EXEMPLO LTDA',
        tradeName: null,
        status: 'active',
        foundationDate: '2026-08-03',
        meiOpted: null,
        meiExcludedOn: null,
        headOffice: true,
        specialSituation: null,
      },
    });
    expect(requests[0]?.url).toBe(`/cnpj/${cnpj}?m=12.ABC.345%2F01DE-35`);
  });

  it('tells what the party tells about MEI and special situations', async () => {
    const mapping = { ...(description['mapping'] as object), special_situation: '$verdict(special, "S", "N")' };
    const { lookup } = await find(json(200, { ...answer, opcao_pelo_mei: true, special: 'N' }), { mapping });
    expect(lookup).toMatchObject({ company: { meiOpted: true, specialSituation: false } });
  });

  it('does not believe "not found" unless the party is said to be reliable', async () => {
    expect((await find(json(404, {}))).lookup).toEqual({
      kind: 'unavailable',
      reason: 'unreliable_not_found',
      calls: 1,
    });
    expect((await find(json(404, {}), { reliable_not_found: true })).lookup?.kind).toBe('not_found');
  });

  it('costs what its list says, also where its "not found" is not believed', async () => {
    const price = [{ from: '2026-01-01', answered: 1.172, not_found: 0.868, minor: 0, timeout: 0, error: 0 }];
    const toCost = async (handler: PartyHandler) => (await find(handler, { price })).lookup?.cost;
    const costs = [await toCost(json(200, answer)), await toCost(json(404, {})), await toCost(json(500, {}))];
    expect(costs).toEqual([11_720n, 8_680n, 0n]);
  });

  it('is unavailable when the party fails, and never "not found"', async () => {
    for (const handler of [json(500, {}), json(200, {}), json(200, { ...answer, cnpj: '00000000000191' })]) {
      expect((await find(handler, { reliable_not_found: true })).lookup?.kind).toBe('unavailable');
    }
  });

  it('masks the CPF in the name of an old MEI', async () => {
    const { lookup } = await find(json(200, { ...answer, razao_social: 'JOANA EXEMPLO 39053344705' }));
    expect(lookup).toMatchObject({ company: { legalName: 'JOANA EXEMPLO ***533447**' } });
  });
});
