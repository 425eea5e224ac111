// The types of the client package, made from the OpenAPI document as any integrator would make them.

import { generateApi } from 'swagger-typescript-api';
import { createOpenApiDocument } from '../src/http/openapi/document.ts';

const head = '// The contract as types. Made from openapi.json by npm run generate: do not edit.\n';

/** No operation of the document has any of them as its body, so that the generator makes no union of its own. */
function renderEvents({ webhooks }: ReturnType<typeof createOpenApiDocument>): string {
  const names = Object.values(webhooks).map(({ post }) =>
    post.requestBody.content['application/json'].schema.$ref.replace(/^.*\//, ''),
  );
  const says =
    'The body of a webhook: decide by `type`. A newer service may send one that is not here: answer 2xx and leave it.';
  return `/** ${says} */\nexport type WebhookEvent =\n  | ${names.join('\n  | ')};\n`;
}

export async function renderClientContract(): Promise<string> {
  const document = createOpenApiDocument();
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
  return `${head}\n${types.fileContent.trimEnd()}\n\n${renderEvents(document)}`;
}
