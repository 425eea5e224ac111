// Turns the schemas that the service runs with into those that client generators want: everything with a `title` becomes a component
// of that name, formats are the standard's own, and answers are open to fields that a later version adds.

type Json = Record<string, unknown>;

/** Values, not schemas: what stands in them is never looked into. */
const literalKeys: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);
const standardFormats: Readonly<Record<string, string | undefined>> = {
  date: 'date',
  'date-time': 'date-time',
  'birth-date': 'date',
};

/** `schemas` are the components that have a name already; what uses them may have titled schemas of its own. */
export function nameSchemas<Paths>(
  paths: Paths,
  schemas: Readonly<Record<string, unknown>>,
): { readonly paths: Paths; readonly schemas: Record<string, unknown> } {
  const named = new Map<string, Json>();

  const visit = (value: unknown, isRequest: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, isRequest));
    if (typeof value !== 'object' || value === null) return value;
    const { title, ...rest } = value as Json;
    if (typeof title !== 'string') return rewrite(value as Json, isRequest);
    return hoist(title, rest, isRequest);
  };

  const rewrite = (schema: Json, isRequest: boolean): Json => {
    const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (literalKeys.has(key)) return [[key, value]];
      if (key === 'additionalProperties' && value === false && !isRequest) return [];
      if (key === 'format' && typeof value === 'string') {
        const format = standardFormats[value];
        return format === undefined ? [] : [[key, format]];
      }
      return [[key, visit(value, isRequest)]];
    });
    return Object.fromEntries(entries);
  };

  /** The schema under its name, and a reference in its place; where it may be null, the name is that of the rest. */
  const hoist = (name: string, schema: Json, isRequest: boolean): Json => {
    const isNullable = Array.isArray(schema['type']) && schema['type'].includes('null');
    const { description, ...rest } = isNullable ? withoutNull(schema) : schema;
    const own = rewrite({ ...rest, ...(isNullable || description === undefined ? {} : { description }) }, isRequest);
    const known = named.get(name);
    if (known === undefined || (known['description'] === undefined && own['description'] !== undefined)) {
      if (known !== undefined) checkSame(name, known, own);
      named.set(name, own);
    } else checkSame(name, known, own);
    const reference = { $ref: `#/components/schemas/${name}` };
    if (isNullable)
      return { anyOf: [reference, { type: 'null' }], ...(description === undefined ? {} : { description }) };
    return description === undefined ? reference : { ...reference, description };
  };

  for (const [name, schema] of Object.entries(schemas)) {
    named.set(name, rewrite(schema as Json, name.endsWith('Request')));
  }
  const rewritten = visit(JSON.parse(JSON.stringify(paths)), false) as Paths;
  return { paths: rewritten, schemas: Object.fromEntries(named) };
}

function withoutNull(schema: Json): Json {
  const types = (schema['type'] as string[]).filter((type) => type !== 'null');
  const values = schema['enum'] as unknown[] | undefined;
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(values === undefined ? {} : { enum: values.filter((value) => value !== null) }),
  };
}

function checkSame(name: string, one: Json, other: Json): void {
  const toText = ({ description: _, ...rest }: Json) => JSON.stringify(rest);
  if (toText(one) !== toText(other)) throw new Error(`Two schemas have the title ${name} and differ.`);
}
