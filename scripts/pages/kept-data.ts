// The table in SECURITY.md and its Portuguese pair: all that is kept, where, how and for how long.

import { keptData } from '../../src/app/kept/stores.ts';
import type { Language } from '../../src/http/answer/language.ts';
import { toTable } from './table.ts';

export function renderKeptData(language: Language): string {
  const rows = keptData.map(({ what, where, form, until, onErase }) =>
    [what, where, form, until, onErase].map((text) => text[language]),
  );
  const header =
    language === 'pt'
      ? ['o quê', 'onde', 'forma', 'até quando', 'com `privacy erase`']
      : ['what', 'where', 'form', 'until when', 'on `privacy erase`'];
  return `${toTable(header, rows)}\n`;
}
