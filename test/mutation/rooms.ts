// What is mutated, and which tests have to notice it: the code that decides about people, money and risk, and its own tests.

export interface Room {
  /** Relative to the project; a folder ends in a slash and means its files, not its tests, nor its inner folders. */
  readonly sources: readonly string[];
  /**
   * For files that are tested through another one. Else the test beside the file has to notice, and it alone: few tests make a
   * file a matter of minutes, and what only a test further up notices is not said where the next reader looks for it.
   */
  readonly tests?: readonly string[];
}

export const rooms: readonly Room[] = [
  {
    sources: [
      'src/domain/',
      'src/domain/access/',
      'src/domain/company/',
      'src/domain/dates/',
      'src/domain/names/',
      'src/domain/names/foreign/',
      'src/domain/numbers/',
      'src/domain/person/',
      'src/domain/risk/',
      'src/domain/rows/',
    ],
  },
  {
    sources: ['src/domain/names/name-text.ts'],
    tests: ['src/domain/names/person-name.test.ts', 'src/domain/names/company-name.test.ts'],
  },
  { sources: ['src/domain/names/word-likeness.ts'], tests: ['src/domain/names/name-comparison.test.ts'] },
  {
    sources: [
      'src/app/',
      'src/app/audit/',
      'src/app/audit/proof/',
      'src/app/companies/',
      'src/app/keys/',
      'src/app/idempotency/',
      'src/app/key-owned/',
      'src/app/operators/',
      'src/app/privacy/',
      'src/app/privacy/places/',
      'src/app/registry/',
      'src/app/verify/',
      'src/app/verify/ask/',
    ],
  },
  {
    sources: [
      'src/http/request/json-body.ts',
      'src/http/request/validate.ts',
      'src/http/connections/client-network.ts',
      'src/http/console/access/console-proxy.ts',
      'src/http/console/access/gate.ts',
    ],
  },
  { sources: ['src/app/verify/ask/ask-recorded.ts'], tests: ['src/app/verify/verify-cpf.test.ts'] },
  { sources: ['src/stores/key-rows/key-proof.ts'] },
  { sources: ['src/sources/protect/', 'src/sources/answer/'] },
  { sources: ['src/registry/files/', 'src/registry/snapshot/', 'src/registry/records/'] },
  { sources: ['src/datasets/folder/', 'src/datasets/share/'], tests: ['test/contracts/datasets/dataset.test.ts'] },
];

/** The share of mutants, in percent, that the tests of a file must notice. */
export const goal = 92;
