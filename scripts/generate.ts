// `npm run generate`: writes the pages that are made from code.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractPath, isContractOfToday, renderClientContract } from './client-contract.ts';
import { fillBlock, generatedBlocks, generatedFiles, generatedOfPages } from './generated.ts';

const root = join(import.meta.dirname, '..');
for (const [path, render] of Object.entries(generatedFiles)) writeFileSync(join(root, path), await render());
for (const [path, render] of Object.entries(generatedBlocks)) {
  writeFileSync(join(root, path), fillBlock(readFileSync(join(root, path), 'utf8'), render()));
}
for (const [path, render] of Object.entries(generatedOfPages)) writeFileSync(join(root, path), render());
// The only one that needs a package of its own, and seldom changes.
if (!isContractOfToday(readFileSync(join(root, contractPath), 'utf8')))
  writeFileSync(join(root, contractPath), await renderClientContract());
