import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { addGeneration, openMasterSecret } from '../../../stores/secrets/secrets.file.ts';
import { toConsolePass } from './console-listener.ts';

test('after a rotation an older secret makes no pass any more, for whoever has opened the secret before, too', () => {
  const directory = join(createTemporaryFolder('pass'), 'secrets');
  const running = openMasterSecret({ directory, mayCreate: true });
  const stolen = toConsolePass(running);
  addGeneration(directory);
  const now = toConsolePass(openMasterSecret({ directory, mayCreate: false }));
  expect(now).not.toBe(stolen);
  expect(toConsolePass(running)).toBe(now);
});
