// Which route a path belongs to, for requests that the framework has not taken, and what a request is told whose path or method
// leads nowhere. The framework answers 404 to both; the contract tells them apart.

import { AppError } from '../../errors.ts';

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

  /** As it was added. */
  function findUrl(url: string): string | undefined {
    const path = url.split('?', 1)[0] ?? '';
    return methodsOf.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.url;
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
      if (methods === undefined || quiet.has(found)) return new AppError('not_found');
      return new AppError('method_not_allowed', { headers: { allow: [...methods].sort().join(', ') } });
    },
    patterns: () => [...methodsOf.keys()],
    findPattern(method, url) {
      const found = findUrl(url);
      return found !== undefined && methodsOf.get(found)?.has(method) === true ? found : null;
    },
  };
}

/** `:name` is one segment, `*` the rest of the path; nothing else of our addresses means something in a pattern. */
function toPattern(url: string): RegExp {
  return new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
}
