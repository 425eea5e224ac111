// What questions will cost at most, and where in a table each budget may no longer pay: worked out before anybody is asked. Other requests
// spend as well, and answers that are kept cost nothing, so that it says at most and at the earliest.

import type { KeyMode } from '../../domain/access/api-key.ts';
import { type BudgetLimit, toUnits } from '../../domain/budgets/budget.ts';
import { toBrazilDay } from '../../domain/dates/calendar.ts';
import { type Money, multiplyMoney } from '../../domain/money/money.ts';
import { callOutcomes } from '../../domain/prices/call-outcome.ts';
import { findPriceList, type Prices, toListPrice } from '../../domain/prices/price-list.ts';
import type { Clock } from '../clock.ts';
import type { Budgets } from './budgets.ts';

/** A budget that does not pay for all rows. */
export interface BudgetBreak extends Pick<BudgetLimit, 'period' | 'unit'> {
  /** The value is null for the budget of the key. */
  readonly source: string | null;
  /** The row that it may no longer pay. */
  readonly line: number;
}

export interface Forecast {
  /** The value is null if no call has a price. */
  readonly costMax: Money | null;
  /** `breaks` lists the breaks of earlier lines first. */
  readonly breaks: readonly BudgetBreak[];
}

export interface ForecastCounter {
  /** The caller counts each question that no earlier row asks. */
  count(kind: 'cpf' | 'cnpj', line: number): void;
  end(): Forecast;
}

export type OpenForecast = (key: { readonly id: string; readonly mode: KeyMode }) => Promise<ForecastCounter>;

interface ForecastOptions {
  readonly prices: Prices;
  readonly budgets: Pick<Budgets, 'listRoom'> | undefined;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** `parties` lists the parties that a live question of each kind may call. */
  readonly parties: Readonly<Record<'cpf' | 'cnpj', readonly string[]>>;
}

const noForecast: ForecastCounter = { count: () => {}, end: () => ({ costMax: null, breaks: [] }) };

export function createOpenForecast({ prices, budgets, clock, parties }: ForecastOptions): OpenForecast {
  function toPrice(source: string): Money | undefined {
    const list = findPriceList(prices.get(source) ?? [], toBrazilDay(clock.nowMs()));
    if (list === undefined) return undefined;
    return callOutcomes
      .map((outcome) => toListPrice(list, outcome))
      .reduce((one, other) => (one > other ? one : other));
  }

  return async ({ id, mode }) => {
    // A test key reaches nobody who charges.
    if (mode === 'test') return noForecast;
    const priced = { cpf: parties.cpf.map(toPrice), cnpj: parties.cnpj.map(toPrice) };
    const cost = { cpf: sum(priced.cpf), cnpj: sum(priced.cnpj) };
    const rooms = ((await budgets?.listRoom(id)) ?? []).map((room) => {
      const of = (kind: 'cpf' | 'cnpj') => {
        const { name } = room.spender;
        const called = room.spender.kind === 'key' ? parties[kind] : parties[kind].filter((party) => party === name);
        return toUnits(room.unit, called.length, sum(called.map(toPrice)));
      };
      return { room, each: { cpf: of('cpf'), cnpj: of('cnpj') }, left: room.left, line: null as number | null };
    });
    const counts = { cpf: 0, cnpj: 0 };
    return {
      count(kind, line) {
        counts[kind]++;
        for (const state of rooms) {
          const each = state.each[kind];
          if (each === 0 || state.line !== null) continue;
          if (each > state.left) state.line = line;
          else state.left -= each;
        }
      },
      end() {
        const hasPrice = [...priced.cpf, ...priced.cnpj].some((price) => price !== undefined);
        const costMax = multiplyMoney(cost.cpf, counts.cpf) + multiplyMoney(cost.cnpj, counts.cnpj);
        const breaks = rooms.flatMap(({ room: { spender, period, unit }, line }) =>
          line === null ? [] : [{ source: spender.kind === 'source' ? spender.name : null, period, unit, line }],
        );
        return { costMax: hasPrice ? costMax : null, breaks: breaks.sort((one, other) => one.line - other.line) };
      },
    };
  };
}

function sum(prices: readonly (Money | undefined)[]): Money {
  return prices.reduce<Money>((all, price) => all + (price ?? 0n), 0n);
}
