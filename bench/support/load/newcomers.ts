// Clients that come anew, in a process of their own: one connection and one request each, at a steady pace. Time counts from
// the moment at which the client was due, so that neither a slow connect nor a slow generator hides a wait.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface NewcomersPlan {
  readonly port: number;
  /** One request as it goes over the wire. */
  readonly request: string;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface NewcomersResult {
  /** From being due to the first byte of the answer, ascending. */
  readonly firstAnswerMs: readonly number[];
  readonly failed: number;
}

export async function runNewcomers(plan: NewcomersPlan): Promise<NewcomersResult> {
  const child = fork(import.meta.filename);
  child.send(plan);
  const [result] = (await once(child, 'message')) as [NewcomersResult];
  child.disconnect();
  return result;
}

async function come({ port, request, perSecond, seconds }: NewcomersPlan): Promise<NewcomersResult> {
  const count = Math.round(perSecond * seconds);
  const startedAt = performance.now();
  const coming: Promise<number>[] = [];
  for (let index = 0; index < count; index++) {
    const dueAt = startedAt + (index * 1000) / perSecond;
    const wait = dueAt - performance.now();
    if (wait > 0) await sleep(wait);
    coming.push(comeOnce(port, request, dueAt));
  }
  const times = await Promise.all(coming);
  const firstAnswerMs = times.filter((time) => Number.isFinite(time)).sort((a, b) => a - b);
  return { firstAnswerMs, failed: count - firstAnswerMs.length };
}

function comeOnce(port: number, request: string, dueAt: number): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request));
    socket.once('data', () => {
      resolve(performance.now() - dueAt);
      socket.destroy();
    });
    socket.on('error', () => resolve(Number.NaN));
    socket.on('close', () => resolve(Number.NaN));
  });
}

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.once('message', async (plan: NewcomersPlan) => {
    process.send?.(await come(plan));
  });
}
