// A changed English sentence does not go unnoticed beside its old translation: scripts/pages/translated.ts, CONTRIBUTING.md, "Two languages".
// That docs/pt-BR/translated.json is written anew is a matter of generated.test.ts.

import { describe, expect, test } from 'vitest';
import {
  findTranslationFaults,
  listComparedPages,
  listTranslationFaults,
  readBlocks,
  recordBlocks,
} from '../../../scripts/pages/translated.ts';

describe('every paragraph has a translation that somebody looked at since it changed', () => {
  test.each(listComparedPages())('%s', (page) => {
    expect(listTranslationFaults(page)).toEqual([]);
  });
});

describe('the comparison notices', () => {
  const english = '# Keys\n\nThe service shows a key once.\n\n- It expires.\n- It rotates.\n';
  const portuguese = '# Chaves\n\nO serviço mostra a chave uma vez.\n\n- Ela expira.\n- Ela é trocada.\n';
  const recorded = recordBlocks(readBlocks(english), readBlocks(portuguese), []);
  const judge = (page: string, pair: string) =>
    findTranslationFaults('docs/keys.md', readBlocks(page), readBlocks(pair), recorded);
  const changed = english.replace('once', 'twice');

  test('nothing where nothing changed', () => {
    expect(judge(english, portuguese)).toEqual([]);
  });

  test('a changed English paragraph beside the old Portuguese one', () => {
    expect(judge(changed, portuguese)).toEqual([
      'docs/keys.md, under "Keys": paragraph "The service shows a key twice." changed, and its translation did not: ' +
        'look at docs/pt-BR/keys.md, then run npm run translated docs/keys.md',
    ]);
  });

  test('and still does after npm run generate', () => {
    const again = recordBlocks(readBlocks(changed), readBlocks(portuguese), recorded);
    expect(again).toEqual(recorded);
  });

  test('but not one that was translated, and records it', () => {
    const pair = portuguese.replace('uma vez', 'duas vezes');
    expect(judge(changed, pair)).toEqual([]);
    expect(recordBlocks(readBlocks(changed), readBlocks(pair), recorded)).not.toEqual(recorded);
  });

  test('a paragraph that one of the two lacks', () => {
    expect(judge(english, portuguese.replace('- Ela expira.\n', ''))[0]).toContain(
      'docs/keys.md, under "Keys": list item "- It rotates." stands beside the end',
    );
    expect(judge(english, `${portuguese}\nMais uma.\n`)[0]).toContain('the end stands beside paragraph "Mais uma."');
  });

  test('items that changed places in one of the two', () => {
    expect(
      judge(english.replace('- It expires.\n- It rotates.', '- It rotates.\n- It expires.'), portuguese),
    ).toHaveLength(2);
  });
});
