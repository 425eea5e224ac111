import { expect, test } from 'vitest';
import type { BudgetLimit } from '../../domain/budgets/budget.ts';
import type { PriceList, Prices } from '../../domain/prices/price-list.ts';
import type { BudgetRoom } from './accounts.ts';
import { createOpenForecast } from './forecast.ts';

const clock = { nowMs: () => Date.parse('2026-11-18T15:00:00-03:00') };
const list = (answered: bigint, notFound = 0n): readonly PriceList[] => [
  {
    ...({ from: '2026-01-01', volume: 'progressive', bands: [] } as const),
    outcomes: { answered, not_found: notFound, minor: 0n, timeout: 0n, error: 0n },
  },
];
/** R$ 9 and R$ 2; what is not found costs more at the second, and the third has no price. */
const prices: Prices = new Map([
  ['bureau_a', list(90_000n)],
  ['bureau_b', list(10_000n, 20_000n)],
]);
const parties = { cpf: ['bureau_a', 'bureau_b', 'own'], cnpj: ['companies'] };

const room = (spender: BudgetRoom['spender'], unit: BudgetLimit['unit'], left: number): BudgetRoom => ({
  ...{ spender, period: 'month', unit, left },
});

async function forecast(rooms: readonly BudgetRoom[], people: number, companies = 0, mode: 'live' | 'test' = 'live') {
  const open = createOpenForecast({ prices, clock, parties, budgets: { listRoom: async () => rooms } });
  const counter = await open({ id: 'key_1', mode });
  for (let line = 2; line < people + 2; line++) counter.count('cpf', line);
  for (let line = 1; line <= companies; line++) counter.count('cnpj', people + 1 + line);
  return counter.end();
}

test('says what it costs at most, by the dearest outcome of each call', async () => {
  expect(await forecast([], 10)).toEqual({ costMax: 1_100_000n, breaks: [] });
});

test('says at which row a budget may no longer pay, in reais and in calls, of a source and of the key', async () => {
  const rooms = [
    room({ kind: 'source', name: 'bureau_b' }, 'calls', 4),
    room({ kind: 'source', name: 'bureau_a' }, 'reais', 340_000),
    room({ kind: 'source', name: 'own' }, 'calls', 10),
    room({ kind: 'source', name: 'companies' }, 'calls', 0),
    room({ kind: 'key', name: 'key_1' }, 'reais', 110_000),
    room({ kind: 'key', name: 'key_1' }, 'calls', 30),
  ];
  const said = { period: 'month' };
  expect((await forecast(rooms, 10)).breaks).toEqual([
    { ...said, source: null, unit: 'reais', line: 3 },
    { ...said, source: 'bureau_a', unit: 'reais', line: 5 },
    { ...said, source: 'bureau_b', unit: 'calls', line: 6 },
  ]);
});

test('counts what companies ask of a party of their own', async () => {
  const rooms = [room({ kind: 'source', name: 'companies' }, 'calls', 1)];
  const breaks = [{ source: 'companies', period: 'month', unit: 'calls', line: 4 }];
  expect(await forecast(rooms, 1, 2)).toEqual({ costMax: 110_000n, breaks });
});

test('says nothing of a test key, and no cost where nothing has a price', async () => {
  const rooms = [room({ kind: 'source', name: 'bureau_a' }, 'reais', 0)];
  expect(await forecast(rooms, 9, 0, 'test')).toEqual({ costMax: null, breaks: [] });
  const open = createOpenForecast({ prices: new Map(), clock, parties, budgets: undefined });
  const counter = await open({ id: 'key_1', mode: 'live' });
  counter.count('cpf', 2);
  expect(counter.end()).toEqual({ costMax: null, breaks: [] });
});
