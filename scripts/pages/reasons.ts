// docs/reasons.md and its Portuguese pair.

import { companyReasons } from '../../src/domain/company/company.ts';
import { companyReasonWords } from '../../src/domain/company/reason-words.ts';
import { personReasons } from '../../src/domain/person/person.ts';
import { personReasonWords } from '../../src/domain/person/reason-words.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { toTable } from './table.ts';

export function renderReasons(language: Language): string {
  const people = personReasons.map((code) => [`\`${code}\``, personReasonWords[code][language]]);
  const companies = companyReasons.map((code) => [`\`${code}\``, companyReasonWords[code][language]]);
  if (language === 'pt') {
    return `# Motivos

\`?explain=true\` acrescenta \`explanation\` à resposta, e nela os \`reasons\`: códigos estáveis para programas, com uma frase para pessoas. Sempre que \`risk_level\` não é \`low\`, os motivos dizem
tudo o que o impede de ser; \`all_checks_passed\` aparece só junto de \`low\`. O console e o servidor MCP usam as mesmas frases.

## De uma pessoa

${toTable(['código', 'quer dizer'], people)}

Quanto cada um pesa está na [política de risco](risk-policy.md) e, em cada resposta, em \`score_factors\`.

## De uma empresa

${toTable(['código', 'quer dizer'], companies)}
`;
  }
  return `# Reasons

\`?explain=true\` adds \`explanation\` to an answer, and in it the \`reasons\`: stable codes for programs, each with a sentence for people. Whenever \`risk_level\` is not \`low\`, the reasons name
everything that keeps it from being so; \`all_checks_passed\` stands only beside \`low\`. The console and the MCP server use the same sentences.

## About a person

${toTable(['code', 'means'], people)}

What each of them costs is in the [risk policy](risk-policy.md) and, in every answer, in \`score_factors\`.

## About a company

${toTable(['code', 'means'], companies)}
`;
}
