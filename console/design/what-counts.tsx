// A question mark beside a figure: a click says what counts towards it. One word means one number on every screen.

import { partWords } from './words.ts';

interface WhatCountsProps {
  /** `of` names the counted unit for users of a screen reader. */
  readonly of: string;
  readonly children: string;
}

export function WhatCounts({ of, children }: WhatCountsProps) {
  return (
    <details class="what-counts no-print">
      <summary aria-label={`${partWords().whatCounts}: ${of}`}>?</summary>
      <p class="small">{children}</p>
    </details>
  );
}
