// docs/reasons.md and its Portuguese pair.

import { companyReasons, companyReasonWords } from '../../src/domain/company/reason-words.ts';
import { checkedCodes, notCheckedCodes, notCheckedReasons } from '../../src/domain/coverage/coverage.ts';
import { notCheckedReasonWords, notCheckedWords } from '../../src/domain/coverage/coverage-words.ts';
import { findTold, type Topic, topicWords } from '../../src/domain/customer/told-reasons.ts';
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
  const told = (Object.keys(topicWords) as Topic[]).map((topic) => [
    topicWords[topic][language],
    [
      ...personReasons.filter((code) => findTold(code, 'cpf') === topic),
      ...companyReasons.filter((code) => findTold(code, 'cnpj') === topic),
    ]
      .map((code) => `\`${code}\``)
      .join(', '),
  ]);
  const doubts = personReasons
    .filter((code) => ['doubt', 'typed'].includes(findTold(code, 'cpf')))
    .map((code) => `\`${code}\``)
    .join(', ');
  const unchecked = notCheckedCodes.map((code) => [`\`${code}\``, notCheckedWords[code][language]]);
  const whys = notCheckedReasons.map((reason) => [`\`${reason}\``, notCheckedReasonWords[reason][language]]);
  const checkedList = checkedCodes.map((code) => `\`${code}\``).join(', ');
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

## O que um cliente pode ouvir

As frases acima são para quem trabalha com a resposta.
Um cliente recusado ouve só as frases desta tabela; de todo outro código ele não ouve nada.
Assim ninguém conta a ele de alertas, listas, scores, sinais ou fornecedores.

${toTable(['frase', 'códigos'], told)}

Dívidas, crédito e situação do CPF são só para o titular.
Por isso, nada diga delas se só o número foi conferido, ou com um destes códigos:
${doubts}.
Em **Verificar**, **Copiar para o cliente** segue estas regras.

## O que foi conferido

Em \`explanation\`, \`checked\` diz o que foi conferido, e \`not_checked\` o que não foi, com o motivo.
\`POST /v1/screen?explain=true\` traz os dois também.
Ela diz \`number\`, \`name\` ou \`birth_date\` quando a pergunta não os tinha.
O console, o texto para o chamado, os arquivos e o servidor MCP tiram daí a sua frase.
"Nada ficou sem conferir" aparece só com \`not_checked\` vazio.
Então todas as fontes do plano responderam, e todas as listas estão em dia e puderam decidir.
Ninguém descartou uma ocorrência, e nome e nascimento foram comparados.

Também está lá o que alguém decidiu antes:

- uma ocorrência descartada, pela sua linha e pelo id do descarte (\`listed_hit\`, \`cleared\`);
- uma fonte que o plano ou um orçamento deixou de fora (\`budget\`, \`condition\` e outros);
- uma resposta guardada, com a sua idade e a finalidade para a qual foi comprada (\`kept_answer\`, em \`checked\`);
- os sócios, até onde foram consultados.

Uma verificação de CNPJ não consulta sócios: \`POST /v1/screen?partners=true\` consulta.
Os sócios de uma empresa sócia não são consultados (\`not_followed\`).

${toTable(['`code` em `not_checked`', 'quer dizer'], unchecked)}

Os códigos de \`checked\` são ${checkedList}.

${toTable(['`reason` em `not_checked`', 'quer dizer'], whys)}
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

## What a customer may hear

The sentences above are for those who work with the answer.
A refused customer hears only the sentences of this table, and nothing of any other code.
So nobody tells the customer of alerts, lists, scores, signals or parties.

${toTable(['sentence', 'codes'], told)}

Debts, credit and the CPF’s registration are for the holder alone.
So say nothing of them if only the number was checked, or beside one of these codes:
${doubts}.
In **Verificar**, **Copiar para o cliente** follows these rules.

## What was checked

In \`explanation\`, \`checked\` says what was checked, and \`not_checked\` what was not, with the reason.
\`POST /v1/screen?explain=true\` has both, too.
It names \`number\`, \`name\` or \`birth_date\` where the question had none.
The console, the text for a ticket, files and the MCP server take their sentence from there.
"Nothing was left unchecked" stands only where \`not_checked\` is empty.
Then every source of the plan answered, and every list is current and was able to decide.
Nobody cleared a hit, and name and date of birth were compared.

What somebody decided before is there, too:

- a hit that was cleared, by its row and the id of the clearance (\`listed_hit\`, \`cleared\`);
- a source that the plan or a budget left out (\`budget\`, \`condition\` and others);
- a kept answer, with its age and the purpose for which it was bought (\`kept_answer\`, in \`checked\`);
- the partners, as far as they were looked up.

A verification of a CNPJ looks up no partners: \`POST /v1/screen?partners=true\` does.
The partners of a partner company are not looked up (\`not_followed\`).

${toTable(['`code` in `not_checked`', 'means'], unchecked)}

The codes of \`checked\` are ${checkedList}.

${toTable(['`reason` in `not_checked`', 'means'], whys)}
`;
}
