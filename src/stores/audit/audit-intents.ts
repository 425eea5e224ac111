// Which rows of the audit's databases are about a person, and which intents an operator is shown: those that nothing has completed.
// SQL alone, for both databases.

interface PersonSql {
  /** What is shown of a person: the records, the intents without one, and the acts that begin with what the audit calls them. */
  readonly shown: string;
  /** What is erased: every row of those requests, and those acts. */
  readonly all: string;
}

// Each kind has an index of its own, which the database finds by the very words of its condition.

/** Places of rows; `?` is a JSON list of subjects. */
export const sqlitePersonSql: PersonSql = toPersonSql(
  `WITH asked (subject) AS (SELECT value FROM json_each(?)),
    recorded AS (SELECT place, request_id FROM every_record WHERE kind = 'cpf' AND subject IN (SELECT subject FROM asked)
      UNION ALL SELECT place, request_id FROM every_record WHERE kind = 'screen' AND subject IN (SELECT subject FROM asked)),
    opened AS (SELECT known.place, known.request_id FROM open_intents JOIN every_record AS known ON known.place = open_intents.sequence
      WHERE known.subject IN (SELECT subject FROM asked)),
    named AS (SELECT acts.place FROM asked JOIN every_record AS acts
      ON acts.kind = 'act' AND acts.content ->> 14 > asked.subject || ' ' AND acts.content ->> 14 < asked.subject || '!')`,
  'place',
  'every_record',
);

/** What an act is about: the first word of its target. An index has these very words. */
const postgresActTarget = "split_part(content::jsonb ->> 14, ' ', 1)";

/** Chains and sequences of rows; `subjects` is the place of a list of them. */
export function toPostgresPersonSql(subjects: string): PersonSql {
  return toPersonSql(
    `WITH recorded AS (SELECT chain, sequence, request_id FROM confere.audit_records WHERE kind = 'cpf' AND subject = ANY(${subjects})
      UNION ALL SELECT chain, sequence, request_id FROM confere.audit_records WHERE kind = 'screen' AND subject = ANY(${subjects})),
    opened AS (SELECT chain, sequence, request_id FROM confere.audit_open_intents
      JOIN confere.audit_records USING (chain, sequence, request_id) WHERE subject = ANY(${subjects})),
    named AS (SELECT chain, sequence FROM confere.audit_records
      WHERE kind = 'act' AND ${postgresActTarget} = ANY(${subjects}))`,
    'chain, sequence',
    'confere.audit_records',
  );
}

function toPersonSql(found: string, place: string, records: string): PersonSql {
  const acts = `UNION ALL SELECT ${place} FROM named`;
  const shown = `${found} SELECT ${place} FROM recorded UNION ALL SELECT ${place} FROM opened ${acts}`;
  const requests = 'SELECT request_id FROM recorded UNION ALL SELECT request_id FROM opened';
  return { shown, all: `${found} SELECT ${place} FROM ${records} WHERE request_id IN (${requests}) ${acts}` };
}
