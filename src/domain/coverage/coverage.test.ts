import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CompanyDecision } from '../company/company.ts';
import type { Cnpj } from '../numbers/cnpj.ts';
import { parseCpf } from '../numbers/cpf.ts';
import {
  emptyRecord,
  notAskedReasons,
  type PersonQuery,
  registrationStatuses,
  type SourceEvidence,
  sourceRoles,
  unavailableReasons,
} from '../person/evidence.ts';
import { decidePerson } from '../person/person.ts';
import { defaultPolicy } from '../risk/risk-policy.ts';
import type { Screened } from '../screening/screened.ts';
import { editionStates } from '../screening/screening.ts';
import { coverCompany, coverCompanyRecord } from './company-coverage.ts';
import { isAllChecked, withLists } from './coverage.ts';
import { toCheckedSentence, toCoverageSentence } from './coverage-words.ts';
import { coverLists, coverScreened, type LookedAtLists, partnersStates } from './list-coverage.ts';
import { coverPerson } from './person-coverage.ts';

const nothingLeft = { pt: 'Nada ficou sem conferir.', en: 'Nothing was left unchecked.' };
const parsed = parseCpf('40442820135');
const cpf = parsed.kind === 'valid' ? parsed.value : (undefined as never);

const record = fc.record({
  name: fc.constantFrom(null, 'ANA BEATRIZ CARVALHO', 'OUTRA PESSOA'),
  socialName: fc.constant(null),
  birthDate: fc.constantFrom(null, '1990-07-21', '1980-01-01'),
  registration: fc.constantFrom(null, 'regular' as const, ...registrationStatuses),
  pendingDebts: fc.constantFrom(null, false, false, true),
  score: fc.constantFrom(null, 812, 812, 300),
  fraudAlert: fc.constantFrom(null, false, false, true),
});
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: other });
const said: fc.Arbitrary<SourceEvidence['evidence']> = mostly<SourceEvidence['evidence']>(
  record.map((told) => ({ kind: 'answered', record: told }) as const),
  fc.oneof(
    fc.constant({ kind: 'not_found' } as const),
    fc.constantFrom(...unavailableReasons).map((reason) => ({ kind: 'unavailable', reason }) as const),
    fc.constantFrom(...notAskedReasons).map((reason) => ({ kind: 'not_asked', reason }) as const),
  ),
);
const kept = fc.option(fc.constant({ ageSeconds: 90_000, purpose: 'credit' }), { nil: undefined });
const source = (name: string, roles: SourceEvidence['roles']) =>
  fc.record({ evidence: said, kept }).map(
    ({ evidence, kept: use }): SourceEvidence => ({
      ...{ source: name, roles, evidence },
      ...(use && evidence.kind === 'answered' && { kept: use }),
    }),
  );
const evidence = fc
  .tuple(
    source('bureau_a', ['identity', 'debts']),
    source('bureau_b', ['identity', 'score']),
    source('fraud_registry', ['fraud']),
    fc.option(
      fc.subarray([...sourceRoles], { minLength: 1 }).chain((roles) => source('bureau_c', roles)),
      {
        nil: undefined,
      },
    ),
  )
  .map((all) => all.filter((each) => each !== undefined));

const edition = fc.record({
  list: fc.constantFrom('ceis', 'onu', 'pep', 'own-house'),
  edition: fc.constant('e1'),
  asOf: fc.constantFrom('2026-11-15', null),
  state: mostly(fc.constant('current' as const), fc.constantFrom(...editionStates)),
});
const hit = fc.record(
  {
    row: fc.constantFrom('ceis:1', 'own-house:2'),
    strength: fc.constantFrom('hit' as const, 'possible' as const),
    state: fc.constantFrom('in_force' as const, 'ended' as const, 'not_yet' as const),
    clearance: fc.constant('clr_1'),
  },
  { requiredKeys: ['row', 'strength', 'state'] },
);
const lists: fc.Arbitrary<LookedAtLists> = fc.record({
  editions: fc.uniqueArray(edition, { selector: ({ list }) => list }),
  // One by itself is met often: among many another would leave something unchecked as well.
  hits: fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(hit, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(hit) },
  ),
  needName: mostly<readonly string[]>(fc.constant([]), fc.subarray(['ceis', 'onu', 'pep', 'own-house'])),
  needNumber: mostly<readonly string[]>(fc.constant([]), fc.subarray(['ceis', 'onu'])),
  hasAllHits: mostly(fc.constant(true), fc.constant(false)),
  isWhole: mostly(fc.constant(true), fc.constant(false)),
});
const looked = mostly(lists, fc.constant(undefined as never));
const query: fc.Arbitrary<PersonQuery> = fc.record({
  cpf: fc.constant(cpf),
  name: mostly(fc.constant<string | null>('Ana Beatriz Carvalho'), fc.constant(null)),
  birthDate: mostly(fc.constant<string | null>('1990-07-21'), fc.constant(null)),
});

