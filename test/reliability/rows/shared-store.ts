// What several nodes share stays theirs. Suites show it; here they are named as promises, with the breaks under which they must fail.

import type { Row } from '../row.ts';

export const foreignInstallation: Row = {
  id: 'foreign-installation',
  promise: 'a foreign installation',
  test: 'another one on the same Redis without a prefix; its marks, unsigned ones and nonsense under our names; another one on the same database',
  pass: 'neither counts or believes what the other wrote; a forged mark is told and gone',
  suites: [
    { file: 'test/contracts/postgres/newest-server.test.ts' },
    { file: 'test/http/limits/shared-limits.test.ts' },
    { file: 'src/stores/postgres/lineage.test.ts' },
  ],
};
