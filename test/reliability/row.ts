// One promise of the service with the test that shows it, and what a test found.

/** `full` is as long as the promise says. `short` is for `npm run test:long`: only what must hold on any machine counts in it. */
export type Length = 'short' | 'full';

/** How much of every count a full run makes, for a machine that others use; the page shows it. */
export const share = Number(process.env['RELIABILITY_SHARE'] ?? 1);

/** So many at full length. */
export const times = (full: number): number => Math.max(1, Math.round(full * share));

export interface Row {
  /** Names it on the command line and in the record of results. */
  readonly id: string;
  readonly promise: string;
  readonly test: string;
  readonly pass: string;
  /** Suites of `npm test` and `npm run test:long` that show a part of it; at full length with these variables. */
  readonly suites?: readonly Suite[];
  readonly drive?: (length: Length, findings: Findings) => Promise<void>;
}

export interface Suite {
  readonly file: string;
  /** Longer than in the ordinary run. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Findings {
  /** Something that must never happen, at any length and on any machine. Findings in the same words are summed up. */
  none(what: string, found: number, more?: Details): void;
  /** A time or a share that depends on the machine: decides at full length only. Those in the same words stand side by side. */
  measure(what: string, value: number, bound: Bound, where?: string): void;
  /**
   * How much was offered or done, where the promise names it. Below `atLeast` the test was not the one that the promise is about, and the
   * row does not pass: decides at full length only.
   */
  load(what: string, value: number, atLeast: number, where?: string): void;
  note(text: string): void;
}

interface Details {
  /** Among how many it was looked for. */
  readonly of?: number;
  /** Which of several cases it was. */
  readonly where?: string;
  readonly examples?: readonly string[];
}

type Bound = { readonly atMost: number } | { readonly atLeast: number };

/** Every one that is broken or missed is also a figure, in the same words. */
export interface Found extends Findings {
  figures(): readonly string[];
  broken(): readonly string[];
  missed(): readonly string[];
  /** Loads that fell short of what the promise names. */
  unreached(): readonly string[];
}

interface Counted {
  readonly kind: 'none';
  readonly what: string;
  found: number;
  of: number | undefined;
  readonly seen: string[];
}

interface Measured {
  readonly kind: 'measure' | 'load';
  readonly what: string;
  readonly bound: Bound;
  readonly values: [value: number, where: string | undefined][];
}

type Figure = Counted | Measured | { readonly kind: 'note'; readonly what: string };

export function createFindings(): Found {
  const kept: Figure[] = [];
  /** The one in the same words, or from now on this one. */
  const find = <Kind extends Figure>(figure: Kind): Kind => {
    const same = kept.find(({ kind, what }) => kind === figure.kind && what === figure.what);
    if (same === undefined) kept.push(figure);
    return (same ?? figure) as Kind;
  };
  const describe = (wanted: (figure: Figure) => boolean) => kept.filter(wanted).map(toText);
  return {
    none(what, found, { of, where, examples = [] } = {}) {
      const figure = find<Counted>({ kind: 'none', what, found: 0, of: undefined, seen: [] });
      figure.found += found;
      if (of !== undefined) figure.of = (figure.of ?? 0) + of;
      if (found > 0 && (where !== undefined || examples.length > 0))
        figure.seen.push([...(where === undefined ? [] : [`${found} ${where}`]), ...examples].join(', '));
    },
    measure(what, value, bound, where) {
      find<Measured>({ kind: 'measure', what, bound, values: [] }).values.push([value, where]);
    },
    load(what, value, atLeast, where) {
      find<Measured>({ kind: 'load', what, bound: { atLeast }, values: [] }).values.push([value, where]);
    },
    note: (text) => void kept.push({ kind: 'note', what: text }),
    figures: () => describe(() => true),
    broken: () => describe((figure) => figure.kind === 'none' && figure.found > 0),
    missed: () => describe((figure) => figure.kind === 'measure' && isOutside(figure)),
    unreached: () => describe((figure) => figure.kind === 'load' && isOutside(figure)),
  };
}

const isWithin = (value: number, bound: Bound) => ('atMost' in bound ? value <= bound.atMost : value >= bound.atLeast);

const isOutside = ({ values, bound }: Measured) => values.some(([value]) => !isWithin(value, bound));

function toText(figure: Figure): string {
  if (figure.kind === 'note') return figure.what;
  if (figure.kind !== 'none') {
    const values = figure.values.map(([value, where]) => `${format(value)}${where === undefined ? '' : ` ${where}`}`);
    const { bound } = figure;
    return `${figure.what} ${values.join(', ')} (${'atMost' in bound ? `≤ ${bound.atMost}` : `≥ ${bound.atLeast}`})`;
  }
  const { found, of, what, seen } = figure;
  const count = of === undefined ? found : `${found} of ${of}`;
  return `${count} ${what}${seen.length === 0 ? '' : `: ${seen.join('; ')}`}`;
}

function format(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
