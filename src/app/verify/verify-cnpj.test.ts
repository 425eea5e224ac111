import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manual-clock.ts';
import { createRecorded } from '../../../test/support/recorded.ts';
import { toExampleCompany } from '../../../test/support/registry/example-company.ts';
import type { KeyId } from '../../domain/access/api-key.ts';
import { completeCnpj } from '../../domain/numbers/cnpj.ts';
import { defaultPolicy } from '../../domain/risk/risk-policy.ts';
import type { VerifiedScreening } from '../audit/entry.ts';
import type { CompanyLookup, CompanyRegistry, ScreenVerified } from './ports.ts';
import { createVerifyCnpj } from './verify-cnpj.ts';

const cnpj = completeCnpj('12ABC34501DE');
const company = toExampleCompany(cnpj);
const missing: CompanyLookup = { kind: 'not_found', dataAsOf: '2026-10-11' };
const found: CompanyLookup = { kind: 'found', company, dataAsOf: '2026-11-15' };
const down: CompanyLookup = { kind: 'unavailable', reason: 'timeout' };

const screening = { status: 'hit', rungs: ['listed'], brief: { status: 'hit' } } as unknown as VerifiedScreening;
const screen = { company: async () => screening } as unknown as ScreenVerified;

function start(registry: CompanyLookup, fallback?: CompanyLookup, isStrict = false, lists?: ScreenVerified) {
  const registryOf: CompanyRegistry = { find: () => registry };
  const clock = createManualClock();
  const recorded = createRecorded(clock, isStrict);
  let asked = 0;
  /** The list holds the records that were written when the fallback was asked. */
  const writtenWhenAsked: unknown[] = [];
  const verify = createVerifyCnpj({
    registries: { live: registryOf, test: registryOf },
    fallback: fallback && {
      find: async () => {
        asked++;
        writtenWhenAsked.push(...recorded.entries);
        return { ...fallback, calls: 1, cost: 11_720n };
      },
    },
    fallbackDeadlineMs: 100,
    policy: defaultPolicy,
    clock,
    record: recorded.record,
    screen: lists,
  });
  return {
    recorded,
    verify: async (mode: 'live' | 'test' = 'live') =>
      verify({ cnpj, companyName: null }, { keyId: 'key_1' as KeyId, requestId: 'req_1', mode, purpose: null }),
    asked: () => asked,
    writtenWhenAsked,
  };
}

describe('a company that the registry does not hold', () => {
  it('is what the live fallback says, with its date', async () => {
    const { decision, dataAsOf } = await start(missing, found).verify();
    expect(decision).toMatchObject({ status: 'verified', company: { legalName: 'PADARIA EXEMPLO LTDA' } });
    expect(dataAsOf).toBe('2026-11-15');
  });

  it('is not found where there is no fallback, or where a reliable one says so', async () => {
    expect((await start(missing, undefined).verify()).decision.status).toBe('not_found');
    const reliable = await start(missing, { kind: 'not_found', dataAsOf: '2026-11-15' }).verify();
    expect(reliable).toMatchObject({ decision: { status: 'not_found' }, dataAsOf: '2026-11-15' });
  });

  it('is inconclusive where the fallback was needed and could not be asked', async () => {
    expect(await start(missing, down).verify()).toMatchObject({
      decision: { status: 'inconclusive', riskLevel: 'high' },
      dataAsOf: '2026-10-11',
    });
  });

  it('is never looked up elsewhere with a test key', async () => {
    const service = start(missing, found);
    expect((await service.verify('test')).decision.status).toBe('not_found');
    expect(service.asked()).toBe(0);
  });
});

describe('the live fallback', () => {
  it('is not asked about a company that the registry holds, nor in place of a registry that is not loaded', async () => {
    const holding = start(found, found);
    await holding.verify();
    expect(holding.asked()).toBe(0);
    const unloaded = start(down, found);
    await expect(unloaded.verify()).rejects.toMatchObject({ code: 'registry_unavailable' });
    expect(unloaded.asked()).toBe(0);
  });
});

describe('the intent of a call about a company', () => {
  it('is there before the fallback is called, and the record that completes it says so', async () => {
    const { verify, recorded, writtenWhenAsked } = start(missing, found);
    await verify();
    const about = { kind: 'cnpj', number: cnpj };
    const said = { keyId: 'key_1', requestId: 'req_1', about, parties: ['company_fallback'] };
    expect(writtenWhenAsked).toMatchObject([{ kind: 'intent', ...said }]);
    const costs = [{ source: 'company_fallback', outcome: 'answered', count: 1, reais: '1.1720' }];
    expect(recorded.entries).toMatchObject([{ kind: 'intent' }, { kind: 'cnpj', isFallbackAsked: true, costs }]);
  });

  it('is not written where nobody is called', async () => {
    for (const { verify, recorded } of [start(found, found), start(missing)]) {
      await verify();
      expect(recorded.entries).toMatchObject([{ kind: 'cnpj', isFallbackAsked: false }]);
    }
  });

  it('that cannot be written keeps the fallback from being called: the answer is that of one that is down', async () => {
    const lenient = start(missing, found);
    lenient.recorded.fail();
    expect(await lenient.verify()).toMatchObject({ decision: { status: 'inconclusive' }, dataAsOf: '2026-10-11' });
    const strict = start(missing, found, true);
    strict.recorded.fail();
    await expect(strict.verify()).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect([lenient.asked(), strict.asked()]).toEqual([0, 0]);
  });
});

describe('the record of a company verification', () => {
  it('holds what the decision was made of, with a live key only', async () => {
    const { verify, recorded } = start(found);
    await verify('test');
    expect(recorded.entries).toEqual([]);
    const { decision } = await verify('live');
    expect(recorded.entries).toMatchObject([
      { kind: 'cnpj', requestId: 'req_1', company, decision, dataAsOf: '2026-11-15' },
    ]);
  });

  it('may fail without a word to the caller, unless the operator is strict', async () => {
    const lenient = start(found);
    lenient.recorded.fail();
    expect((await lenient.verify()).decision.status).toBe('verified');
    const strict = start(found, undefined, true);
    strict.recorded.fail();
    await expect(strict.verify()).rejects.toMatchObject({ code: 'audit_unavailable' });
  });

  it('must be there where the lists were looked at, whether or not the operator is strict', async () => {
    const screened = start(found, undefined, false, screen);
    expect(await screened.verify()).toMatchObject({ decision: { riskLevel: 'medium' }, screening });
    expect(screened.recorded.entries).toMatchObject([{ kind: 'cnpj', screening, decision: { riskLevel: 'medium' } }]);
    screened.recorded.fail();
    await expect(screened.verify()).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect((await screened.verify('test')).decision.riskLevel).toBe('medium');
  });
});
