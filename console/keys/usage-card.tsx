// What was asked in a month, by key, outcome and source, with its cost, and how the months before it were.

import { useEffect, useRef, useState } from 'preact/hooks';
import { parseMoney, formatMoney as toDecimal } from '../../src/domain/money/money.ts';
import type { ConsoleAnswer } from '../../src/http/console/contract.ts';
import { toStatusWord } from '../answer/words/answer-words.ts';
import { toSourceName } from '../answer/words/source-words.ts';
import { call } from '../api/client.ts';
import { BarChart } from '../design/bar-chart.tsx';
import { toPurposeName } from '../design/fields/purpose-field.tsx';
import { ProblemNotice } from '../design/problems/problem-notice.tsx';
import { TableHead } from '../design/table/table-head.tsx';
import { WhatCounts } from '../design/what-counts.tsx';
import { partWords } from '../design/words.ts';
import { formatMoney, formatMonth, formatNumber, formatPrice } from '../words/format.ts';
import { keysWords } from './words.ts';

type Usage = ConsoleAnswer<'POST usage'>;

/** The card shows the usage of all keys, or of one. */
export function UsageCard({ keyId }: { readonly keyId?: string }) {
  const words = keysWords();
  const [usage, setUsage] = useState<Usage>();
  const [error, setError] = useState<unknown>();
  const asked = useRef(0);
  /** If two questions are in flight, only the later one counts. */
  const show = async (month: string | null) => {
    const turn = ++asked.current;
    try {
      const answer = await call('POST usage', { month, key_id: keyId ?? null });
      if (turn !== asked.current) return;
      setUsage(answer);
      setError(undefined);
    } catch (thrown) {
      if (turn === asked.current) setError(thrown);
    }
  };
  useEffect(() => void show(null), [keyId]);
  return (
    <section class="card stack" aria-labelledby="usage-title">
      <div class="stack tight">
        <h2 id="usage-title">{words.usage}</h2>
        <p class="quiet">{keyId === undefined ? words.usageLead : words.usageOfKey}</p>
      </div>
      {error !== undefined && <ProblemNotice error={error} />}
      {usage === undefined ? (
        error === undefined && <p class="empty">{partWords().loading}</p>
      ) : (
        <>
          <BarChart
            label={words.usage}
            heads={[words.month, words.requests]}
            bars={usage.months.map(({ month, count }) => ({
              key: month,
              label: formatMonth(month, 'short').replace('.', ''),
              title: formatMonth(month, 'long'),
              count,
            }))}
            chosen={usage.month}
            onChoose={(month) => void show(month)}
          />
          <Month usage={usage} isOfOne={keyId !== undefined} />
        </>
      )}
    </section>
  );
}

function Month({ usage, isOfOne }: { readonly usage: Usage; readonly isOfOne: boolean }) {
  const words = keysWords();
  const { month, requests, verifications, calls } = usage;
  const title = formatMonth(month, 'long');
  if (requests.length + verifications.length + calls.length === 0) {
    return <p class="empty">{words.nothing(title)}</p>;
  }
  const outcomes = addUp(
    verifications.map(({ operation, outcome, count }) => ({
      label: `${operation === 'screen' ? words.screening : operation.toUpperCase()}: ${outcome === 'sources_unavailable' ? words.noAnswer : toStatusWord(outcome)}`,
      count,
    })),
  );
  const sources = addUp(calls.map(({ source, count }) => ({ label: toSourceName(source), count })));
  return (
    <div class="stack">
      <h3>{title}</h3>
      <div class="usage-tables">
        {!isOfOne && (
          <Counted
            title={words.byKey}
            counts={words.requestsCount}
            heads={[words.key, words.requests]}
            rows={addUp(requests.map(({ key_id, name, count }) => ({ label: name ?? key_id, count })))}
          />
        )}
        <Counted
          title={words.byOutcome}
          counts={words.outcomesCount}
          heads={[words.outcome, words.count]}
          rows={outcomes}
        />
        <Counted title={words.bySource} counts={words.callsCount} heads={[words.source, words.count]} rows={sources} />
      </div>
      {usage.costs !== null && <Costs costs={usage.costs} isOfOne={isOfOne} />}
    </div>
  );
}

