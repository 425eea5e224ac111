// A signal: something that a source tells beyond the fields that every source has, under a name of the operator's. What it may say is
// declared, so that a policy can judge every value of it.

export type SignalValue = boolean | number | string;
/** The record holds the signals that one source reported. An absent signal was not reported, which is never `false`. */
export type SignalValues = Readonly<Record<string, SignalValue>>;

export type SignalDeclaration =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'word'; readonly words: readonly string[] };

/** Tells whether the text may name a signal, or be a word that a signal reports. `constructor` would be found in every object. */
export function isSignalName(name: string): boolean {
  return /^[a-z][a-z0-9_]{1,31}$/.test(name) && !(name in {});
}

export function isDeclared(declaration: SignalDeclaration, value: unknown): value is SignalValue {
  switch (declaration.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return (
        typeof value === 'number' && Number.isInteger(value) && value >= declaration.min && value <= declaration.max
      );
    case 'word':
      return typeof value === 'string' && declaration.words.includes(value);
  }
}

/** Returns a phrase that follows "it must be". */
export function describeDeclared(declaration: SignalDeclaration): string {
  switch (declaration.kind) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number from ${declaration.min} to ${declaration.max}`;
    case 'word':
      return `one of ${declaration.words.join(', ')}`;
  }
}
