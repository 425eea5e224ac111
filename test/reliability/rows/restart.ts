// Services that are stopped one after the other, under clients that keep their connections: no request fails.

import { Agent, request as send } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQuery } from '../../support/parties/implied.ts';
import { type RunningProcess, startProcess } from '../../support/service/process.ts';
import { type Row, times } from '../row.ts';
import { startStack } from '../stack.ts';

export const restart: Row = {
  id: 'restart',
  promise: 'restart under load',
  test: 'two processes, 100 keep-alive clients, 500 req/s open loop; SIGTERM to one after the other, six times',
  pass: '0 failed requests, each ≤ 15 s',
  suites: [{ file: 'test/e2e/service/stop.test.ts' }],
  async drive(length, findings) {
    const isFull = length === 'full';
    const stack = await startStack({ length });
    // So that a client is answered long before its next request is due.
    await stack.setLatency({ kind: 'uniform', meanMs: 50, spreadMs: 20 });
    const services: RunningProcess[] = [stack.service(), await startProcess(stack.home)];
    // Clients whose next request is due at a time, whatever became of the one before, as long as that is answered by then.
    const [clientCount, everyMs] = isFull ? [100, 200] : [10, 200];
    const counts = { answered: 0, refused: 0, failed: 0 };
    let person = 0;
    let preferred = 0;
    let isOver = false;

    const callOnce = (agent: Agent, to: RunningProcess) =>
      new Promise<'stay' | 'go'>((resolve) => {
        const body = JSON.stringify({ cpf: createQuery(person++).cpf });
        const headers = {
          authorization: `Bearer ${stack.key}`,
          'content-type': 'application/json',
          'content-length': body.length,
        };
        const call = send(`${to.address}/v1/verify/cpf`, { method: 'POST', agent, headers }, (response) => {
          response.resume().on('end', () => {
            if (response.statusCode === 200) counts.answered++;
            else if (response.statusCode === 503) counts.refused++;
            else counts.failed++;
            resolve(response.headers.connection === 'close' ? 'go' : 'stay');
          });
        });
        call.on('error', () => {
          counts.failed++;
          resolve('go');
        });
        call.end(body);
      });
    // As a proxy does: a connection is kept until the service says that it ends, and the next one goes where it is told.
    const client = async (index: number) => {
      let dueMs = performance.now() + (index / clientCount) * everyMs;
      while (!isOver) {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const to = services[preferred] as RunningProcess;
        for (let outcome = 'stay'; outcome === 'stay' && !isOver; ) {
          await sleep(Math.max(0, dueMs - performance.now()));
          dueMs += everyMs;
          outcome = await callOnce(agent, to);
        }
        agent.destroy();
      }
    };
    const clients = Array.from({ length: clientCount }, (_, index) => client(index));
    const startedAtMs = performance.now();
    let slowestMs = 0;
    for (let round = 0; round < (isFull ? times(6) : 2); round++) {
      const before = counts.answered;
      while (counts.answered < before + (isFull ? 8_000 : 20)) await sleep(50);
      const stopping = services[preferred] as RunningProcess;
      const place = preferred;
      preferred = 1 - preferred;
      const stoppedAtMs = performance.now();
      const { code } = await stopping.stop('SIGTERM');
      slowestMs = Math.max(slowestMs, performance.now() - stoppedAtMs);
      findings.none('stops with another exit code than 0', code === 0 ? 0 : 1, { of: 1 });
      services[place] = await startProcess(stack.home);
    }
    isOver = true;
    await Promise.all(clients);
    const seconds = (performance.now() - startedAtMs) / 1000;
    const total = counts.answered + counts.refused + counts.failed;
    findings.load('requests a second', total / seconds, (clientCount * 1000) / everyMs - 10);
    findings.none('requests failed', counts.failed, { of: total });
    // With the deadlines of operators, a machine that is busy with other work gives up sources.
    findings.measure('503', counts.refused, { atMost: 0 });
    findings.measure('slowest stop, seconds', slowestMs / 1000, { atMost: 15 });
    for (const service of services) await service.stop('SIGKILL');
    await stack.close();
  },
};
