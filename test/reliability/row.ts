// One promise of the service with the test that shows it, and what a test found.

/** `full` is as long as the promise says. `short` is for every test run: only what must hold on any machine counts in it. */
export type Length = 'short' | 'full';

export interface Row {
  /** Names it on the command line and in the record of results. */
  readonly id: string;
  readonly promise: string;
  readonly test: string;
  readonly pass: string;
  /** Suites of the ordinary test run that show a part of it; at full length with these variables. */
  readonly suites?: readonly Suite[];
  readonly drive?: (length: Length, findings: Findings) => Promise<void>;
}

export interface Suite {
  readonly file: string;
  /** Longer than in the ordinary run. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Findings {
  /** Something that must never happen, at any length and on any machine. */
  none(what: string, found: number, examples?: readonly string[]): void;
  /** A time or a share that depends on the machine: decides at full length only. */
  measure(what: string, value: number, bound: { readonly atMost: number } | { readonly atLeast: number }): void;
  note(text: string): void;
}

export interface Found extends Findings {
  figures(): readonly string[];
  broken(): readonly string[];
  missed(): readonly string[];
}

export function createFindings(): Found {
  const figures: string[] = [];
  const broken: string[] = [];
  const missed: string[] = [];
  return {
    none(what, found, examples = []) {
      figures.push(`${found} ${what}`);
      if (found > 0) broken.push(`${found} ${what}${examples.length === 0 ? '' : ` (${examples.join('; ')})`}`);
    },
    measure(what, value, bound) {
      const [sign, limit] = 'atMost' in bound ? ['≤', bound.atMost] : ['≥', bound.atLeast];
      const text = `${what} ${format(value)} (${sign} ${limit})`;
      figures.push(text);
      if (!(sign === '≤' ? value <= limit : value >= limit)) missed.push(text);
    },
    note: (text) => void figures.push(text),
    figures: () => figures,
    broken: () => broken,
    missed: () => missed,
  };
}

function format(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
