// What is mutated, and which tests have to notice it: the code that decides about people, money and risk, and its own tests.

export interface Room {
  /** Relative to the project; a folder ends in a slash and means its files, not its tests. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const rooms: readonly Room[] = [
  { sources: ['src/domain/'], tests: ['src/domain/*.test.ts'] },
  { sources: ['src/app/'], tests: ['src/app/*.test.ts'] },
  {
    sources: ['src/http/json-body.ts', 'src/http/validate.ts', 'src/http/client-network.ts'],
    tests: ['src/http/*.test.ts'],
  },
  { sources: ['src/sources/protect/'], tests: ['src/sources/protect/*.test.ts'] },
  { sources: ['src/registry/files/'], tests: ['src/registry/files/*.test.ts'] },
  { sources: ['src/registry/snapshot/block.ts'], tests: ['src/registry/snapshot/*.test.ts'] },
];

/** The share of mutants, in percent, that the tests of a file must notice. */
export const goal = 92;
