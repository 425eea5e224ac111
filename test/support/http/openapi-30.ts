// The OpenAPI document as 3.0 writes it, for generators that do not read 3.1 yet: what may be null,
// single values, and two fields of `info`.

type Json = Record<string, unknown>;

export function toOpenApi30(document: Json): Json {
  const { summary: _, license: __, ...info } = document['info'] as Json;
  return { ...(rewrite(document) as Json), openapi: '3.0.3', info };
}

function rewrite(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewrite);
  if (typeof value !== 'object' || value === null) return value;
  const { type, anyOf, pattern, const: only, ...rest } = value as Json;
  const others = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, rewrite(part)]));
  // Beside a reference 3.0 allows nothing.
  if (typeof rest['$ref'] === 'string') return { $ref: rest['$ref'] };
  return {
    ...others,
    // The generator for Python wants patterns between slashes.
    ...(pattern === undefined ? {} : { pattern: `/${String(pattern).replaceAll('/', '\\/')}/` }),
    ...(only === undefined ? {} : { enum: [only] }),
    ...toType(type),
    ...toAnyOf(anyOf),
  };
}

function toType(type: unknown): Json {
  if (!Array.isArray(type)) return type === undefined ? {} : { type: rewrite(type) };
  return { type: type.find((name) => name !== 'null'), nullable: true };
}

function toAnyOf(anyOf: unknown): Json {
  if (!Array.isArray(anyOf)) return {};
  const choices = anyOf.filter((choice: Json) => choice['type'] !== 'null').map(rewrite);
  const nullable = choices.length < anyOf.length ? { nullable: true } : {};
  return choices.length === 1 ? { allOf: choices, ...nullable } : { anyOf: choices, ...nullable };
}
