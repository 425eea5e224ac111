// The types of the client package, made from the OpenAPI document as any integrator would make them. The generator is a large package
// that is installed on first use, so the page also carries two hashes: of the document that it was made from and of the types below them.
// By those any checkout can tell whether the page is of today and as it was made.

import { hash } from 'node:crypto';
import { personReasons, sourceReasonKinds } from '../src/domain/person/reason-words.ts';
import { createOpenApiDocument } from '../src/http/reference/document.ts';
import { loadExtra } from './extra-packages.ts';

const head = '// The contract as types. Made from openapi.json by npm run generate: do not edit.\n';

export const contractPath = 'packages/client/src/contract.ts';

interface Generator {
  generateApi(options: object): Promise<{ files: readonly { readonly fileContent: string }[] }>;
}

function renderHead(types: string): string {
  const document = hash('sha256', JSON.stringify(createOpenApiDocument()));
  return `${head}// openapi.json: ${document}\n// these types: ${hash('sha256', types)}\n\n`;
}

/** Tells whether the page was generated from today's document and has not changed since. */
export function isContractOfToday(page: string): boolean {
  return page.startsWith(renderHead(page.slice(page.indexOf('\n\n') + 2)));
}

/** No operation of the document has any of them as its body, so that the generator makes no union of its own. */
function renderEvents({ webhooks }: ReturnType<typeof createOpenApiDocument>): string {
  const names = Object.values(webhooks).map(({ post }) =>
    post.requestBody.content['application/json'].schema.$ref.replace(/^.*\//, ''),
  );
  const says =
    'The body of a webhook: decide by `type`. A newer service may send one that is not here: answer 2xx and leave it.';
  return `/** ${says} */\nexport type WebhookEvent =\n  | ${names.join('\n  | ')};\n`;
}

/** The language can express these refinements, and the document cannot. Each must occur exactly once, or the types have lost it. */
const refinements: readonly (readonly [made: string, refined: string])[] = [
  [
    'export type PersonReason = string;',
    `export type PersonReason =\n  | ${[
      ...personReasons.map((code) => `"${code}"`),
      ...sourceReasonKinds.map((kind) => `\`\${string}_${kind}\``),
      `\`signal_\${string}\``,
      `\`no_signal_\${string}\``,
    ].join('\n  | ')};`,
  ],
  [
    '  fraud_registry: SourceExplanation;\n  [key: string]: any;\n',
    '  fraud_registry: SourceExplanation;\n  /** A source that the operator has added, by its name. */\n  [name: string]: FurtherSourceExplanation;\n',
  ],
];

function refine(types: string): string {
  return refinements.reduce((text, [made, refined]) => {
    if (text.split(made).length !== 2) throw new Error(`The generator no longer makes: ${made}`);
    return text.replace(made, () => refined);
  }, types);
}

export async function renderClientContract(): Promise<string> {
  const document = createOpenApiDocument();
  const { generateApi } = await loadExtra<Generator>('scripts/client-contract', 'generator.js');
  const { files } = await generateApi({
    // A copy, which the generator may change.
    spec: JSON.parse(JSON.stringify(document)),
    output: false,
    generateClient: false,
    generateUnionEnums: true,
    sortTypes: true,
    silent: true,
  });
  const [types] = files;
  if (types === undefined) throw new Error('The generator made no types.');
  const page = `${refine(types.fileContent).trimEnd()}\n\n${renderEvents(document)}`;
  return `${renderHead(page)}${page}`;
}
