// What is asked, and in whose name: the body of the call as the public API takes it, and the way that it goes.

import type { CnpjAnswer, CpfAnswer, Typed, Verified } from '../answer/facts/answer.ts';
import { call, callApi } from '../api/client.ts';
import type { Way } from '../ask/way.ts';
import { findTypedDay, type NumberState } from '../design/fields/number.ts';

/** Returns the question in the form that the public API accepts. */
export function toQuestionBody(judged: NumberState & { kind: 'right' }, { name, birthDate }: Typed) {
  const typedName = name.trim() === '' ? {} : { [judged.of === 'cpf' ? 'name' : 'company_name']: name.trim() };
  if (judged.of === 'cnpj') return { cnpj: judged.value, ...typedName };
  const day = findTypedDay(birthDate);
  return { cpf: judged.value, ...typedName, ...(day === undefined ? {} : { birth_date: day }) };
}

export async function askService(
  kind: 'cpf' | 'cnpj',
  body: ReturnType<typeof toQuestionBody>,
  way: Way,
  key: string,
  purpose: string | null,
): Promise<Verified> {
  if (way === 'key') {
    const headers = { authorization: `Bearer ${key}`, ...(purpose === null ? {} : { 'confere-purpose': purpose }) };
    const answer = callApi<unknown>(`/v1/verify/${kind}?explain=true`, body, headers);
    const isSynthetic = key.startsWith('cfr_test_');
    return kind === 'cpf'
      ? { kind, answer: (await answer) as CpfAnswer, isSynthetic }
      : { kind, answer: (await answer) as CnpjAnswer, isSynthetic };
  }
  const common = { with: way, purpose: way === 'live' ? purpose : null };
  const isSynthetic = way === 'sandbox';
  const fields = body as { cpf?: string; cnpj?: string; name?: string; company_name?: string; birth_date?: string };
  if (kind === 'cpf') {
    const { cpf = '', name = null, birth_date = null } = fields;
    return { kind, isSynthetic, answer: await call('POST verify-cpf', { ...common, cpf, name, birth_date }) };
  }
  const { cnpj = '', company_name = null } = fields;
  return { kind, isSynthetic, answer: await call('POST verify-cnpj', { ...common, cnpj, company_name }) };
}
