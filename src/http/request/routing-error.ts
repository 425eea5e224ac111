// Which route a path belongs to, for requests that the framework has not taken, and what a request is told whose path or method
// leads nowhere. The framework answers 404 to both; the contract tells them apart.

import { AppError, type Bilingual } from '../../errors.ts';

export interface RoutingErrors {
  /** `isQuiet`: to every other method it says that there is nothing. */
  add(url: string, methods: string | readonly string[], isQuiet?: boolean): void;
  toError(url: string): AppError;
  patterns(): readonly string[];
  /** The pattern of the route that would take it; null where none would. */
  findPattern(method: string, url: string): string | null;
}

export function createRoutingErrors(): RoutingErrors {
  const methodsOf = new Map<string, Set<string>>();
  const quiet = new Set<string>();
  const patterns: { readonly url: string; readonly pattern: RegExp }[] = [];

  /** Finds the address in the form in which the route was added. */
  function findUrl(url: string): string | undefined {
    const path = url.split('?', 1)[0] ?? '';
    return methodsOf.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.url;
  }

  /** Says what to mend where the address is one of ours but for a slip. It repeats nothing but the pattern: an address may hold a number. */
  function toNotFound(url: string): AppError {
    let path = url.split('?', 1)[0] ?? '';
    const hints: Bilingual[] = [];
    for (const { pattern, replacement, hint } of slips) {
      const mended = path.replace(pattern, replacement);
      if (mended === path) continue;
      path = mended;
      hints.push(hint);
    }
    const found = hints.length === 0 ? undefined : findUrl(path);
    if (found === undefined || !found.startsWith('/v1/') || quiet.has(found)) return new AppError('not_found');
    const address = found.replace(/:(\w+)/g, '{$1}');
    const toText = (language: keyof Bilingual) => hints.map((hint) => hint[language]).join(' ');
    return new AppError('not_found', {
      detail: {
        en: `The address is \`${address}\`. ${toText('en')}`,
        pt: `O endereço é \`${address}\`. ${toText('pt')}`,
      },
    });
  }

  return {
    add(url, methods, isQuiet = false) {
      if (isQuiet) quiet.add(url);
      const known = methodsOf.get(url) ?? new Set();
      if (!methodsOf.has(url) && /[:*]/.test(url)) patterns.push({ url, pattern: toPattern(url) });
      methodsOf.set(url, known);
      for (const method of [methods].flat()) known.add(method);
    },
    toError(url) {
      const found = findUrl(url) ?? '';
      const methods = methodsOf.get(found);
      if (methods === undefined || quiet.has(found)) return toNotFound(url);
      return new AppError('method_not_allowed', { headers: { allow: [...methods].sort().join(', ') } });
    },
    patterns: () => [...methodsOf.keys()],
    findPattern(method, url) {
      const found = findUrl(url);
      return found !== undefined && methodsOf.get(found)?.has(method) === true ? found : null;
    },
  };
}

interface Slip {
  readonly pattern: RegExp;
  readonly replacement: string;
  readonly hint: Bilingual;
}

const slips: readonly Slip[] = [
  {
    // The slash of a mask divides the path.
    pattern: /[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}\/[0-9A-Za-z]{4}-\d{2}/,
    replacement: 'masked',
    hint: {
      en: 'Send the CNPJ without its mask, as 14 characters, or its slash as `%2F`.',
      pt: 'Envie o CNPJ sem máscara, com 14 caracteres, ou a barra dele como `%2F`.',
    },
  },
  {
    pattern: /(?<=[^/])\/$/,
    replacement: '',
    hint: { en: 'It ends without a slash.', pt: 'Ele termina sem barra.' },
  },
  {
    pattern: /^\/v1(?=\/v1\/)/,
    replacement: '',
    hint: { en: 'It has `/v1` once.', pt: 'Ele tem `/v1` uma só vez.' },
  },
  {
    pattern: /^(?!\/v1\/)\//,
    replacement: '/v1/',
    hint: { en: 'It begins with `/v1`.', pt: 'Ele começa com `/v1`.' },
  },
];

/** `:name` is one segment, `*` the rest of the path; nothing else of our addresses means something in a pattern. */
function toPattern(url: string): RegExp {
  return new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
}