const cnpj = '11222333000181' as Cnpj;
const screenedAs: fc.Arbitrary<Screened> = fc.oneof(
  query.map(({ name, birthDate }): Screened => ({ kind: 'person', cpf, name, birthDate })),
  query.map(
    ({ name, birthDate }): Screened => ({
      kind: 'person',
      cpf: birthDate === null ? null : cpf,
      name,
      birthDate: '1990-07-21',
    }),
  ),
  query.map(({ name, birthDate }): Screened => ({ kind: 'company', cnpj: birthDate === null ? null : cnpj, name })),
);

const isAnswer = ({ evidence: told }: SourceEvidence) => told.kind === 'answered' || told.kind === 'not_found';

const tellsOfItsRoles = ({ kind }: SourceEvidence['evidence']) => kind === 'answered';

/** Repeats, without the engine, the conditions on which the sentence must rest. */
function wereListsDecided(asked: LookedAtLists | undefined): boolean {
  if (asked === undefined) return false;
  const { editions, hits, needName = [], needNumber = [] } = asked;
  return (
    asked.isWhole &&
    asked.hasAllHits !== false &&
    editions.every(({ state }) => state === 'current') &&
    editions.some(({ list }) => list === 'ceis' || list === 'onu') &&
    !editions.some(({ list }) => needName.includes(list) || needNumber.includes(list)) &&
    hits.every(({ clearance }) => clearance === undefined) &&
    !hits.some(({ strength, state }) => strength === 'possible' && state === 'in_force')
  );
}

