// More than a service can take, over plain sockets, in a process of its own. It parses as little as possible and judges only
// statuses: with the right key and a sandbox person every answer is 200 or a refusal.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { toApiKey } from '../../../src/domain/access/api-key.ts';
import { toCpfRequest } from '../../support/http/raw-client.ts';
import { answerPlan, runApart } from './apart.ts';

export interface FloodPlan {
  readonly address: string;
  /** Null to guess a new one, of the right form, for each request. */
  readonly key: string | null;
  readonly connections: number;
  /** Null for a closed loop: each connection sends as soon as it has its answer. */
  readonly perSecond: number | null;
  readonly seconds: number;
}

export interface FloodReport {
  readonly answered: number;
  readonly refused: number;
  readonly others: number;
  /** Status lines of the others. */
  readonly examples: readonly string[];
  /** Ended without an answer. */
  readonly broken: number;
  /** Due while every connection waited for an answer. */
  readonly notSent: number;
  /** Answers with 200, a second. */
  readonly perSecond: number;
  /** From sending to the answer with 200. */
  readonly slowestMs: number;
}

export function runFlood(plan: FloodPlan): Promise<FloodReport> {
  return runApart(import.meta.filename, plan);
}

interface Client {
  readonly socket: Socket;
  sentAtMs: number;
  text: string;
}

async function flood({ address, key, connections, perSecond, seconds }: FloodPlan): Promise<FloodReport> {
  const known = key === null ? undefined : toCpfRequest(key);
  const { hostname, port } = new URL(address);
  const counts = { answered: 0, refused: 0, others: 0, broken: 0, notSent: 0 };
  const examples: string[] = [];
  let slowestMs = 0;
  let isOver = false;
  const free: Client[] = [];
  const waiting = new Set<Client>();

  const send = (client: Client) => {
    client.sentAtMs = performance.now();
    client.text = '';
    waiting.add(client);
    client.socket.write(known ?? toCpfRequest(toApiKey('live', randomBytes(64))));
  };
  const take = (client: Client) => {
    waiting.delete(client);
    if (client.text.startsWith('HTTP/1.1 200')) {
      counts.answered++;
      slowestMs = Math.max(slowestMs, performance.now() - client.sentAtMs);
    } else if (client.text.startsWith('HTTP/1.1 503')) counts.refused++;
    else {
      counts.others++;
      if (examples.length < 5) examples.push(client.text.slice(0, 40));
    }
    if (isOver) return;
    if (perSecond === null) send(client);
    else free.push(client);
  };
  const leave = (client: Client) => {
    const at = free.indexOf(client);
    if (at >= 0) free.splice(at, 1);
  };
  const open = async (): Promise<Client> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const client: Client = { socket, sentAtMs: 0, text: '' };
    socket.on('error', () => {});
    socket.on('close', () => {
      if (waiting.delete(client)) counts.broken++;
      leave(client);
      // A refusal may end its connection; the next request takes a new one.
      if (!isOver) void open().then((next) => (perSecond === null ? send(next) : free.push(next)));
    });
    socket.on('data', (chunk) => {
      // What comes unasked is the end of a connection that stayed silent for too long.
      if (!waiting.has(client)) return leave(client);
      client.text += chunk.toString('latin1');
      if (isWhole(client.text)) take(client);
    });
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return client;
  };

  const clients = await Promise.all(Array.from({ length: connections }, open));
  const startMs = performance.now();
  if (perSecond === null) for (const client of clients) send(client);
  else {
    free.push(...clients);
    for (let due = 0; performance.now() - startMs < seconds * 1000; ) {
      const wanted = Math.floor(((performance.now() - startMs) / 1000) * perSecond);
      for (; due < wanted; due++) {
        // The one that has been idle for longest: none stays silent.
        const client = free.shift();
        if (client === undefined) counts.notSent++;
        else send(client);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, seconds * 1000 - (performance.now() - startMs))));
  const elapsedSeconds = (performance.now() - startMs) / 1000;
  const { answered } = counts;
  isOver = true;
  for (let tries = 0; waiting.size > 0 && tries < 600; tries++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  for (const { socket } of clients) socket.destroy();
  return { ...counts, broken: counts.broken + waiting.size, examples, perSecond: answered / elapsedSeconds, slowestMs };
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  return end >= 0 && length !== undefined && text.length >= end + 4 + Number(length);
}

answerPlan(import.meta.filename, flood);
