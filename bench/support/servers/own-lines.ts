// What a user would write in an afternoon in place of Confere: a route, three calls of `fetch`, `Promise.allSettled`, a score.
// It keeps no record, no key, no limit and no breaker; `bench live` sets it beside the service.

import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

interface Answer {
  readonly score?: number;
  readonly pending_debts?: boolean;
  readonly fraud_alert?: boolean;
}

async function ask(party: string, cpf: string): Promise<Answer> {
  const answer = await fetch(`${process.env['BENCH_PARTIES']}/${party}`, {
    headers: { 'x-document': cpf },
    signal: AbortSignal.timeout(1_200),
  });
  if (!answer.ok) throw new Error(`${party} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

function toAnswer(result: PromiseSettledResult<Answer>): Answer {
  return result.status === 'fulfilled' ? result.value : {};
}

const server = fastify({ logger: false });
server.post<{ Body: { cpf: string } }>('/v1/verify/cpf', async (request, reply) => {
  const { cpf } = request.body;
  if (!/^\d{11}$/.test(cpf)) return reply.code(400).send({ error: 'invalid_cpf' });
  const parties = ['bureau_a', 'bureau_b', 'fraud_registry'];
  const [a, b, fraud] = (await Promise.allSettled(parties.map((party) => ask(party, cpf)))).map(toAnswer);
  const scores = [a?.score, b?.score].filter((score) => score !== undefined);
  const score = Math.round(scores.reduce((sum, each) => sum + each, 0) / Math.max(1, scores.length));
  const isHigh = fraud?.fraud_alert === true || score < 400;
  const isMedium = score < 700 || b?.pending_debts === true;
  return { cpf, score, risk_level: isHigh ? 'high' : isMedium ? 'medium' : 'low' };
});

await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (server.server.address() as AddressInfo).port });
process.on('disconnect', () => process.exit(0));
process.on('message', () => {
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()];
  process.send?.({ all: all.user + all.system, main: main.user + main.system });
});
