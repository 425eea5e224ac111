import { describe, expect, test } from 'vitest';
import { type PersonalDataName, personalData } from '../kept/stores.ts';
import type { HeldData, PersonConsultation, PersonReport } from './person-report.ts';
import { toReportPage } from './report-page.ts';

const consultation: PersonConsultation = {
  at: '2026-11-19T15:04:05.000Z',
  request_id: 'req_1',
  asked_by: 'Loja',
  purpose: 'credit',
  status: 'verified',
  score: 812,
  risk_level: 'low',
  reasons: [],
};
const empty: PersonReport = {
  cpf: '***.428.201-**',
  document: null,
  made_at: '2026-11-20T02:59:59.000Z',
  consultations: [],
  held: [],
  damaged: [],
};
const rowOf = (fields: Partial<PersonConsultation>): string =>
  toReportPage({ ...empty, consultations: [{ ...consultation, ...fields }] }).match(/<tbody>\n(.*)\n<\/tbody>/)?.[1] ??
  '';
const cellsOf = (row: string): readonly string[] =>
  [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell = '']) => cell);
const held = (place: PersonalDataName, more: Partial<HeldData> = {}): HeldData => {
  return { place, what: '', where: '', count: 2, named: [], until: '', ...more };
};

describe('the page of a report', () => {
  test('says whom it is about and when it was made, by the clock of Brasília', () => {
    const page = toReportPage(empty);
    expect(page).toContain('<title>Relatório de consultas ao CPF ***.428.201-**</title>');
    expect(page).toContain('<p class="lead">CPF ***.428.201-** · emitido em 19/11/2026, 23:59:59</p>');
    expect(page).toContain('<p>Nenhuma consulta a este CPF está registrada.</p>');
    expect(page).toContain('<p>Nenhum dado sobre este CPF está guardado.</p>');
    expect(page).toContain('<h2>Consultas registradas: 0</h2>');
    expect(page).not.toMatch(/<table>|danificado/);
    const byDocument = toReportPage({ ...empty, cpf: null, document: 'AB***6' });
    expect(byDocument).toContain('<title>Relatório de consultas ao documento AB***6</title>');
    expect(byDocument).toContain('<p>Nenhuma consulta a este documento está registrada.</p>');
    expect(byDocument).toContain('<p>Nenhum dado sobre este documento está guardado.</p>');
  });

  test('loads nothing and prints whole', () => {
    const page = toReportPage(empty);
    expect(page).toMatch(/<style>[^<]*@media print[^<]*<\/style>/);
    expect(page).not.toMatch(/<(?:script|link|img)|https?:/);
  });

  test('has a row for each consultation, oldest first as it was handed in', () => {
    const later = { ...consultation, request_id: 'req_2' };
    const page = toReportPage({ ...empty, consultations: [consultation, later] });
    expect(page).toContain('<h2>Consultas registradas: 2</h2>');
    expect(page).toMatch(/>req_1<\/td><\/tr>\n<tr>.*<td class="id">req_2<\/td><\/tr>\n<\/tbody>/);
    expect(cellsOf(rowOf({}))).toEqual([
      ...['19/11/2026, 12:04:05', 'Loja', 'crédito', 'Identidade confirmada', '812', 'baixo', '–', 'req_1'],
    ]);
  });

  test.each([
    ['not_verified', 'Identidade não confirmada'],
    ['not_found', 'CPF não encontrado'],
    ['inconclusive', 'Inconclusivo'],
    ['sources_unavailable', 'Sem resultado (as fontes não responderam)'],
    ['clear', 'Não consta nas listas consultadas'],
    ['hit', 'Consta em lista consultada'],
    ['possible', 'Nome semelhante em lista consultada'],
    ['unfinished', 'Consulta iniciada, sem resultado registrado'],
    ['later_word', 'later_word'],
  ])('says %s in words', (status, words) => {
    expect(cellsOf(rowOf({ status }))[3]).toBe(words);
  });

  test('says in words which information weighed in the result, and where that is no longer known', () => {
    const reasonsOf = (fields: Partial<PersonConsultation>) => cellsOf(rowOf(fields))[6];
    expect(reasonsOf({ reasons: ['pending_debts', 'registration_suspended'] })).toBe(
      'Há dívidas pendentes em um birô. O CPF está suspenso na Receita Federal.',
    );
    expect(reasonsOf({ reasons: null })).toBe('não estão disponíveis');
    expect(reasonsOf({ reasons: null, status: 'unfinished' })).toBe('–');
  });

  test('says what is missing, and does not name who works here', () => {
    const cells = cellsOf(rowOf({ purpose: null, score: null, risk_level: null, asked_by: 'opr_1' }));
    expect(cells.slice(1, 6)).toEqual([...['operador opr_1', 'não informada', 'Identidade confirmada', '–', '–']]);
    const others = cellsOf(rowOf({ purpose: 'own_purpose', risk_level: 'other', score: 0, asked_by: 'no opr_1' }));
    expect(others.slice(1, 6)).toEqual(['no opr_1', 'own_purpose', 'Identidade confirmada', '0', 'other']);
  });

  test('takes no text of a caller for its own', () => {
    const nasty = `<b a="1" c='2'>&</b>`;
    const safe = '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;';
    const fields = { asked_by: nasty, purpose: nasty, status: nasty, risk_level: nasty, request_id: nasty };
    const cells = cellsOf(rowOf(fields));
    expect(cells.filter((cell) => cell === safe)).toHaveLength(5);
    const page = toReportPage({ ...empty, cpf: null, document: nasty, held: [held('own_lists', { named: [nasty] })] });
    expect(page).not.toContain(nasty);
    expect(page.split(safe)).toHaveLength(4);
  });
});

describe('what is kept', () => {
  const rowsOf = (...kept: readonly HeldData[]) =>
    [...toReportPage({ ...empty, held: kept }).matchAll(/^<tr><td>.*$/gm)].map(([row]) => cellsOf(row));

  test.each(Object.keys(personalData) as PersonalDataName[])(
    '%s has words for somebody who knows no database',
    (place) => {
      const [[what = '', count, until = ''] = []] = rowsOf(held(place));
      expect(what.length).toBeGreaterThan(10);
      expect(what).not.toBe(personalData[place].what.pt);
      expect(count).toBe('2');
      expect(until.length).toBeGreaterThan(9);
    },
  );

  test('names rows of lists, and says what nobody can count', () => {
    const [lists, answers, more] = rowsOf(
      held('own_lists', { named: ['own:1', 'own:2'] }),
      held('kept_answers', { count: null }),
      held('events'),
    );
    expect(lists?.[0]).toBe('listas próprias que trazem este número: own:1, own:2');
    expect(answers?.[1]).toBe('não é possível contar');
    expect(more).toHaveLength(3);
  });

  test('is followed by the rows that do not open', () => {
    const one = toReportPage({ ...empty, damaged: ['events 1'] });
    expect(one).toContain(
      '<p>Um registro está danificado no nosso banco de dados. Não foi possível verificar se se refere a você.</p>',
    );
    const two = toReportPage({ ...empty, damaged: ['events 1', 'events 2'] });
    expect(two).toContain(
      '<p>2 registros estão danificados no nosso banco de dados. Não foi possível verificar se se referem a você.</p>',
    );
  });
});
