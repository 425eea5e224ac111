// The console's figures, read off the counters that are there for scrapers: nothing is counted twice while requests are served.

import { answerBounds, type Counts, type Figures, noFigures, subtractFigures } from '../app/dashboard/figures.ts';

export interface FigureCounters {
  /** `requests` counts requests by `route` and `status`. */
  readonly requests: Readings;
  /** `requestSeconds` is labelled by `route`. */
  readonly requestSeconds: Readings;
  /** By `mode` and `risk_level`, among others. */
  readonly verifications: Readings;
  /** `sourceAnswers` counts answers by `source` and `outcome`. */
  readonly sourceAnswers: Readings;
  /** By `source`, among others. */
  readonly sourceCalls: Readings;
  /** `sourceSeconds` is labelled by `source`. */
  readonly sourceSeconds: Readings;
}

type Labels = Readonly<Record<string, string | number | undefined>>;
interface Value {
  readonly labels: Labels;
  readonly value: number;
  readonly metricName?: string;
}
interface Readings {
  get(): Promise<{ readonly values: readonly Value[] }>;
}

/** Gives back what was counted since the last call. */
export function createFigures(counters: FigureCounters): () => Promise<Figures> {
  let before = noFigures;
  return async () => {
    const now = await readAll(counters);
    const more = subtractFigures(now, before);
    before = now;
    return more;
  };
}

async function readAll(counters: FigureCounters): Promise<Figures> {
  const [requests, requestTimes, verifications, answers, calls, answerTimes] = await Promise.all([
    read(counters.requests),
    read(counters.requestSeconds),
    read(counters.verifications),
    read(counters.sourceAnswers),
    read(counters.sourceCalls),
    read(counters.sourceSeconds),
  ]);
  const isOfCaller = ({ labels }: Value) => !isOwnRoute(String(labels['route']));
  const names = new Set([...answers, ...calls].map(({ labels }) => String(labels['source'])));
  return {
    statuses: count(requests.filter(isOfCaller), ({ status }) => String(status)),
    times: toTimes(requestTimes.filter(isOfCaller)),
    outcomes: count(verifications, ({ mode, risk_level }) => `${mode} ${risk_level}`),
    sources: Object.fromEntries(
      [...names].map((name) => {
        const isOfSource = ({ labels }: Value) => labels['source'] === name;
        return [
          name,
          {
            outcomes: count(answers.filter(isOfSource), ({ outcome }) => String(outcome)),
            calls: calls.filter(isOfSource).reduce((sum, { value }) => sum + value, 0),
            times: toTimes(answerTimes.filter(isOfSource)),
          },
        ];
      }),
    ),
  };
}

/** Pages, the console and probes are no traffic of callers. */
function isOwnRoute(route: string): boolean {
  return /^\/(?:$|console|docs|fonts|favicon|openapi|livez|readyz)/.test(route);
}

async function read(metric: Readings): Promise<readonly Value[]> {
  // What has not happened yet is told as well, at 0.
  return (await metric.get()).values.filter(({ value }) => value > 0);
}

function count(values: readonly Value[], toName: (labels: Labels) => string): Counts {
  const counts: Record<string, number> = {};
  for (const { labels, value } of values) {
    const name = toName(labels);
    counts[name] = (counts[name] ?? 0) + value;
  }
  return counts;
}

/** The library's buckets hold all that lies below their bound; ours only what is not below the one before. */
function toTimes(values: readonly Value[]): readonly number[] {
  const below: number[] = Array.from({ length: answerBounds.length + 1 }, () => 0);
  for (const { labels, value, metricName } of values) {
    if (metricName?.endsWith('_bucket') !== true) continue;
    const place = labels['le'] === '+Inf' ? answerBounds.length : answerBounds.indexOf(Number(labels['le']) as never);
    below[place] = (below[place] ?? 0) + value;
  }
  return below.map((all, index) => all - (below[index - 1] ?? 0));
}
