import { describe, expect, test } from 'vitest';
import type { CnpjAnswer, CpfAnswer } from './answer.ts';
import { conclude, concludeDecided, listReasons } from './conclusion.ts';

type PersonExplanation = NonNullable<CpfAnswer['explanation']>;

function person(changes: Partial<CpfAnswer> = {}, explained: Partial<PersonExplanation> = {}) {
  const answered = { outcome: 'answered', reason: null, latency_ms: 1, cached: false } as const;
  const answer: CpfAnswer = {
    request_id: 'req_1',
    cpf: '40442820135',
    status: 'verified',
    name: 'ANA BEATRIZ CARVALHO',
    name_match: 'exact',
    score: 812,
    risk_level: 'low',
    bureau_a: { status: 'regular', pending_debts: false },
    bureau_b: { status: 'regular', score: 812 },
    fraud_registry: { fraud_alert: false },
    processed_at: '2026-11-17T12:00:00Z',
    explanation: {
      policy_version: 'confere-1',
      reasons: ['all_checks_passed'],
      score_factors: [],
      name_similarity: 1,
      birth_date_match: 'exact',
      sources: { bureau_a: answered, bureau_b: answered, fraud_registry: answered },
      checked: [],
      not_checked: [],
      ...explained,
    },
    ...changes,
  };
  return { kind: 'cpf', answer, isSynthetic: false } as const;
}

function company(changes: Partial<CnpjAnswer> = {}, explained: Partial<NonNullable<CnpjAnswer['explanation']>> = {}) {
  const answer = {
    request_id: 'req_1',
    cnpj: '34238864000168',
    status: 'verified',
    company_name: 'PLANALTO CENTRAL TECNOLOGIA LTDA',
    company_status: 'active',
    foundation_date: '2010-01-01',
    mei: false,
    matriz: true,
    risk_level: 'low',
    explanation: {
      policy_version: 'confere-1',
      reasons: ['all_checks_passed'],
      company_name_match: 'exact',
      data_as_of: '2026-10-10',
      checked: [],
      not_checked: [],
      ...explained,
    },
    ...changes,
  } as CnpjAnswer;
  return { kind: 'cnpj', answer, isSynthetic: false } as const;
}

describe('what an answer about a person comes to', () => {
  test('all supplied and agreed: it may be approved', () => {
    expect(conclude(person())).toMatchObject({ act: 'approve', tone: 'good', isNumberOnly: false });
  });

  test('a number alone is never an approval, and never green', () => {
    const unsaid = (['name', 'birth_date'] as const).map((code) => ({ code, reason: 'not_provided' }) as const);
    const found = conclude(person({ name_match: 'not_provided' }, { not_checked: [...unsaid] }));
    expect(found).toMatchObject({ act: 'complete', tone: 'none', isNumberOnly: true });
  });

  test('a fraud alert is the first reason, whatever else there is, and red', () => {
    const found = conclude(
      person(
        { risk_level: 'high', score: 199, fraud_registry: { fraud_alert: true }, name_match: 'partial' },
        { reasons: ['name_strong_partial', 'pending_debts', 'fraud_alert'] },
      ),
    );
    expect(found).toMatchObject({ act: 'manual', tone: 'bad', because: 'fraud_alert', more: 2 });
  });

  test('an answer that does not say what it rests on is no approval', () => {
    const { checked: _, not_checked: __, ...older } = person().answer.explanation as PersonExplanation;
    expect(conclude(person({ explanation: older as PersonExplanation }))).toMatchObject({ act: 'complete' });
  });

  test('a record comes to what its answer came to: a number alone, or somebody listed beside it, is no approval', () => {
    const unsaid = (['name', 'birth_date'] as const).map((code) => ({ code, reason: 'not_provided' }) as const);
    const whole = { checked: [], not_checked: [] };
    const record = {
      kind: 'cpf',
      risk: 'low',
      reasons: ['all_checks_passed'],
      coverage: whole,
      lists: 'clear',
    } as const;
    expect(concludeDecided(record)).toMatchObject({ act: 'approve', because: 'all_checks_passed' });
    expect(concludeDecided({ ...record, coverage: { ...whole, not_checked: unsaid } })).toMatchObject({
      act: 'complete',
    });
    expect(concludeDecided({ ...record, lists: 'hit' })).toMatchObject({ act: 'review', because: 'screening_listed' });
    expect(concludeDecided({ ...record, coverage: undefined })).toMatchObject({ act: 'complete' });
  });

  test('a review is never explained by "all in order"', () => {
    for (const risk_level of ['medium', 'high'] as const) {
      expect(listReasons(person({ risk_level }))).toEqual(['low_bureau_score']);
    }
  });
});

describe('what an answer about a company comes to', () => {
  test('an active company whose name agrees may be approved', () => {
    expect(conclude(company())).toMatchObject({ act: 'approve', tone: 'good', isNumberOnly: false });
  });

  test('a number alone leaves the name to be checked', () => {
    const not_checked = [{ code: 'company_name', reason: 'not_provided' } as const];
    expect(conclude(company({}, { company_name_match: 'not_provided', not_checked }))).toMatchObject({
      act: 'complete',
      tone: 'none',
      isNumberOnly: true,
    });
  });

  test('a closed company is red by its state, whatever name was typed', () => {
    const found = conclude(
      company(
        { risk_level: 'high', company_status: 'closed' },
        { reasons: ['company_name_mismatch', 'company_closed'] },
      ),
    );
    expect(found).toMatchObject({ act: 'manual', tone: 'bad', because: 'company_closed', more: 1 });
  });
});

describe('a row of Lote that was looked up in the lists beside its verification', () => {
  const row = (status: string) => {
    const verified = person({
      screening: { status, hits_total: 0, hits: [] } as unknown as NonNullable<CpfAnswer['screening']>,
    });
    return { ...verified, isUnweighed: true } as const;
  };

  test.each([
    ['hit', 'screening_listed'],
    ['possible', 'screening_possible'],
    ['inconclusive', 'screening_inconclusive'],
  ])('is not to be approved where the lists say %s, and says why', (status, because) => {
    expect(conclude(row(status))).toMatchObject({ act: 'review', tone: 'warn', because, more: 0 });
  });

  test('may be approved where the operator says that the hit weighs nothing', () => {
    const verified = row('hit');
    const screening = { ...verified.answer.screening, only_informs: true } as unknown as CpfAnswer['screening'];
    const informed = { ...verified, answer: { ...verified.answer, screening } } as typeof verified;
    expect(conclude(informed)).toMatchObject({ act: 'approve', because: 'all_checks_passed' });
  });

  test('may be approved where nothing is listed', () => {
    expect(conclude(row('clear'))).toMatchObject({ act: 'approve', because: 'all_checks_passed' });
  });
});
