// One statement at a time, in the forms in which stores want its result.

import type { Session } from './session.ts';

type Values = readonly unknown[];

export function createStatements(asked: Pick<Session, 'query'>) {
  const list = async <Row>(sql: string, values?: Values, deadlineMs?: number) =>
    (await asked.query<Row>(sql, values, deadlineMs)).rows;
  /** Returns the number of changed rows. */
  const change = async (sql: string, values?: Values) => (await asked.query(sql, values)).count;
  return {
    list,
    change,
    find: async <Row>(sql: string, values?: Values, deadlineMs?: number) =>
      (await list<Row>(sql, values, deadlineMs))[0],
    run: async (sql: string, values?: Values): Promise<void> => void (await change(sql, values)),
  };
}