describe('"nothing was left unchecked"', () => {
  test('is said of a person only where every source answered, every list decided, nobody cleared anything, and name and birth date were compared', () => {
    let saidIt = 0;
    fc.assert(
      fc.property(query, evidence, looked, (asked, all, listed) => {
        const decision = decidePerson(asked, all, defaultPolicy);
        if (decision === undefined) return;
        const coverage = coverPerson({ evidence: all, decision, lists: listed });
        const sentence = toCoverageSentence(coverage, { kind: 'cpf', language: 'pt' });
        const isSaid = sentence.includes(nothingLeft.pt);
        expect(isSaid).toBe(isAllChecked(coverage));
        const english = toCoverageSentence(coverage, { kind: 'cpf', language: 'en' });
        expect(english.includes(nothingLeft.en)).toBe(isSaid);
        // An answer from before is told as one, whatever else is said.
        const isKept = all.some(({ evidence: told, kept: use }) => use !== undefined && tellsOfItsRoles(told));
        if (isSaid) expect(sentence.includes('Por uma resposta guardada: ')).toBe(isKept);
        if (!isSaid) return;
        saidIt++;
        const answered = all.filter(isAnswer);
        const isStoodIn = ({ source: name, roles, evidence: told }: SourceEvidence) =>
          name === 'bureau_c' &&
          told.kind === 'not_asked' &&
          told.reason === 'fallback_not_needed' &&
          roles.every((role) => answered.some((other) => other.roles.includes(role)));
        expect(all.every((each) => isAnswer(each) || isStoodIn(each))).toBe(true);
        expect(wereListsDecided(listed)).toBe(true);
        expect(['exact', 'partial', 'mismatch']).toContain(decision.nameMatch);
        expect(['exact', 'mismatch']).toContain(decision.birthDateMatch);
      }),
      { numRuns: 8000 },
    );
    // Nothing is proven by an engine that never says it.
    expect(saidIt).toBeGreaterThan(20);
  });

  test('is never said of a verification of a company, whose partners nobody looks up there', () => {
    const decision = { company: null, nameMatch: 'exact' } as unknown as CompanyDecision;
    fc.assert(
      fc.property(looked, (listed) => {
        const coverage = coverCompany({ decision, dataAsOf: '2026-11-14', lists: listed });
        expect(coverage.not_checked).toContainEqual({ code: 'partners', reason: 'not_screened' });
        expect(toCoverageSentence(coverage, { kind: 'cnpj', language: 'pt' })).not.toBe(nothingLeft.pt);
      }),
    );
  });

  test('is said of a screening only where every list decided and all was given to look for, and of a company only with all its partners', () => {
    const partners = fc.record({
      state: mostly(fc.constant('screened' as const), fc.constantFrom(...partnersStates)),
      screened: fc.constantFrom(1, 2),
      total: fc.constantFrom(2, null),
      hasCompanies: mostly(fc.constant(false), fc.constant(true)),
    });
    let saidIt = 0;
    fc.assert(
      fc.property(screenedAs, looked, fc.option(partners, { nil: undefined }), (asked, listed, found) => {
        const coverage = coverScreened(listed, asked, found);
        if (toCoverageSentence(coverage, { kind: 'screen', language: 'pt' }) !== nothingLeft.pt) return;
        saidIt++;
        expect(wereListsDecided(listed)).toBe(true);
        expect(Object.values(asked)).not.toContain(null);
        if (asked.kind === 'person') return;
        expect(found).toMatchObject({ state: 'screened', hasCompanies: false });
        expect(found?.total ?? found?.screened).toBe(found?.screened);
      }),
      { numRuns: 5000 },
    );
    expect(saidIt).toBeGreaterThan(20);
  });

  test('is not said of an answer that does not say what it rests on', () => {
    expect(toCoverageSentence(undefined, { kind: 'cpf', language: 'pt' })).toBe('Não se sabe o que foi conferido.');
  });
});

const answered = (name: string, roles: SourceEvidence['roles'], told: object): SourceEvidence => ({
  ...{ source: name, roles },
  evidence: { kind: 'answered', record: { ...emptyRecord, ...told } },
});
const ana = { name: 'ANA BEATRIZ CARVALHO', birthDate: '1990-07-21', registration: 'regular' };
const whole: readonly SourceEvidence[] = [
  answered('bureau_a', ['identity', 'debts'], { ...ana, pendingDebts: false }),
  answered('bureau_b', ['identity', 'score'], { ...ana, score: 812 }),
  answered('fraud_registry', ['fraud'], { fraudAlert: false }),
];
const current: LookedAtLists = {
  editions: [{ list: 'ceis', edition: 'e1', asOf: '2026-11-15', state: 'current' }],
  hits: [],
  isWhole: true,
};
const cover = (all: readonly SourceEvidence[], listed: LookedAtLists | undefined) => {
  const decision = decidePerson({ cpf, name: 'Ana Beatriz Carvalho', birthDate: '1990-07-21' }, all, defaultPolicy);
  return coverPerson({ evidence: all, decision: decision ?? (undefined as never), lists: listed });
};
const say = (all: readonly SourceEvidence[], listed: LookedAtLists | undefined) =>
  toCoverageSentence(cover(all, listed), { kind: 'cpf', language: 'pt' });

