// What is kept for a time goes when its time is over, for as long as the service lives. The clock is handed in: years pass in seconds.

import type { Row } from '../row.ts';

export const retention: Row = {
  id: 'retention',
  promise: 'retention over a long life',
  test: 'one process for 320 days by a clock that is handed in, on SQLite and PostgreSQL; a minute of a calendar that is 400 days ahead; a database that refuses to delete',
  pass: 'every kind of data goes within a day of its setting, and none before; a deletion that has stopped is told within a day',
  suites: [{ file: 'test/http/retention.test.ts' }],
};
