// An open-loop load generator in a process of its own: every operation has a time at which it is due, whatever became of the
// ones before, and its latency counts from that time. A slow answer therefore cannot hide the wait of those behind it.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { completeCpf } from '../../../src/domain/numbers/cpf.ts';
import { until } from '../../../test/reliability/load/pace.ts';
import type { BenchServer } from '../servers/child.ts';

/** `{cpf}` in the path, in a header or in the body stands for a number of its own in every operation. */
export interface RequestPlan {
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadPlan {
  /** Requests that are made together; the operation is over when the last of them is. */
  readonly requests: readonly RequestPlan[];
  readonly perSecond: number;
  readonly seconds: number;
  /** Operations of the first seconds are made but not counted: connections, tokens and compiled code come into being. */
  readonly warmUpSeconds: number;
  /** Two plans with different seeds ask about different people. */
  readonly seed: number;
}

export interface LoadResult {
  /** From the due time to the last byte, in order of the due times. */
  readonly latenciesMs: readonly number[];
  /** By HTTP status, or by the code of the error; an operation counts by the worst of its requests. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** A verification by the service, of somebody else every time. */
export function toVerification({ port, key }: BenchServer): RequestPlan {
  return {
    origin: `http://127.0.0.1:${port}`,
    method: 'POST',
    path: '/v1/verify/cpf',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"cpf":"{cpf}"}',
  };
}

export async function runOpenLoop(plan: LoadPlan): Promise<LoadResult> {
  const generator = fork(import.meta.filename);
  try {
    generator.send(plan);
    const [result] = (await once(generator, 'message')) as [LoadResult];
    return result;
  } finally {
    generator.kill();
  }
}

async function generate(plan: LoadPlan): Promise<LoadResult> {
  const pools = new Map(plan.requests.map(({ origin }) => [origin, new Pool(origin, { connections: 512 })]));
  const total = Math.round(plan.perSecond * (plan.warmUpSeconds + plan.seconds));
  const counted = Math.round(plan.perSecond * plan.warmUpSeconds);
  const latenciesMs = new Array<number>(total);
  const outcomes: Record<string, number> = {};
  const pending: Promise<void>[] = [];
  const startMs = performance.now() + 50;

  const operate = async (index: number, dueMs: number): Promise<void> => {
    const cpf = toCpf(plan.seed, index);
    const results = await Promise.all(plan.requests.map((request) => send(pools.get(request.origin), request, cpf)));
    latenciesMs[index] = performance.now() - dueMs;
    if (index < counted) return;
    const worst = results.reduce((a, b) => (b > a ? b : a));
    outcomes[worst] = (outcomes[worst] ?? 0) + 1;
  };

  for (let index = 0; index < total; index++) {
    const dueMs = startMs + (index * 1000) / plan.perSecond;
    await until(dueMs);
    pending.push(operate(index, dueMs));
  }
  await Promise.all(pending);
  await Promise.all([...pools.values()].map((pool) => pool.close()));
  return { latenciesMs: latenciesMs.slice(counted), outcomes };
}

async function send(pool: Pool | undefined, request: RequestPlan, cpf: string): Promise<string> {
  const fill = (text: string): string => text.replace('{cpf}', cpf);
  const headers: Record<string, string> = {};
  for (const name in request.headers) headers[name] = fill(request.headers[name] ?? '');
  const body = request.body === undefined ? null : fill(request.body);
  try {
    const answer = await pool?.request({ method: request.method, path: fill(request.path), headers, body });
    await answer?.body.json();
    return String(answer?.statusCode);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'error';
  }
}

/** Spread over all numbers, and never one of the fixed people, which begin with 9. */
function toCpf(seed: number, index: number): string {
  return completeCpf(String((seed * 1_000_003 + index * 7919) % 899_999_999).padStart(9, '0'));
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', async (plan: LoadPlan) => {
    process.send?.(await generate(plan));
  });
}
