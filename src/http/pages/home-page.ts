// The page at `/`: what this is, that it runs, in which mode, and where to read on. Portuguese first, English at a click.

import { type PageLanguage, renderFrame } from './page-frame.ts';

export interface HomeState {
  readonly isReady: boolean;
  /** `hasLiveSources` tells whether outside parties are connected for live keys. If not, only the sandbox answers about people. */
  readonly hasLiveSources: boolean;
  readonly hasConsole: boolean;
  /** Where the reader found this page, such as `http://127.0.0.1:8080`. */
  readonly address: string;
}

interface HomeText {
  readonly title: string;
  readonly other: string;
  readonly heading: string;
  readonly lead: string;
  readonly ready: string;
  readonly notReady: string;
  readonly sandboxOnly: string;
  readonly live: string;
  readonly console: string;
  readonly reference: string;
  readonly firstCall: string;
  readonly firstCallText: string;
  readonly readOn: string;
  readonly pages: readonly (readonly [address: string, name: string, about: string])[];
  readonly footer: string;
}

const texts: Readonly<Record<PageLanguage, HomeText>> = {
  'pt-BR': {
    title: 'Confere: verificação de CPF e CNPJ',
    other: '<a href="/?lang=en" lang="en" hreflang="en">English</a>',
    heading: 'Verificação de identidade para o Brasil, na sua própria máquina',
    lead: 'Uma API: pessoas (CPF), em dois birôs de crédito e um registro de fraudes; empresas (CNPJ), no cadastro público da Receita Federal.',
    ready:
      '<strong class="good">No ar</strong><span>O serviço está pronto para receber chamadas (<a href="/readyz">/readyz</a>).</span>',
    notReady:
      '<strong class="bad">Não está pronto</strong><span><a href="/readyz">/readyz</a> diz o motivo; o registro (log) do serviço traz os detalhes.</span>',
    sandboxOnly:
      '<strong>Modo: somente sandbox</strong><span>Chaves <code>cfr_test_…</code> respondem com pessoas e empresas fictícias. Nenhum birô está conectado.</span>',
    live: '<strong>Modo: produção e sandbox</strong><span>Chaves <code>cfr_live_…</code> consultam as fontes conectadas; <code>cfr_test_…</code>, somente o sandbox.</span>',
    console: 'Abrir o console',
    reference: 'Referência da API',
    firstCall: 'A primeira chamada',
    firstCallText:
      'O serviço mostra uma chave de sandbox cada vez que inicia. Quem opera cria outras com <code>confere keys create</code>.',
    readOn: 'Onde continuar',
    pages: [
      ['/docs', 'Referência interativa', 'experimente as duas operações no navegador'],
      ['/docs/pt-BR/sandbox', 'Números do sandbox', 'um CPF ou CNPJ para cada resultado'],
      ['/docs/pt-BR/errors', 'Erros', 'cada código e o que fazer'],
      ['/docs/pt-BR/idempotency', 'Idempotency-Key', 'repetir uma chamada sem consultar duas vezes'],
      ['/openapi.json', 'openapi.json', 'o contrato para geradores de clientes'],
      ['/docs/pt-BR/manual', 'Manual de quem opera', 'fontes, cadastro de empresas, política de risco, configuração'],
    ],
    footer: 'Tudo nesta página vem deste serviço; nada é carregado de fora.',
  },
  en: {
    title: 'Confere: verification of CPF and CNPJ',
    other: '<a href="/" lang="pt-BR" hreflang="pt-BR">Português</a>',
    heading: 'Identity verification for Brazil, on your own machine',
    lead: 'One API: people (CPF) with two credit bureaus and a fraud registry, companies (CNPJ) in the public registry of the Receita Federal.',
    ready:
      '<strong class="good">Running</strong><span>The service is ready for calls (<a href="/readyz">/readyz</a>).</span>',
    notReady:
      '<strong class="bad">Not ready</strong><span><a href="/readyz">/readyz</a> says why; the details are in the log of the service.</span>',
    sandboxOnly:
      '<strong>Mode: sandbox only</strong><span>Keys <code>cfr_test_…</code> answer with synthetic people and companies. No bureau is connected.</span>',
    live: '<strong>Mode: live and sandbox</strong><span>Keys <code>cfr_live_…</code> ask the connected parties; <code>cfr_test_…</code> only the sandbox.</span>',
    console: 'Open the console',
    reference: 'API reference',
    firstCall: 'The first call',
    firstCallText:
      'The service prints a sandbox key at every start. Operators make others with <code>confere keys create</code>.',
    readOn: 'Where to read on',
    pages: [
      ['/docs', 'Interactive reference', 'try both operations in the browser'],
      ['/docs/sandbox', 'Sandbox numbers', 'a CPF or CNPJ for every outcome'],
      ['/docs/errors', 'Errors', 'every code, and what to do'],
      ['/docs/idempotency', 'Idempotency-Key', 'repeat a call without asking twice'],
      ['/openapi.json', 'openapi.json', 'the contract, for client generators'],
      ['/docs/manual', "Operator's manual", 'parties, company registry, risk policy, settings'],
    ],
    footer: 'All of this page comes from this service; nothing is loaded from outside.',
  },
};

const toCall = (address: string) => `API_KEY=cfr_test_…
curl -s ${address}/v1/verify/cpf \\
  -H "Authorization: Bearer $API_KEY" -H 'Content-Type: application/json' \\
  -d '{"cpf":"404.428.201-35"}'`;

export function renderHomePage(
  language: PageLanguage,
  { isReady, hasLiveSources, hasConsole, address }: HomeState,
): string {
  const text = texts[language];
  const pages = text.pages.map(([page, name, about]) => `<li><a href="${page}">${name}</a>: ${about}</li>`);
  return renderFrame({
    language,
    title: text.title,
    navigation: text.other,
    footer: text.footer,
    body: `<h1>${text.heading}</h1>
<p class="lead">${text.lead}</p>
<p class="acts">${hasConsole ? `<a class="first" href="/console${language === 'en' ? '?lang=en' : ''}">${text.console}</a>` : ''}<a href="/docs">${text.reference}</a></p>
<ul class="states">
<li>${isReady ? text.ready : text.notReady}</li>
<li>${hasLiveSources ? text.live : text.sandboxOnly}</li>
</ul>
<h2>${text.firstCall}</h2>
<p>${text.firstCallText}</p>
<pre tabindex="0"><code>${toCall(address)}</code></pre>
<h2>${text.readOn}</h2>
<ul class="links">
${pages.join('\n')}
</ul>`,
  });
}
