// The part of `confere usage` that speaks of money. It is there where a source has a price, and then says as well what has none.

import { type CallCost, type CostSummary, summarizeByKey, summarizeByPurpose } from '../../../app/usage/call-costs.ts';
import type { UsageReport } from '../../../app/usage/ports.ts';
import type { PossibleCalls } from '../../../app/usage/possibly-billed.ts';
import { showCallCost, showMoney, showPurpose, showSummary } from '../../../app/usage/show-costs.ts';
import { formatRoundedCentavos, type Money } from '../../../domain/money/money.ts';
import { print, printTable } from '../../terminal/terminal.ts';

export interface CostReport {
  readonly costs: readonly CallCost[];
  readonly verifications: UsageReport['verifications'];
  readonly possible: readonly PossibleCalls[];
}

export function toCostJson(
  { costs, verifications, possible }: CostReport,
  toKey: (keyId: string) => Readonly<Record<string, unknown>>,
) {
  const { all, keys } = summarizeByKey(costs, verifications);
  const toSummary = (summary: CostSummary) => ({
    ...showSummary(summary),
    verifications: summary.verifications,
    approved: summary.approved,
  });
  return {
    ...toSummary(all),
    keys: keys.map(({ keyId, ...summary }) => ({ ...toKey(keyId), ...toSummary(summary) })),
    purposes: summarizeByPurpose(costs, verifications).map(showPurpose),
    calls: costs.map((cost) => ({ ...toKey(cost.keyId), ...showCallCost(cost) })),
    possibly_billed: possible.map(({ keyId, source, count, cost }) => ({
      ...toKey(keyId),
      ...{ source, count },
      reais: showMoney(cost),
    })),
  };
}

export function printCosts(report: CostReport, toKey: (keyId: string) => string): void {
  const { costs, verifications, possible } = report;
  const shown = (money: Money | null) => (money === null ? '-' : formatRoundedCentavos(money));
  const { all, keys } = summarizeByKey(costs, verifications);
  print('\nCost of calls, in reais rounded to centavos (--json has all decimals):\n');
  printTable(
    ['REAIS', 'COUNT', 'SOURCE', 'OUTCOME', 'PURPOSE', 'KEY'],
    costs.map(({ keyId, source, outcome, purpose, count, cost }) => [
      ...[shown(cost), String(count), source, outcome, purpose ?? '-'],
      toKey(keyId),
    ]),
  );
  print('\nCost by key:\n');
  printTable(
    ['REAIS', 'PER VERIFICATION', 'PER APPROVED PERSON', 'KEY'],
    [...keys.map(({ keyId, ...summary }) => ({ name: toKey(keyId), ...summary })), { name: 'all of them', ...all }].map(
      ({ name, cost, perVerification, perApproved }) => [shown(cost), shown(perVerification), shown(perApproved), name],
    ),
  );
  print('\nCost by purpose:\n');
  printTable(
    ['REAIS', 'PER VERIFICATION', 'PER APPROVED PERSON', 'PURPOSE'],
    summarizeByPurpose(costs, verifications).map(({ purpose, cost, perVerification, perApproved }) => [
      ...[shown(cost), shown(perVerification), shown(perApproved)],
      purpose ?? '-',
    ]),
  );
  if (all.callsWithoutPrice > 0) print(`\nCalls without a price, not counted above: ${all.callsWithoutPrice}`);
  const possibleCosts = possible.flatMap(({ cost }) => cost ?? []);
  if (possibleCosts.length > 0) {
    const sum = possibleCosts.reduce((one, other) => one + other, 0n);
    print(`\nPossibly billed, not counted above: up to ${shown(sum)} for one answered call of each`);
  }
}
