// What no answer of the batch can compare, because no column of the file is said to hold it. An answer about a number alone says nothing of
// whose it is.

import { Notice } from '../../design/parts.tsx';
import { batchWords } from '../words.ts';
import type { Preview } from './chosen-file.ts';

export function NotCompared({ preview: { not_compared, unused } }: { readonly preview: Preview }) {
  const words = batchWords();
  if (not_compared.length === 0) return null;
  const seeming = unused.filter(({ role }) => not_compared.includes(role)).map(({ name }) => name);
  return (
    <Notice tone={not_compared.includes('name') ? 'warn' : 'none'}>
      {not_compared.map((role) => words.notCompared[role]).join(' ')}
      {seeming.length > 0 && ` ${words.seeming(seeming.join(', '))}`}
    </Notice>
  );
}
