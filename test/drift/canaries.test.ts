// The search for leaked personal data must itself be able to find some.

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatCpf, isCpf } from '../../src/domain/numbers/cpf.ts';
import { canaryCpfs, canaryNames, findLeaks } from '../support/canaries.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const cpf = canaryCpfs[0] as (typeof canaryCpfs)[number];
const name = canaryNames[1];

test('the canaries are numbers that the service accepts', () => {
  for (const canary of canaryCpfs) expect(isCpf(canary)).toBe(true);
});

test.each<[string, string | Buffer]>([
  ['as it is', `{"x":"${cpf}"}`],
  ['formatted', `CPF ${formatCpf(cpf)} failed`],
  ['in base64, wherever it starts', Buffer.from(`a${cpf}bc`).toString('base64')],
  ['as an unkeyed hash', createHash('sha256').update(cpf).digest('hex')],
  ['a name', `hello ${name}`],
  ['a name as registries write it', 'VALQUIRIA YTAU BRANDAO WOLFF'],
  ['a name in a URL', encodeURIComponent(name)],
])('a canary is found %s', (_name, content) => {
  const directory = createTemporaryFolder('canary');
  writeFileSync(join(directory, 'log'), content);
  expect(findLeaks(directory).length).toBeGreaterThan(0);
});

test('nothing is found where nothing is', () => {
  const directory = createTemporaryFolder('canary');
  writeFileSync(join(directory, 'log'), 'req_01a1dcf63410757e9af913719be7a279 ***.602.380-**');
  expect(findLeaks(directory)).toEqual([]);
});
