// Reads a query string of which every name is known and each comes once: a misspelt one that is silently ignored would answer
// another question than the one that was asked.

import type { FastifyRequest } from 'fastify';
import { findMeant } from '../../domain/misspelling.ts';
import { AppError } from '../../errors.ts';

export function readQuery<const Name extends string>(
  request: FastifyRequest,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  if (!request.raw.url?.includes('?')) return {};
  const query = request.query as Record<string, unknown>;
  for (const [name, value] of Object.entries(query)) {
    if (!(names as readonly string[]).includes(name)) throw toQueryError(names, name);
    if (typeof value !== 'string') throw toRepeatedError(name);
  }
  return query as Partial<Record<Name, string>>;
}

/** A switch that is off where it is not sent. */
export function readFlag(name: string, text = 'false'): boolean {
  if (text !== 'true' && text !== 'false') {
    throw new AppError('invalid_query', {
      detail: {
        en: `\`${name}\` is \`true\` or \`false\`, in small letters.`,
        pt: `\`${name}\` é \`true\` ou \`false\`, em letras minúsculas.`,
      },
    });
  }
  return text === 'true';
}

/** `name` is one of the known: what a caller invented may be something of a person. */
function toRepeatedError(name: string): AppError {
  return new AppError('invalid_query', {
    detail: { en: `Send \`${name}\` once.`, pt: `Envie \`${name}\` uma só vez.` },
  });
}

function toQueryError(names: readonly string[], unknown: string): AppError {
  const meant = findMeant(unknown, names);
  const known = names.map((name) => `\`${name}\``).join(', ');
  const detail =
    names.length === 0
      ? { en: 'This address takes no query parameters.', pt: 'Este endereço não aceita parâmetros de consulta.' }
      : {
          en: `The query parameters of this address are ${known}, each at most once.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`,
          pt: `Os parâmetros de consulta deste endereço são ${known}, cada um no máximo uma vez.${meant === undefined ? '' : ` Você quis dizer \`${meant}\`?`}`,
        };
  return new AppError('invalid_query', { detail });
}
