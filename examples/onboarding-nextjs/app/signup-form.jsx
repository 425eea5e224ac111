'use client';

import { parseCpf } from '@confere/client/numbers';
import { useState } from 'react';

const messages = {
  approved: 'Conta aberta.',
  in_review: 'Recebemos seu cadastro e vamos conferi-lo.',
  manual_review: 'Recebemos seu cadastro e vamos conferi-lo.',
};

export function SignupForm() {
  const [message, setMessage] = useState('');

  async function submit(event) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    // A typing error is told at once and costs nothing.
    if (parseCpf(fields.cpf).kind === 'invalid') return setMessage('Confira o CPF.');
    setMessage('Só um momento…');
    const response = await fetch('/api/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': await toKey(fields) },
      body: JSON.stringify(fields),
    });
    const { decision } = await response.json();
    setMessage(messages[decision] ?? 'Não foi possível agora. Tente de novo em alguns minutos.');
  }

  return (
    <form onSubmit={submit}>
      <label>
        CPF <input name="cpf" required />
      </label>
      <label>
        Nome completo <input name="name" required />
      </label>
      <label>
        Data de nascimento <input name="birth_date" type="date" required />
      </label>
      <button type="submit">Continuar</button>
      <p role="status">{message}</p>
    </form>
  );
}

/** The same form sent again is the same question. A random part of this visit keeps it from saying anything about the person. */
const visit = Math.random().toString(36).slice(2);
async function toKey(fields) {
  const bytes = new TextEncoder().encode(visit + JSON.stringify(fields));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
