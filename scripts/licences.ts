// `npm run licences`: every package of a release with its licence, one in a line, for a reader or a program.

import { listReleased } from './pages/licences.ts';

for (const { name, version, licence, broughtBy } of listReleased())
  process.stdout.write(`${[`${name}@${version}`, licence, broughtBy.join(' ')].join('\t')}\n`);