function Costs({ costs, isOfOne }: { readonly costs: NonNullable<Usage['costs']>; readonly isOfOne: boolean }) {
  const words = keysWords();
  const { reais, reais_per_verification, reais_per_approved, calls_without_price, calls, purposes } = costs;
  const money = { format: formatUnits } as const;
  /** The sum counts in ten-thousandths of a real, because whole numbers add up exactly. */
  const addUpBy = (toLabel: (call: (typeof calls)[number]) => string) =>
    addUp(calls.map((each) => ({ label: toLabel(each), count: Number(parseMoney(each.reais ?? '0') ?? 0n) })));
  return (
    <section class="stack" aria-labelledby="costs-title">
      <div class="stack tight">
        <h3 id="costs-title">
          {words.costs}: {formatMoney(reais)}
        </h3>
        <WhatCounts of={words.costs}>{words.costsCount}</WhatCounts>
        <p class="quiet">
          {[
            reais_per_verification !== null && words.perVerification(formatPrice(reais_per_verification)),
            reais_per_approved !== null && words.perApproved(formatPrice(reais_per_approved)),
            calls_without_price > 0 && words.withoutPrice(formatNumber(calls_without_price)),
          ]
            .filter((each) => each !== false)
            .join(' ')}
        </p>
      </div>
      <div class="usage-tables">
        {!isOfOne && (
          <Counted
            title={words.costByKey}
            heads={[words.key, words.reais]}
            rows={addUpBy(({ name, key_id }) => name ?? key_id)}
            {...money}
          />
        )}
        <Counted
          title={words.costBySource}
          heads={[words.source, words.reais]}
          rows={addUpBy(({ source }) => toSourceName(source))}
          {...money}
        />
        <Counted
          title={words.costByPurpose}
          heads={[words.costPurpose, words.reais]}
          rows={addUpBy(({ purpose }) => toPurposeWords(purpose))}
          {...money}
        />
      </div>
      {purposes.length > 1 && <Averages purposes={purposes} />}
    </section>
  );
}

function toPurposeWords(purpose: string | null): string {
  return purpose === null ? keysWords().noPurpose : toPurposeName(purpose);
}

/** A line for each purpose that has averages of its own. */
function Averages({ purposes }: Pick<NonNullable<Usage['costs']>, 'purposes'>) {
  const words = keysWords();
  return (
    <ul class="quiet">
      {purposes
        .filter(({ reais_per_verification }) => reais_per_verification !== null)
        .map(({ purpose, reais_per_verification, reais_per_approved }) => (
          <li key={purpose ?? ''}>
            {toPurposeWords(purpose)}: {words.perVerification(formatPrice(reais_per_verification ?? ''))}{' '}
            {reais_per_approved !== null && words.perApproved(formatPrice(reais_per_approved))}
          </li>
        ))}
    </ul>
  );
}

function formatUnits(units: number): string {
  return formatMoney(toDecimal(BigInt(units)));
}

interface CountedRow {
  readonly label: string;
  readonly count: number;
}

interface CountedProps {
  readonly title: string;
  readonly counts?: string;
  readonly heads: readonly [string, string];
  readonly rows: readonly CountedRow[];
  readonly format?: (count: number) => string;
}

function Counted({ title, counts, heads, rows, format = formatNumber }: CountedProps) {
  if (rows.length === 0) return null;
  const highest = Math.max(1, ...rows.map(({ count }) => count));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <table class="counted">
      <caption>
        {title}: {format(total)}
        {counts !== undefined && <WhatCounts of={title}>{counts}</WhatCounts>}
      </caption>
      <TableHead look="hidden" columns={heads} />
      <tbody>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <th scope="row">
              {label}
              <span class="share" aria-hidden="true">
                <span style={{ width: `max(${count === 0 ? 0 : 2}px, ${(count / highest) * 100}%)` }} />
              </span>
            </th>
            <td class="end">{format(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The greatest first. */
function addUp(rows: readonly CountedRow[]): readonly CountedRow[] {
  const sums = new Map<string, number>();
  for (const { label, count } of rows) sums.set(label, (sums.get(label) ?? 0) + count);
  return [...sums].map(([label, count]) => ({ label, count })).sort((one, other) => other.count - one.count);
}
