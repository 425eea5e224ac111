// An event without somebody who is erased: of several hits the others are told on.

import type { KeptText } from '../kept-text.ts';

interface Told {
  readonly data: { readonly hits?: readonly unknown[]; readonly hits_total?: number };
}

/** Undefined where it speaks of nobody else. */
export function withoutSubjects(
  { text, about }: KeptText,
  isTheirs: (subject: string | null) => boolean,
): KeptText | undefined {
  const body = JSON.parse(text) as Told;
  const { hits, hits_total: total } = body.data;
  if (hits === undefined || total === undefined || hits.length !== about.length) return undefined;
  const isLeft = (_: unknown, index: number) => !isTheirs(about[index] ?? null);
  const left = hits.filter(isLeft);
  if (left.length === 0) return undefined;
  const data = { ...body.data, hits_total: total - (hits.length - left.length), hits: left };
  return { text: JSON.stringify({ ...body, data }), about: about.filter(isLeft) };
}
