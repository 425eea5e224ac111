// Which rows of the audit's databases are about a person, and which intents an operator is shown: those that nothing has completed.
// SQL alone, for both databases.

interface PersonSql {
  /** What is shown of a person: the records, and the intents without one. */
  readonly shown: string;
  /** What is erased: every row of those requests. */
  readonly all: string;
}

/** Sequences of rows; `?` is a JSON list of subjects. */
export const sqlitePersonSql: PersonSql = toPersonSql(
  `WITH asked (subject) AS (SELECT value FROM json_each(?)),
    recorded AS (SELECT sequence, request_id FROM records WHERE kind = 'cpf' AND subject IN (SELECT subject FROM asked)),
    opened AS (SELECT records.sequence, records.request_id FROM open_intents JOIN records USING (sequence)
      WHERE records.subject IN (SELECT subject FROM asked))`,
  'sequence',
  'records',
);

/** Chains and sequences of rows; `subjects` is the place of a list of them. */
export function toPostgresPersonSql(subjects: string): PersonSql {
  return toPersonSql(
    `WITH recorded AS (SELECT chain, sequence, request_id FROM confere.audit_records WHERE kind = 'cpf' AND subject = ANY(${subjects})),
    opened AS (SELECT chain, sequence, request_id FROM confere.audit_open_intents
      JOIN confere.audit_records USING (chain, sequence, request_id) WHERE subject = ANY(${subjects}))`,
    'chain, sequence',
    'confere.audit_records',
  );
}

function toPersonSql(found: string, place: string, records: string): PersonSql {
  const shown = `${found} SELECT ${place} FROM recorded UNION ALL SELECT ${place} FROM opened`;
  const requests = 'SELECT request_id FROM recorded UNION ALL SELECT request_id FROM opened';
  return { shown, all: `${found} SELECT ${place} FROM ${records} WHERE request_id IN (${requests})` };
}
