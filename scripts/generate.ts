// `npm run generate`: writes the pages that are made from code.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillBlock, generatedBlocks, generatedFiles } from './generated.ts';

const root = join(import.meta.dirname, '..');
for (const [path, render] of Object.entries(generatedFiles)) writeFileSync(join(root, path), await render());
for (const [path, render] of Object.entries(generatedBlocks)) {
  writeFileSync(join(root, path), fillBlock(readFileSync(join(root, path), 'utf8'), render()));
}
