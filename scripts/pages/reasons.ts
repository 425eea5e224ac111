// docs/reasons.md and its Portuguese pair.

import { companyReasons, companyReasonWords } from '../../src/domain/company/reason-words.ts';
import { findReasonWords, personReasons, sourceReasonKinds } from '../../src/domain/person/reason-words.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { toTable } from './table.ts';

export function renderReasons(language: Language): string {
  const ofAnySource = sourceReasonKinds.map((kind) => `NAME_${kind}`);
  const people = [...personReasons, ...ofAnySource].map((code) => [
    `\`${code}\``,
    findReasonWords(code)?.[language] ?? '',
  ]);
  const companies = companyReasons.map((code) => [`\`${code}\``, companyReasonWords[code][language]]);
  if (language === 'pt') {
    return `# Motivos

\`?explain=true\` acrescenta \`explanation\` à resposta, e nela os \`reasons\`.
Um motivo é um código estável para programas, com uma frase para pessoas.
Quando \`risk_level\` não é \`low\`, os motivos dizem tudo o que o impede de ser \`low\`.
\`all_checks_passed\` aparece só junto de \`low\`.
O console e o servidor MCP usam as mesmas frases.

## De uma pessoa

${toTable(['código', 'quer dizer'], people)}

\`NAME\` é o nome de uma [fonte](sources.md#outras-fontes).

A [política de risco](risk-policy.md) diz quanto cada um pesa; em cada resposta, \`score_factors\` também diz.

## De uma empresa

${toTable(['código', 'quer dizer'], companies)}
`;
  }
  return `# Reasons

\`?explain=true\` adds \`explanation\` to an answer, and in it the \`reasons\`.
A reason is a stable code for programs, with a sentence for people.
When \`risk_level\` is not \`low\`, the reasons name everything that keeps it from being \`low\`.
\`all_checks_passed\` stands only beside \`low\`.
The console and the MCP server use the same sentences.

## About a person

${toTable(['code', 'means'], people)}

\`NAME\` is the name of a [source](sources.md#further-sources).

The [risk policy](risk-policy.md) says what each of them costs, and so does \`score_factors\` in every answer.

## About a company

${toTable(['code', 'means'], companies)}
`;
}
