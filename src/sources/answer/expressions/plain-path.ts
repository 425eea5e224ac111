// The forms that most expressions have, `a.b[0].c` and `a.b = 904`, evaluated without the interpreter: a mapping spends its time there.
// Where JSONata would map over a list or unwrap one, this declines and the interpreter decides.

export const declined: unique symbol = Symbol('declined');

type Shortcut = (body: unknown) => unknown;

interface Step {
  readonly key: string;
  readonly index: number | undefined;
}

/** A name in backticks may hold what XML and forms have in theirs: `` `@data-nascimento` ``. */
const step = String.raw`(?:[A-Za-z_]\w*|\x60[@#\w-]+\x60)(?:\[\d{1,4}\])?`;
const form = new RegExp(String.raw`^(?<path>${step}(?:\.${step})*)(?:\s*=\s*(?<literal>\d{1,15}|"[^"\\]*"))?$`);
/** Words of the language that look like names. */
const reserved = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function']);

/** Returns undefined if the expression has another form. The returned shortcut may still decline a body. */
export function findShortcut(text: string): Shortcut | undefined {
  const { path, literal } = form.exec(text.trim())?.groups ?? {};
  if (path === undefined) return undefined;
  const written = path.split('.');
  if (written.some((each) => reserved.has(each.replace(/\[\d+\]$/, '')))) return undefined;
  const walk = createWalk(written.map(toStep));
  if (literal === undefined) return walk;
  const expected: unknown = JSON.parse(literal);
  return (body) => {
    const value = walk(body);
    return value === declined ? declined : value === expected;
  };
}

function toStep(text: string): Step {
  const [key = '', index] = text.split(/[[\]]/);
  return { key: key.replaceAll('`', ''), index: index === undefined ? undefined : Number(index) };
}

function createWalk(steps: readonly Step[]): Shortcut {
  return (body) => {
    let value = body;
    for (const { key, index } of steps) {
      if (Array.isArray(value)) return declined;
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
      value = (value as Record<string, unknown>)[key];
      if (index !== undefined) {
        if (!Array.isArray(value)) return declined;
        value = value[index];
      }
    }
    return Array.isArray(value) ? declined : value;
  };
}
