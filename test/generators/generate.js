// `node generate.js DOCUMENT FOLDER ADDRESS`: makes a client of the document by each generator, in FOLDER. One process for all of
// them; its packages are those of this folder, so that nothing of the main install is in their way.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';

const [input, folder, baseUrl] = process.argv.slice(2);

writeFileSync(join(folder, 'openapi-typescript.ts'), astToString(await openapiTypescript(pathToFileURL(input))));

await generate({
  input: { target: input },
  output: { target: join(folder, 'orval.ts'), client: 'fetch', baseUrl, mode: 'single' },
});

await createClient({
  input,
  output: { path: join(folder, 'hey-api'), importFileExtension: '.ts' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
});
