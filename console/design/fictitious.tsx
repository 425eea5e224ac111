// The mark of what is made up: a headline on hatched ground, the same wherever the sandbox is asked or has answered.

import type { ComponentChildren } from 'preact';
import { partWords } from './words.ts';

interface FictitiousBannerProps {
  readonly id?: string;
  readonly children?: ComponentChildren;
}

export function FictitiousBanner({ id, children }: FictitiousBannerProps) {
  return (
    <div class="fictitious-banner" id={id}>
      <strong>{partWords().fictitious}</strong>
      {children}
    </div>
  );
}
