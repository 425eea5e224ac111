// The mark of what is made up: a headline on hatched ground, the same wherever the sandbox is asked or has answered.

import type { ComponentChildren } from 'preact';
import { shellWords } from '../shell/words.ts';

export function FictitiousBanner({ children }: { readonly children?: ComponentChildren }) {
  return (
    <div class="fictitious-banner">
      <strong>{shellWords().fictitious}</strong>
      {children}
    </div>
  );
}
