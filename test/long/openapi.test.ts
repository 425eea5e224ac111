// The document of the API by the recommended rules of the two linters that people run on it: no error, no warning. And the types of the
// client package, made from it anew.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderClientContract } from '../../scripts/client-contract.ts';
import { loadExtra } from '../../scripts/extra-packages.ts';

const root = join(import.meta.dirname, '../..');
const file = join(root, 'openapi.json');

interface Linters {
  lintByRedocly(file: string): Promise<unknown[]>;
  lintBySpectral(document: unknown): Promise<unknown[]>;
}

const { lintByRedocly, lintBySpectral } = await loadExtra<Linters>('test/linters', 'linters.js');

test('has nothing that Redocly’s recommended rules mind', async () => {
  expect(await lintByRedocly(file)).toEqual([]);
});

test('has nothing that Spectral’s recommended rules mind', async () => {
  expect(await lintBySpectral(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the linters themselves notice an operation without a name', async () => {
  const document = JSON.parse(readFileSync(file, 'utf8'));
  delete document.paths['/v1/verify/cpf'].post.operationId;
  expect(JSON.stringify(await lintBySpectral(document))).toContain('operation-operationId');
});

test('the types of the client package are made from it (else: npm run generate)', async () => {
  expect(readFileSync(join(root, 'packages/client/src/contract.ts'), 'utf8')).toBe(await renderClientContract());
});
