// The types of the client package, made from the OpenAPI document as any integrator would make them.

import { generateApi } from 'swagger-typescript-api';
import { createOpenApiDocument } from '../src/http/openapi/document.ts';

const head = '// The contract as types. Made from openapi.json by npm run generate: do not edit.\n';

export async function renderClientContract(): Promise<string> {
  const { files } = await generateApi({
    // A copy, which the generator may change.
    spec: JSON.parse(JSON.stringify(createOpenApiDocument())),
    output: false,
    generateClient: false,
    generateUnionEnums: true,
    sortTypes: true,
    silent: true,
  });
  const [types] = files;
  if (types === undefined) throw new Error('The generator made no types.');
  return `${head}\n${types.fileContent.trimEnd()}\n`;
}
