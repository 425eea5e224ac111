// What is read of usage: the SQL and the rows that both databases have.

import type { CallCount, UsageReport } from '../../app/usage/ports.ts';

type List = <Row>(sql: string) => Promise<readonly Row[]> | readonly Row[];

/** Sums by key and by what else the table counts. */
function toSumSql(table: string, columns: readonly string[], where: string, more = ''): string {
  const read = ['key_id AS "keyId"', ...columns, 'CAST(sum(count) AS bigint) AS count'].join(', ');
  const grouped = ['key_id', ...columns].join(', ');
  return `SELECT ${read}${more} FROM ${table} WHERE ${where} GROUP BY ${grouped} ORDER BY ${grouped}`;
}

/** The database holds an empty text if the caller named no purpose or there is no act. */
const withNulls = <Row extends { readonly purpose: string | null; readonly act?: unknown }>(row: Row): Row => ({
  ...row,
  purpose: row.purpose === '' ? null : row.purpose,
  ...(row.act === '' && { act: null }),
});

export async function readReport(where: string, list: List): Promise<UsageReport> {
  const read = async <Part extends 'requests' | 'calls'>(part: Part, columns: readonly string[], more?: string) =>
    list<UsageReport[Part][number]>(toSumSql(`usage_${part}`, columns, where, more));
  return {
    requests: await read('requests', [], ', max(last_at_ms) AS "lastAtMs"'),
    verifications: await readVerifications(where, list),
    calls: await read('calls', ['source']),
  };
}

export async function readVerifications(where: string, list: List): Promise<UsageReport['verifications']> {
  const sql = toSumSql('usage_verifications', ['operation', 'outcome', 'act', 'purpose'], where);
  return (await list<UsageReport['verifications'][number]>(sql)).map(withNulls);
}

export async function readCalls(where: string, list: List): Promise<readonly Omit<CallCount, 'day'>[]> {
  const sql = toSumSql('usage_calls', ['source', 'outcome', 'purpose'], where);
  return (await list<Omit<CallCount, 'day'>>(sql)).map(withNulls);
}
