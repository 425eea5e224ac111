// Sign-up of a customer: the person is verified, and the risk level decides. No CPF or name reaches a log or the answer.

import { ConfereError } from '@confere/client';
import { getConfere } from '../../../lib/confere.js';

const decisions = { low: 'approved', medium: 'in_review', high: 'manual_review' };

export async function POST(request) {
  const { cpf, name, birth_date } = await request.json();
  try {
    const answer = await getConfere().verifyCpf(
      { cpf, name, birth_date },
      // The page sends the same value when it sends a form again: nobody is asked twice.
      { signal: request.signal, idempotencyKey: request.headers.get('idempotency-key') ?? undefined },
    );
    const status = answer.risk_level === 'low' ? 201 : 202;
    return Response.json({ decision: decisions[answer.risk_level], verification: answer.request_id }, { status });
  } catch (error) {
    if (!(error instanceof ConfereError)) throw error;
    if (error.code === 'invalid_request') {
      const errors = error.faults.map(({ pointer, code }) => ({ field: pointer.slice(1), code }));
      return Response.json({ errors }, { status: 422 });
    }
    console.warn('no answer from Confere', error.code, error.requestId);
    if (!error.retryable) return Response.json({ error: 'not_available' }, { status: 500 });
    const wait = Math.ceil((error.retryAfterMs ?? 30_000) / 1000);
    return Response.json({ error: 'try_again_later' }, { status: 503, headers: { 'retry-after': String(wait) } });
  }
}
