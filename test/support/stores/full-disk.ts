// A PostgreSQL whose disk is full when the test says so: from then on it refuses every write of the service with 53100, as a server does
// that cannot extend a file.

import type { TestDatabase } from './postgres.ts';

export interface FullDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
}

const tablesSql = `SELECT relname AS name FROM pg_class
  WHERE relnamespace = 'confere'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`;

/** To be made before the service writes: a trigger waits for those who do. */
export async function prepareFullDisk(database: Pick<TestDatabase, 'query'>): Promise<FullDisk> {
  await database.query(`CREATE TABLE public.full_disk ()`);
  await database.query(`CREATE FUNCTION public.refuse_where_full() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF session_user <> '${(await database.query<{ name: string }>('SELECT session_user AS name'))[0]?.name}'
        AND EXISTS (SELECT 1 FROM public.full_disk) THEN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
      END IF;
      RETURN NULL;
    END $$`);
  for (const { name } of await database.query<{ name: string }>(tablesSql)) {
    await database.query(`CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE OR DELETE ON confere."${name}"
      FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_where_full()`);
  }
  return {
    fill: async () => void (await database.query('INSERT INTO public.full_disk DEFAULT VALUES')),
    free: async () => void (await database.query('DELETE FROM public.full_disk')),
  };
}
