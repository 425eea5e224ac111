// The parts of the morning in words, each with the step that mends it.

import { toSourceName } from '../answer/words/source-words.ts';
import { mayAct } from '../api/client.ts';
import { formatClock, formatDuration, formatList, formatMonth, formatNumber, formatPrice } from '../words/format.ts';
import type { Line, Morning } from './lines.ts';
import { Part, ToCommand, ToManual, ToScreen } from './part.tsx';
import { todayWords } from './words.ts';

/** A part that was read: the others say so in `today-screen.tsx`. */
export interface ReadPart<Name extends keyof Morning> extends Line {
  readonly read: NonNullable<Morning[Name]>;
}

const budgets = { pt: 'sources#orçamentos', en: 'sources#budgets' };
const prices = { pt: 'sources#preços', en: 'sources#prices' };
const sourcesPage = { pt: 'sources', en: 'sources' };

export function SourcesPart({ read, atMs, ...line }: ReadPart<'sources'> & { readonly atMs: number }) {
  const words = todayWords();
  const { since_ms, connected, unasked, down, left_out } = read;
  const since = formatClock(since_ms ?? atMs, false);
  const sentences = [
    ...down.map(({ name, since_ms: downMs, affected }) =>
      words.down(toSourceName(name), formatDuration((atMs - downMs) / 1_000), formatNumber(affected)),
    ),
    ...(left_out.length > 0 ? [words.leftOut(formatList(left_out.map(toSourceName)), left_out.length === 1)] : []),
    ...(unasked.length > 0 ? [words.unasked(formatList(unasked.map(toSourceName)), since)] : []),
  ];
  if (connected === 0) {
    return (
      <Part {...line} sentences={[words.noSources]} act={<ToManual place={sourcesPage}>{words.toSources}</ToManual>} />
    );
  }
  if (sentences.length === 0) return <Part {...line} sentences={[words.allUp(formatNumber(connected), since)]} />;
  const act =
    down.length > 0 ? (
      <ToScreen path="/console/painel">{words.toPanel}</ToScreen>
    ) : left_out.length > 0 ? (
      <ToManual place={budgets}>{words.toBudgets}</ToManual>
    ) : (
      <ToScreen path="/console">{words.toVerify}</ToScreen>
    );
  return <Part {...line} sentences={sentences} act={act} />;
}

const listStates = ['missing', 'damaged', 'stale'] as const;

export function ListsPart({ read, ...line }: ReadPart<'lists'>) {
  const words = todayWords();
  const sentences = listStates.flatMap((state) => {
    const names = read.unreliable.filter((list) => list.state === state).map(({ name }) => name);
    return names.length === 0 ? [] : [words.lists[state](formatList(names))];
  });
  if (sentences.length > 0) {
    return <Part {...line} sentences={sentences} act={<ToScreen path="/console/listas">{words.toLists}</ToScreen>} />;
  }
  return <Part {...line} sentences={[words.listsCurrent(formatNumber(read.current))]} />;
}

const dueKinds = ['freeze', 'review', 'approval'] as const;

export function JudgementsPart({ read, ...line }: ReadPart<'judgements'>) {
  const words = todayWords();
  const due = dueKinds.filter((kind) => read[kind] > 0).map((kind) => words.due[kind](formatNumber(read[kind])));
  if (due.length === 0) return <Part {...line} sentences={[words.nothingDue]} />;
  if (!mayAct('analyst')) return <Part {...line} sentences={[...due, words.askAnalyst]} />;
  return <Part {...line} sentences={due} act={<ToScreen path="/console/julgamentos">{words.toJudgements}</ToScreen>} />;
}

export function WebhooksPart({ read: { endpoints, troubles }, ...line }: ReadPart<'webhooks'>) {
  const words = todayWords();
  const sentences = (['dead', 'waiting'] as const).flatMap((kind) => {
    const found = troubles.filter((trouble) => trouble[kind] > 0);
    const count = found.reduce((sum, trouble) => sum + trouble[kind], 0);
    return count === 0 ? [] : [words[kind](formatNumber(count), formatList(found.map((each) => each.endpoint_id)))];
  });
  if (sentences.length === 0) {
    const said = endpoints === 0 ? words.noWebhooks : words.delivered(formatNumber(endpoints));
    return <Part {...line} sentences={[said]} />;
  }
  const isGivenUp = troubles.some(({ dead }) => dead > 0);
  return (
    <Part
      {...line}
      sentences={sentences}
      act={
        <ToCommand
          about={isGivenUp ? words.resendWith : words.showWith}
          text={isGivenUp ? 'confere webhooks resend --dead' : 'confere webhooks deliveries --state pending'}
        />
      }
    />
  );
}

export function CostPart({ read: { has_prices, this_month, last_month }, ...line }: ReadPart<'cost'>) {
  const words = todayWords();
  if (!has_prices) {
    return <Part {...line} sentences={[words.noPrices]} act={<ToManual place={prices}>{words.toPrices}</ToManual>} />;
  }
  const sentences = [
    toCost(this_month),
    `${toCost(last_month)}.`,
    ...(this_month.calls_without_price > 0 ? [words.withoutPrice(formatNumber(this_month.calls_without_price))] : []),
  ];
  return <Part {...line} sentences={sentences} act={<ToScreen path="/console/chaves">{words.toCosts}</ToScreen>} />;
}

function toCost({ month, people, approved, reais_per_approved }: ReadPart<'cost'>['read']['this_month']): string {
  const words = todayWords();
  const name = formatMonth(month, 'long');
  if (people === 0) return words.nobodyPaid(name);
  if (reais_per_approved === null) return words.nobodyApproved(name, formatNumber(people));
  return words.perApproved(formatPrice(reais_per_approved), name, formatNumber(approved));
}