describe('what was left out is told with its reason', () => {
  test('all looked at', () => {
    expect(say(whole, current)).toBe(nothingLeft.pt);
  });

  test.each([
    [undefined, 'Não foi conferido: as listas de sanções (ninguém consultou).'],
    [{ ...current, editions: [] }, 'Não foi conferido: as listas de sanções (nenhuma foi importada).'],
    [
      { ...current, needName: ['ceis'] },
      'Não foi conferido: a lista ceis de 2026-11-15 (informe o nome: só com ele dá para saber).',
    ],
    [
      { ...current, hits: [{ row: 'ceis:7', strength: 'hit', state: 'in_force', clearance: 'clr_1' }] },
      'Não foi conferido: a linha ceis:7 (alguém a descartou, por isso não conta).',
    ],
  ] as const)('lists %#', (listed, sentence) => {
    expect(say(whole, listed)).toBe(sentence);
  });

  test('a source that a budget left out, by its roles', () => {
    const [first, second, third] = whole as [SourceEvidence, SourceEvidence, SourceEvidence];
    const left: SourceEvidence = { ...second, evidence: { kind: 'not_asked', reason: 'budget' } };
    expect(say([first, left, third], current)).toBe(
      'Não foi conferido: o cadastro da pessoa, o score de um birô (o birô B: o orçamento acabou).',
    );
  });

  test('a source that only stands in for another is told where no other has answered for its role', () => {
    const [first, second, third] = whole as [SourceEvidence, SourceEvidence, SourceEvidence];
    const spare = (roles: SourceEvidence['roles']): SourceEvidence => ({
      ...{ source: 'bureau_c', roles },
      evidence: { kind: 'not_asked', reason: 'fallback_not_needed' },
    });
    expect(say([first, second, third, spare(['fraud'])], current)).toBe(nothingLeft.pt);
    expect(say([first, second, spare(['fraud'])], current)).toBe(
      'Não foi conferido: alertas de fraude (a fonte bureau_c: só substitui outra fonte).',
    );
  });

  test('an answer from before says so, and for which purpose it was bought', () => {
    const [first, ...others] = whole as [SourceEvidence, ...SourceEvidence[]];
    const { checked } = cover([{ ...first, kept: { ageSeconds: 90_000, purpose: 'credit' } }, ...others], current);
    expect(checked).toContainEqual({
      ...{ code: 'debts', source: 'bureau_a' },
      kept_answer: { age_seconds: 90_000, purpose: 'credit' },
    });
  });

  test('what was checked is told by source, list and day', () => {
    const [first, ...others] = whole as [SourceEvidence, ...SourceEvidence[]];
    const coverage = cover([{ ...first, kept: { ageSeconds: 90_000, purpose: 'credit' } }, ...others], current);
    const partners = { state: 'screened', screened: 2, total: 2, hasCompanies: false } as const;
    const listed = coverLists(
      { ...current, editions: [{ ...current.editions[0], list: 'own-fraudes' } as never] },
      { kind: 'company', partners },
    );
    expect(toCheckedSentence(coverage, { language: 'pt' })).toBe(
      'Conferido: o nome, o nascimento, a situação do CPF na Receita; o cadastro da pessoa, dívidas (o birô A, resposta guardada de 1 dia, comprada para credit); o cadastro da pessoa, o score de um birô (o birô B); alertas de fraude (o registro de fraudes); a lista ceis (2026-11-15).',
    );
    expect(toCheckedSentence(listed, { language: 'en' })).toBe(
      'Checked: the operator’s own list fraudes (2026-11-15); the partners against the lists (2/2).',
    );
    expect(toCheckedSentence({ checked: [] }, { language: 'en' })).toBe('');
  });

  test('the record of a company rests on the registry alone', () => {
    const coverage = coverCompanyRecord('2026-11-14');
    expect(toCheckedSentence(coverage, { language: 'pt' })).toBe('Conferido: o cadastro de empresas (2026-11-14).');
    expect(toCoverageSentence(coverage, { kind: 'cnpj', language: 'pt' })).toBe(
      'Não foi conferido: as listas de sanções, os sócios nas listas (ninguém consultou).',
    );
  });

  test('lists that were looked up beside a verification stand in place of what it says of lists', () => {
    const joined = withLists(cover(whole, undefined), coverLists(current, { kind: 'person' }));
    expect(joined.not_checked).toEqual([]);
    expect(joined.checked).toContainEqual({ code: 'list', list: 'ceis', as_of: '2026-11-15' });
    const undecided = { ...current, needName: ['ceis'] };
    const beside = coverScreened(undecided, { kind: 'person', cpf, name: null, birthDate: null });
    expect(withLists(cover(whole, current), beside).not_checked).toEqual([
      { code: 'list', reason: 'name_needed', list: 'ceis', as_of: '2026-11-15' },
    ]);
  });
});
