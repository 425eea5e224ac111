// docs/sandbox.md and its Portuguese pair.

import { decideCompany, decideMissingCompany } from '../../src/domain/company/company.ts';
import { formatCnpj } from '../../src/domain/numbers/cnpj.ts';
import { formatCpf } from '../../src/domain/numbers/cpf.ts';
import { toPersonEvidence } from '../../src/domain/person/contract-sources.ts';
import { decidePerson } from '../../src/domain/person/person.ts';
import { defaultPolicy } from '../../src/domain/risk/risk-policy.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { companyPersonas } from '../../src/sandbox/companies.ts';
import { type Label, labelsInPortuguese } from '../../src/sandbox/labels.ts';
import { personas } from '../../src/sandbox/people.ts';
import { renderListed, renderScreened } from './sandbox-lists.ts';
import { toTable } from './table.ts';

/** A fixed day, so that the page does not change by itself; companies told relative to today stay what they are. */
const renderedOn = '2026-11-15';

export function renderSandbox(language: Language): string {
  const toText = (label: Label) => (language === 'pt' ? labelsInPortuguese[label] : label);
  const people = personas.map(({ cpf, label, person, example }) => {
    const evidence = toPersonEvidence({
      bureau_a: person.answers.bureau_a.evidence,
      bureau_b: person.answers.bureau_b.evidence,
      fraud_registry: person.answers.fraud_registry.evidence,
    });
    const decision = decidePerson({ cpf, name: null, birthDate: null }, evidence, defaultPolicy);
    return [
      `\`${formatCpf(cpf)}\``,
      toText(label),
      decision?.status ?? '503 `sources_unavailable`',
      decision === undefined ? '' : String(decision.score),
      decision?.riskLevel ?? '',
      example?.name ?? '',
      example?.birthDate ?? '',
    ];
  });
  const companies = companyPersonas.map(({ cnpj, label, company }) => {
    const found = company(renderedOn);
    const decision =
      found === undefined
        ? decideMissingCompany('not_found', null)
        : decideCompany({
            company: found,
            typedName: null,
            today: renderedOn,
            youngCompanyDays: defaultPolicy.youngCompanyDays,
          });
    return [`\`${formatCnpj(cnpj)}\``, toText(label), decision.status, found?.status ?? '', decision.riskLevel];
  });
  const render = language === 'pt' ? renderPortuguese : renderEnglish;
  return render(people, companies, renderListed(toText, renderedOn), renderScreened(toText, renderedOn));
}

type Rows = readonly (readonly string[])[];

function renderEnglish(people: Rows, companies: Rows, listed: Rows, screened: Rows): string {
  return `# The sandbox

Use the sandbox to try the service without cost and without real people.
The service prints a test key (\`cfr_test_…\`) at every start.
Call the API with that key and a number from the tables below.

Test keys answer from synthetic people and companies.
The number alone decides the answer.
The service calls nobody and charges nothing.

The numbers below are fixed.
Any other valid number gives a plausible answer, always the same for that number, so load tests have variety.

A test key never reaches a real source or the live registry, and a live key never sees these answers.

## People

\`status\`, \`score\` and \`risk_level\` are those of a request with the number alone.
The name and birth date of the last two columns agree with the sources.
With another name the answer is \`not_verified\`.

${toTable(['CPF', 'what it shows', 'status', 'score', 'risk_level', 'name', 'birth date'], people)}

## Companies

${toTable(['CNPJ', 'what it shows', 'status', 'company_status', 'risk_level'], companies)}

## Lists

\`POST /v1/screen\` answers with invented rows about some of these people and companies.
[Screening](screening.md) explains the answer.
Everybody else is \`clear\`, if you send a name.
A CPF alone is \`inconclusive\`, because some rows have only names.
So is the name of a company alone, because one row has only a number.

${toTable(['question', 'what it shows', 'status', 'row', 'match', 'state'], listed)}

With [\`screening.verify\`](screening.md#in-verifications) the lists weigh on the risk of a verification as well.
The number alone is enough here, because the sources know the name.

${toTable(['number', 'what it shows', 'status', 'screening.status', 'reasons of the lists', 'risk_level without lists', 'risk_level'], screened)}
`;
}

function renderPortuguese(people: Rows, companies: Rows, listed: Rows, screened: Rows): string {
  return `# O sandbox

Use o sandbox para experimentar o serviço sem custo e sem pessoas reais.
O serviço imprime uma chave de teste (\`cfr_test_…\`) a cada início.
Chame a API com essa chave e um número das tabelas abaixo.

Chaves de teste respondem com pessoas e empresas fictícias.
Só o número decide a resposta.
O serviço não chama ninguém e não cobra nada.

Os números abaixo são fixos.
Qualquer outro número válido dá uma resposta plausível, sempre a mesma para aquele número, para que os testes de carga tenham variedade.

Uma chave de teste nunca alcança uma fonte real nem o cadastro em uso, e uma chave de produção nunca vê estas respostas.

## Pessoas

\`status\`, \`score\` e \`risk_level\` são os de uma requisição só com o número.
O nome e a data de nascimento das duas últimas colunas conferem com as fontes.
Com outro nome, a resposta é \`not_verified\`.

${toTable(['CPF', 'o que mostra', 'status', 'score', 'risk_level', 'nome', 'data de nascimento'], people)}

## Empresas

${toTable(['CNPJ', 'o que mostra', 'status', 'company_status', 'risk_level'], companies)}

## Listas

\`POST /v1/screen\` responde com registros inventados sobre algumas dessas pessoas e empresas.
[Consulta a listas](screening.md) explica a resposta.
Para todos os outros a resposta é \`clear\`, se você envia um nome.
Um CPF sozinho é \`inconclusive\`, porque alguns registros só têm nomes.
O nome de uma empresa sozinho também, porque um registro só tem o número.

${toTable(['pergunta', 'o que mostra', 'status', 'registro', 'match', 'state'], listed)}

Com [\`screening.verify\`](screening.md#nas-verificações) as listas pesam também no risco de uma verificação.
Aqui basta o número, porque as fontes conhecem o nome.

${toTable(['número', 'o que mostra', 'status', 'screening.status', 'motivos das listas', 'risk_level sem listas', 'risk_level'], screened)}
`;
}
