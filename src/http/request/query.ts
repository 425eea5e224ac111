// Reads a query string of which every name is known and each comes once: a misspelt one that is silently ignored would answer
// another question than the one that was asked.

import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';

export function readQuery<const Name extends string>(
  request: FastifyRequest,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  if (!request.raw.url?.includes('?')) return {};
  const query = request.query as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) {
    if (!(names as readonly string[]).includes(name) || typeof value !== 'string') throw toQueryError(names);
  }
  return query as Partial<Record<Name, string>>;
}

/** A switch that is off where it is not sent. */
export function readFlag(text = 'false'): boolean {
  if (text !== 'true' && text !== 'false') throw new AppError('invalid_query');
  return text === 'true';
}

function toQueryError(names: readonly string[]): AppError {
  const known = names.map((name) => `\`${name}\``).join(', ');
  const detail =
    names.length === 0
      ? { en: 'This address takes no query parameters.', pt: 'Este endereço não aceita parâmetros de consulta.' }
      : {
          en: `The query parameters of this address are ${known}, each at most once.`,
          pt: `Os parâmetros de consulta deste endereço são ${known}, cada um no máximo uma vez.`,
        };
  return new AppError('invalid_query', { detail });
}
