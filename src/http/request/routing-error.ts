// What a request is told whose path or method leads nowhere. The framework answers 404 to both; the contract tells them apart.

import { AppError } from '../../errors.ts';

export interface RoutingErrors {
  add(url: string, methods: string | readonly string[]): void;
  toError(url: string): AppError;
}

export function createRoutingErrors(): RoutingErrors {
  const methodsOf = new Map<string, Set<string>>();
  const patterns: { readonly pattern: RegExp; readonly methods: ReadonlySet<string> }[] = [];

  return {
    add(url, methods) {
      const known = methodsOf.get(url) ?? new Set();
      if (!methodsOf.has(url) && /[:*]/.test(url)) patterns.push({ pattern: toPattern(url), methods: known });
      methodsOf.set(url, known);
      for (const method of [methods].flat()) known.add(method);
    },
    toError(url) {
      const path = url.split('?', 1)[0] ?? '';
      const methods = methodsOf.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.methods;
      if (methods === undefined) return new AppError('not_found');
      return new AppError('method_not_allowed', { headers: { allow: [...methods].sort().join(', ') } });
    },
  };
}

/** `:name` is one segment, `*` the rest of the path; nothing else of our addresses means something in a pattern. */
function toPattern(url: string): RegExp {
  return new RegExp(`^${url.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`);
}
