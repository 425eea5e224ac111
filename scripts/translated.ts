// `npm run translated PAGE…`: writes down that the translation of these English pages was looked at and is right.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listComparedPages, renderTranslated, toPair, translatedPath } from './pages/translated.ts';

const pages = process.argv.slice(2);
const known = listComparedPages();
const unknown = pages.filter((page) => !known.includes(page));
if (pages.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.length > 0 ? `No English page with a translation: ${unknown.join(', ')}` : 'Name the English pages whose translation you have looked at'}. For example: npm run translated docs/keys.md`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(join(import.meta.dirname, '..', translatedPath), renderTranslated(pages));
  for (const page of pages) console.log(`${toPair(page)} is recorded as the translation of ${page}.`);
}
