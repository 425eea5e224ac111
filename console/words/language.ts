// The two languages of the console. Portuguese first; the choice is in the address (`?lang=en`), and nowhere else.

import { effect, signal } from '@preact/signals';

export type Language = 'pt' | 'en';

/** Words are read without a page, too: by tests. */
const isInPage = typeof document !== 'undefined';

export const language = signal<Language>(
  isInPage && new URLSearchParams(location.search).get('lang') === 'en' ? 'en' : 'pt',
);

export const languageTag = (): string => (language.value === 'pt' ? 'pt-BR' : 'en');

/** The words of one part of the console. Both languages have the same shape, which the compiler checks. */
export function defineWords<Shape extends object>(pt: Shape, en: NoInfer<Shape>): () => Shape {
  return () => (language.value === 'pt' ? pt : en);
}

/** Returns a count with its noun in the singular or the plural. The caller has already formatted the count. */
export function counted(count: string, one: string, many: string): string {
  return `${count} ${count === '1' ? one : many}`;
}

function showLanguage(): void {
  document.documentElement.lang = languageTag();
  const address = new URL(location.href);
  if (language.value === 'en') address.searchParams.set('lang', 'en');
  else address.searchParams.delete('lang');
  if (address.href !== location.href) history.replaceState(null, '', address);
}

if (isInPage) effect(showLanguage);

/** Returns the words that the service and the console share, in one of the languages. */
export function inLanguage<Code extends string>(
  catalogue: Readonly<Record<Code, { readonly pt: string; readonly en: string }>>,
  wanted: 'pt' | 'en',
): Record<Code, string> {
  const words = Object.entries(catalogue) as [Code, { readonly pt: string; readonly en: string }][];
  return Object.fromEntries(words.map(([code, sentence]) => [code, sentence[wanted]])) as Record<Code, string>;
}
