// The answer as plain text, for a ticket or a message: what the screen says, in whole sentences.

import { type Cnpj, formatCnpj } from '../../../src/domain/numbers/cnpj.ts';
import { type Cpf, formatCpf } from '../../../src/domain/numbers/cpf.ts';
import { toPurposeName } from '../../design/fields/purpose-field.tsx';
import { partWords } from '../../design/words.ts';
import { formatDay, formatDaysIn, formatNumber, formatTime } from '../../words/format.ts';
import { type Answered, findScreening } from '../facts/answer.ts';
import { listReasons } from '../facts/conclusion.ts';
import { answerWords } from './answer-words.ts';
import { toHead, toReasonSentence } from './sentences.ts';

export function toReport(answered: Answered): string {
  const words = answerWords();
  const { verified } = answered;
  const { kind, answer, isSynthetic } = verified;
  const { sentence, coverage } = toHead(verified);
  const reasons = listReasons(verified);
  const lines = [
    ...(isSynthetic ? [`*** ${partWords().fictitious} ***`] : []),
    kind === 'cpf' ? `CPF ${formatCpf(answer.cpf as Cpf)}` : `CNPJ ${formatCnpj(answer.cnpj as Cnpj)}`,
    sentence,
    ...coverage,
    kind === 'cpf'
      ? `${words.risk[answer.risk_level]}. ${words.scoreOf(formatNumber(answer.score))}.`
      : `${words.risk[answer.risk_level]}.`,
    ...(reasons.length > 1
      ? [
          `${words.reasons}:`,
          ...reasons.map((code) => `- ${toReasonSentence(code, kind, findScreening(verified)?.hits)}`),
        ]
      : []),
    ...toListed(verified),
    `${words.registered}: ${(kind === 'cpf' ? answer.name : answer.company_name) ?? words.unknown}`,
    ...listAskedFacts(answered).map(([name, value]) => `${name}: ${value}`),
    ...(isSynthetic ? [`*** ${partWords().fictitious} ***`] : []),
  ];
  return lines.join('\n');
}

function toListed(verified: Answered['verified']): string[] {
  const screening = findScreening(verified);
  if (screening === undefined) return [];
  const words = answerWords();
  return [
    `${words.lists}: ${words.statuses[screening.status]}`,
    ...screening.hits.map(({ sentence, row }) => `- ${formatDaysIn(sentence)} (${row})`),
  ];
}

/** Returns who asked which question, for what purpose, and the protocol. The printed page shows the same facts. */
export function listAskedFacts({
  verified,
  asked,
  purpose,
  operator,
}: Answered): (readonly [name: string, value: string])[] {
  const words = answerWords();
  const { kind, answer } = verified;
  const typedName = asked.name.trim() === '' ? words.notTyped : asked.name.trim();
  const birthDate = asked.birthDate === '' ? words.notTyped : asked.birthDate;
  return [
    ...(kind === 'cpf'
      ? ([
          [words.typedName, typedName],
          [words.typedBirthDate, birthDate],
        ] as const)
      : ([[words.typedCompany, typedName]] as const)),
    [words.purpose, purpose === null ? words.noPurpose : toPurposeName(purpose)],
    ...(operator === null ? [] : ([[words.askedBy, operator]] as const)),
    ...(kind === 'cpf'
      ? ([[words.at, formatTime(answer.processed_at)]] as const)
      : answer.explanation === undefined
        ? []
        : ([[words.dataAsOf, formatDay(answer.explanation.data_as_of)]] as const)),
    [words.requestId, answer.request_id],
  ];
}
