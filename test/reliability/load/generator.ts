// The open-loop load generator, in a process of its own: nothing else that a test does delays a request. Answers are judged
// when the load is over, so that judging delays none either.

import { performance } from 'node:perf_hooks';
import { StringDecoder } from 'node:string_decoder';
import { Pool } from 'undici';
import { answerPlan } from './apart.ts';
import type { LoadPlan, LoadReport } from './plan.ts';
import { createSubjects, type Subject } from './subjects.ts';

const connections = 512;
const examplesMax = 5;
const pageBytes = 4 << 20;

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
  const received = new Received(subjects.length);
  const startMs = performance.now() + 50;
  const { promise: allReceived, resolve: tellAllReceived } = Promise.withResolvers<void>();
  let underWay = subjects.length;

  let firstSentMs = 0;
  let lastSentMs = 0;
  const send = (index: number, due: number): void => {
    lastSentMs = performance.now();
    if (index === warmUp) firstSentMs = lastSentMs;
    const { path, body } = subjects[index] as Subject;
    const answer = { status: 0, hasRetryAfter: false, text: '' };
    const end = (): void => {
      received.keep(index, performance.now() - due, answer);
      if (--underWay === 0) tellAllReceived();
    };
    const decoder = new StringDecoder();
    // The pool's own handlers: what `request` makes of each answer lives on until the whole heap is looked through.
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, status, { 'retry-after': retryAfter }) {
          answer.status = status;
          answer.hasRetryAfter = retryAfter !== undefined;
        },
        onResponseData(_controller, chunk) {
          answer.text += decoder.write(chunk);
        },
        onResponseEnd: end,
        onResponseError() {
          Object.assign(answer, { status: 0, hasRetryAfter: false, text: '' });
          end();
        },
      },
    );
  };
  for (let index = 0; index < subjects.length; index++) {
    const due = startMs + (index * 1000) / perSecond;
    // To the millisecond: watching the clock more closely would take a core from the service.
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    send(index, due);
  }
  await allReceived;
  await pool.close();
  const reported = Array.from({ length: subjects.length - warmUp }, (_, index) => warmUp + index);
  const sentSeconds = Math.max(lastSentMs - firstSentMs, 1) / 1000;
  return {
    rate: { planned: perSecond, sent: (reported.length - 1) / sentSeconds },
    dueMs: reported.map((index) => (index * 1000) / perSecond),
    latencyMs: reported.map((index) => received.latencyMs[index] as number),
    ...judge(
      subjects.slice(warmUp),
      reported.map((index) => received.read(index)),
    ),
  };
}

interface Answer {
  /** 0 when no whole answer came. */
  readonly status: number;
  readonly hasRetryAfter: boolean;
  readonly text: string;
}

/**
 * What came back, outside the heap until the load is over: a hundred thousand answers kept as objects made the collector of garbage
 * stop the generator for 10 to 70 ms at a time, which read as late answers of the service.
 */
class Received {
  readonly latencyMs: Float64Array;
  readonly #status: Uint16Array;
  readonly #hasRetryAfter: Uint8Array;
  readonly #pages: Buffer[] = [];
  /** Where the text of an answer is: its page, and its place there. */
  readonly #places: Uint32Array;
  #used = pageBytes;

  constructor(count: number) {
    this.latencyMs = new Float64Array(count);
    this.#status = new Uint16Array(count);
    this.#hasRetryAfter = new Uint8Array(count);
    this.#places = new Uint32Array(count * 3);
  }

  keep(index: number, latencyMs: number, { status, hasRetryAfter, text }: Answer): void {
    this.latencyMs[index] = latencyMs;
    this.#status[index] = status;
    this.#hasRetryAfter[index] = hasRetryAfter ? 1 : 0;
    const bytes = Buffer.byteLength(text);
    if (this.#used + bytes > pageBytes) {
      this.#pages.push(Buffer.alloc(Math.max(pageBytes, bytes)));
      this.#used = 0;
    }
    this.#pages.at(-1)?.write(text, this.#used);
    this.#places.set([this.#pages.length - 1, this.#used, this.#used + bytes], index * 3);
    this.#used += bytes;
  }

  read(index: number): Answer {
    const [page, start, end] = this.#places.subarray(index * 3, index * 3 + 3);
    return {
      status: this.#status[index] as number,
      hasRetryAfter: this.#hasRetryAfter[index] === 1,
      text: this.#pages[page as number]?.toString('utf8', start, end) ?? '',
    };
  }
}

function judge(
  subjects: readonly Subject[],
  received: readonly Answer[],
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

answerPlan(import.meta.filename, generate);
