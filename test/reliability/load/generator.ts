// The open-loop load generator, in a process of its own: nothing else that a test does delays a request. Answers are judged
// when the load is over, so that judging delays none either.

import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import type { LoadPlan, LoadReport } from './plan.ts';
import { createSubjects, type Subject } from './subjects.ts';

const connections = 512;
const examplesMax = 5;

interface Received {
  readonly latencyMs: number;
  /** 0 when no whole answer came. */
  readonly status: number;
  readonly text: string;
  readonly hasRetryAfter: boolean;
}

async function generate({
  address,
  key,
  subjects: plan,
  perSecond,
  seconds,
  warmUpSeconds = 0,
}: LoadPlan): Promise<LoadReport> {
  const pool = new Pool(address, { connections, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const warmUp = Math.round(perSecond * warmUpSeconds);
  const subjects = createSubjects(plan, warmUp + Math.round(perSecond * seconds));
  const dueMs: number[] = [];
  const pending: Promise<Received>[] = [];
  const startMs = performance.now() + 50;

  const send = async ({ path, body }: Subject, due: number): Promise<Received> => {
    try {
      const answer = await pool.request({ method: 'POST', path, headers, body });
      const text = await answer.body.text();
      const hasRetryAfter = answer.headers['retry-after'] !== undefined;
      return { latencyMs: performance.now() - due, status: answer.statusCode, text, hasRetryAfter };
    } catch {
      return { latencyMs: performance.now() - due, status: 0, text: '', hasRetryAfter: false };
    }
  };
  for (const [index, subject] of subjects.entries()) {
    const due = startMs + (index * 1000) / perSecond;
    // To the millisecond: watching the clock more closely would take a core from the service.
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    if (index >= warmUp) dueMs.push(due - startMs);
    pending.push(send(subject, due));
  }
  const received = (await Promise.all(pending)).slice(warmUp);
  await pool.close();
  return { dueMs, latencyMs: received.map(({ latencyMs }) => latencyMs), ...judge(subjects.slice(warmUp), received) };
}

function judge(
  subjects: readonly Subject[],
  received: readonly Received[],
): Pick<LoadReport, 'outcomes' | 'wrong' | 'unavailable' | 'noAlert' | 'withoutRetryAfter'> {
  const outcomes: string[] = [];
  const examples: string[] = [];
  const unavailable: Record<string, number> = {};
  const counts = { wrong: 0, noAlert: 0, withoutRetryAfter: 0 };
  for (const [index, { status, text, hasRetryAfter }] of received.entries()) {
    if (status === 0) {
      outcomes.push('lost');
      continue;
    }
    const body = JSON.parse(text) as Record<string, unknown>;
    if (status !== 200) {
      outcomes.push(`${status} ${body['code']}`);
      if ((status === 429 || status === 503) && !hasRetryAfter) counts.withoutRetryAfter++;
      continue;
    }
    outcomes.push('200');
    const { fault, outcomes: bySource = {} } = (subjects[index] as Subject).judge(body);
    if (fault !== undefined && counts.wrong++ < examplesMax) examples.push(fault);
    for (const [source, outcome] of Object.entries(bySource)) {
      if (outcome === 'unavailable') unavailable[source] = (unavailable[source] ?? 0) + 1;
    }
    if ((body['fraud_registry'] as { fraud_alert: unknown } | undefined)?.fraud_alert === false) counts.noAlert++;
  }
  const { wrong, ...others } = counts;
  return { outcomes, wrong: { count: wrong, examples }, unavailable, ...others };
}

process.once('message', async (plan: LoadPlan) => {
  const report = await generate(plan);
  process.send?.(report, () => process.exit(0));
});
