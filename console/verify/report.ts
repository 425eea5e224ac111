// The answer as plain text, for a ticket or a message.

import type { Cnpj } from '../../src/domain/numbers/cnpj.ts';
import { formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import type { Cpf } from '../../src/domain/numbers/cpf.ts';
import { formatCpf } from '../../src/domain/numbers/cpf.ts';
import { formatDay, formatMs, formatTime } from '../words/format.ts';
import type { CnpjAnswer, CpfAnswer, Verified } from './answer.ts';
import { answerWords } from './answer-words.ts';

export function toReport({ kind, answer, isSynthetic }: Verified): string {
  const words = answerWords();
  const lines = kind === 'cpf' ? reportPerson(answer) : reportCompany(answer);
  return [...(isSynthetic ? [words.synthetic] : []), ...lines, `${words.requestId}: ${answer.request_id}`].join('\n');
}

function reportPerson(answer: CpfAnswer): string[] {
  const words = answerWords();
  const { explanation } = answer;
  return [
    `CPF ${formatCpf(answer.cpf as Cpf)}: ${words.status[answer.status]}`,
    `${words.risk[answer.risk_level]}, ${words.scoreOf(answer.score)}. ${words.recommended}: ${words.action[answer.risk_level]}`,
    `${words.registered}: ${answer.name ?? words.unknown}`,
    ...(explanation?.reasons ?? []).map((reason) => `- ${words.person[reason]}`),
    ...Object.entries(explanation?.sources ?? {}).map(
      ([name, { outcome, latency_ms }]) =>
        `${words.source[name as keyof typeof words.source]}: ${words.outcome[outcome]}, ${formatMs(latency_ms)}`,
    ),
    `${words.at}: ${formatTime(answer.processed_at)}`,
  ];
}

function reportCompany(answer: CnpjAnswer): string[] {
  const words = answerWords();
  const { explanation } = answer;
  return [
    `CNPJ ${formatCnpj(answer.cnpj as Cnpj)}: ${words.companyStatusLine[answer.status]}`,
    `${words.risk[answer.risk_level]}. ${words.recommended}: ${words.action[answer.risk_level]}`,
    `${words.registered}: ${answer.company_name ?? words.unknown}`,
    ...(explanation?.reasons ?? []).map((reason) => `- ${words.company[reason]}`),
    ...(explanation === undefined ? [] : [`${words.dataAsOf}: ${formatDay(explanation.data_as_of)}`]),
  ];
}
