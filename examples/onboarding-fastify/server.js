// Sign-up of a customer: the number is checked before anybody is asked, the person is verified, and the risk level decides.
// Neither a log nor an answer of this server holds a CPF or a name.

import { ConfereError, createClient, parseCpf } from '@confere/client';
import Fastify from 'fastify';

const confere = createClient({
  url: process.env.CONFERE_URL ?? 'http://127.0.0.1:8080',
  key: process.env.CONFERE_API_KEY ?? '',
  deadlineMs: 10_000,
  language: 'pt-BR',
});

const decisions = { low: 'approved', medium: 'in_review', high: 'manual_review' };

const server = Fastify({ logger: { level: 'warn' } });

server.post('/signups', async (request, reply) => {
  const { cpf = '', name, birth_date } = request.body ?? {};
  const parsed = parseCpf(String(cpf));
  if (parsed.kind === 'invalid') return reply.code(422).send({ errors: [{ field: 'cpf', code: parsed.fault }] });

  // A customer who closes the page does not need an answer any more.
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const answer = await confere.verifyCpf(
    { cpf: parsed.value, name, birth_date },
    // The page sends a new value with every form, and the same one when it sends a form again: nobody is asked twice.
    { signal: left.signal, idempotencyKey: request.headers['idempotency-key'] },
  );
  return reply.code(answer.risk_level === 'low' ? 201 : 202).send({
    decision: decisions[answer.risk_level],
    // For whoever reviews it: the audit of Confere has the rest under this id.
    verification: answer.request_id,
  });
});

server.setErrorHandler((error, _request, reply) => {
  if (!(error instanceof ConfereError)) return reply.send(error);
  if (error.code === 'invalid_request') {
    const errors = error.faults.map(({ pointer, code }) => ({ field: pointer.slice(1), code }));
    return reply.code(422).send({ errors });
  }
  server.log.warn({ code: error.code, requestId: error.requestId }, 'no answer from Confere');
  if (!error.retryable) return reply.code(500).send({ error: 'not_available' });
  return reply
    .code(503)
    .header('retry-after', Math.ceil((error.retryAfterMs ?? 30_000) / 1000))
    .send({ error: 'try_again_later' });
});

console.log(`Listens on ${await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) })}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());
