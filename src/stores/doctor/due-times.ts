// Where the oldest of all that is kept for a time is found in either database.

/** Each gives one row with `at`, or with null; by an index, whatever there is. */
export const toOldestSql = (schema: '' | 'confere.') =>
  ({
    batch: `SELECT min(expires_at_ms) AS at FROM ${schema}batches`,
    watch: `SELECT min(until_ms) AS at FROM ${schema}watches`,
    event: `SELECT min(created_at_ms) AS at FROM ${schema}events`,
    webhook_event: `SELECT min(settled_at_ms) AS at FROM ${schema}webhook_deliveries`,
    kept_answer: `SELECT min(expires_at_ms) AS at FROM ${schema}bought_answers`,
  }) as const;
