// The schema in PostgreSQL: here is what SQLite has otherwise or not at all. No entry is edited once it is released; a change is a step in
// `stores/schema`. Each must be safe while the version before it still serves: it adds, and takes nothing away that the older version reads
// or writes.

import { laterPostgres, sharedTables, toPostgres } from '../../schema/steps.ts';

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The tables that calls with an Idempotency-Key lie in, by when they expire. */
const windows = Array.from({ length: 6 }, (_, window) => `confere.idempotent_calls_${window}`);

export const migrations: readonly Migration[] = [
  {
    name: 'baseline',
    sql: `${toPostgres(sharedTables)}

CREATE TABLE confere.api_keys (
  id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  name text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  scopes text NOT NULL,
  rate_requests integer,
  rate_window_seconds integer,
  burst integer,
  concurrency integer,
  daily_quota bigint,
  monthly_quota bigint,
  networks text,
  purpose text,
  -- The web pages that may use the key.
  cors_origins text,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  checksum bytea
);
-- A million keys: pages of them in their order, and the web pages that keys are for.
CREATE INDEX api_keys_by_time ON confere.api_keys (created_at_ms, id);
CREATE INDEX api_keys_by_origin ON confere.api_keys USING gin (string_to_array(cors_origins, ' ')) WHERE cors_origins IS NOT NULL;

-- One row that changes with every change of any key. The mark tells two histories apart after a failover that has lost the end of one.
CREATE TABLE confere.key_changes (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  number bigint NOT NULL,
  mark uuid NOT NULL
);
INSERT INTO confere.key_changes (number, mark) VALUES (1, gen_random_uuid());
CREATE FUNCTION confere.tell_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE confere.key_changes SET number = number + 1, mark = gen_random_uuid();
  NOTIFY confere_keys;
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_change AFTER UPDATE OR DELETE ON confere.api_keys
  FOR EACH STATEMENT EXECUTE FUNCTION confere.tell_key_change();
CREATE TRIGGER replaced_hashes_change AFTER INSERT OR UPDATE OR DELETE ON confere.replaced_hashes
  FOR EACH STATEMENT EXECUTE FUNCTION confere.tell_key_change();
-- The processes that keep keys in memory, the last change that each has heard of, and for how long it goes on without the database.
CREATE TABLE confere.nodes (
  id text PRIMARY KEY,
  heard bigint NOT NULL,
  outage_ms integer NOT NULL,
  -- With which generation of the master secret it works in all of its parts; 0 where it does not tell.
  generation integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE confere.idempotent_calls (
  id text PRIMARY KEY,
  key_id text NOT NULL,
  fingerprint text NOT NULL,
  owner text NOT NULL,
  sealed_answer bytea,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX idempotent_calls_by_expiry ON confere.idempotent_calls (expires_at_ms);
-- Calls that expire at about the same time lie together, and their table is emptied when all are over. Calls that a node brought from its own
-- database lie in the parent until they expire.
${windows
  .map(
    (table) => `CREATE TABLE ${table} (PRIMARY KEY (id)) INHERITS (confere.idempotent_calls);
ALTER TABLE ${table} ALTER COLUMN sealed_answer SET STORAGE EXTERNAL;
CREATE INDEX ON ${table} USING brin (expires_at_ms) WITH (pages_per_range = 32);`,
  )
  .join('\n')}
-- One key of several tables cannot be unique by an index: whoever claims a call holds a lock on its name until the commit. What the others
-- have committed by then is seen, because each statement of a function looks anew.
CREATE FUNCTION confere.claim_call(
  of_call text, of_key text, of_print text, of_owner text, until_ms bigint, now_ms bigint, window_number integer
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE before_ms bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(of_call, 2));
  SELECT max(expires_at_ms) INTO before_ms FROM confere.idempotent_calls WHERE id = of_call;
  IF before_ms > now_ms THEN RETURN false; END IF;
  IF before_ms IS NOT NULL THEN DELETE FROM confere.idempotent_calls WHERE id = of_call; END IF;
  CASE window_number
${windows
  .map(
    (table, window) => `    WHEN ${window} THEN INSERT INTO ${table} (id, key_id, fingerprint, owner, expires_at_ms)
      VALUES (of_call, of_key, of_print, of_owner, until_ms);`,
  )
  .join('\n')}
  END CASE;
  RETURN true;
END $$;
-- How many there are of each key, and under the empty name in all, by the hour in which they expire. Counted from time to time and not with
-- each of them: a row that many add to is held until a commit.
CREATE TABLE confere.idempotent_counts (
  key_id text NOT NULL,
  part integer NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (key_id, part)
) WITH (fillfactor = 50);
CREATE FUNCTION confere.count_calls_anew() RETURNS void LANGUAGE sql AS $$
  INSERT INTO confere.idempotent_counts (key_id, part, records)
    SELECT coalesce(key_id, ''), (expires_at_ms / 3600000)::integer AS hour, count(*) FROM confere.idempotent_calls
    GROUP BY GROUPING SETS ((key_id, (expires_at_ms / 3600000)::integer), ((expires_at_ms / 3600000)::integer)) ORDER BY 1, 2
    ON CONFLICT (key_id, part) DO UPDATE SET records = excluded.records
$$;

-- Who of several processes asks a party; for a second the answer, sealed. Unlogged: it counts for those who live now.
CREATE UNLOGGED TABLE confere.questions (
  name text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  is_awaited boolean NOT NULL DEFAULT false,
  sealed bytea,
  expires_at timestamptz NOT NULL
);

-- What was added lately, so that nothing is added twice by a process that did not hear of its success.
CREATE TABLE confere.usage_batches (id uuid PRIMARY KEY, added_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX usage_batches_by_age ON confere.usage_batches (added_at);

-- A chain is continued by one session at a time, which holds a lock on it.
CREATE TABLE confere.audit_chains (id text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
CREATE SEQUENCE confere.audit_places;
-- Records that were committed together, by the month in which they were, so that old ones go by dropping their table. What they are proven by
-- stands in parts and never changes; contents are sealed, and compressed before that.
CREATE TABLE confere.audit_groups (
  chain text NOT NULL,
  first bigint NOT NULL,
  count int NOT NULL,
  written_on date NOT NULL DEFAULT current_date,
  place bigint NOT NULL DEFAULT nextval('confere.audit_places'),
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  generation int NOT NULL,
  find bytea,
  find_mac bytea,
  parts bytea NOT NULL,
  contents bytea,
  CHECK ((contents IS NULL) = (find IS NULL) AND (find IS NULL) = (find_mac IS NULL)),
  PRIMARY KEY (chain, first, written_on)
) PARTITION BY RANGE (written_on);
ALTER TABLE confere.audit_groups ALTER COLUMN find SET STORAGE EXTERNAL, ALTER COLUMN contents SET STORAGE EXTERNAL;
CREATE INDEX audit_groups_by_place ON confere.audit_groups (place);
CREATE INDEX audit_groups_by_time ON confere.audit_groups USING brin (to_ms) WITH (pages_per_range = 32);
-- Kept for a shorter time than the records that it belongs to.
CREATE TABLE confere.audit_evidence (
  chain text NOT NULL,
  first bigint NOT NULL,
  written_on date NOT NULL DEFAULT current_date,
  sealed bytea NOT NULL,
  PRIMARY KEY (chain, first, written_on)
) PARTITION BY RANGE (written_on);
ALTER TABLE confere.audit_evidence ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE FUNCTION confere.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND new.chain = old.chain AND new.first = old.first AND new.count = old.count AND new.parts = old.parts
    AND new.from_ms = old.from_ms AND new.to_ms = old.to_ms AND (old.contents IS NOT NULL OR new.contents IS NULL) THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'audit records are never changed, and never deleted one by one';
END $$;
CREATE TRIGGER audit_groups_only_forget BEFORE UPDATE OR DELETE ON confere.audit_groups
  FOR EACH ROW EXECUTE FUNCTION confere.refuse_audit_change();
CREATE TABLE confere.audit_heads (
  chain text NOT NULL,
  sequence bigint NOT NULL,
  hash text NOT NULL,
  at_ms bigint NOT NULL,
  signer text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (chain, sequence)
);
CREATE TABLE confere.audit_policies (hash text PRIMARY KEY, document text NOT NULL);
-- Where each chain goes on after months that were dropped: their last record.
CREATE TABLE confere.audit_dropped (
  chain text NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  month date NOT NULL,
  dropped_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chain, sequence)
);
-- Written, and deleted again, to find out whether the audit can be written. Not compressed: a probe takes the room that it asks for.
CREATE TABLE confere.audit_probes (chain text PRIMARY KEY, body bytea NOT NULL);
ALTER TABLE confere.audit_probes ALTER COLUMN body SET STORAGE EXTERNAL;
-- Intents that nothing had completed when their chain was last signed; those behind that are found in the rows. All that is said of them
-- stands in the chain.
CREATE TABLE confere.audit_open_intents (chain text NOT NULL, sequence bigint NOT NULL, request bytea NOT NULL, PRIMARY KEY (chain, sequence));

-- Held by one process at a time, for as long as it renews it by the clock of this server. The signs of life are for those who look on.
CREATE TABLE confere.job_lease (
  name text PRIMARY KEY,
  owner text NOT NULL,
  renewed_at timestamptz NOT NULL,
  signs text NOT NULL
);

-- Batches: what was asked and what was answered is sealed. One that is taken in belongs to the process of its owner, and was last added to
-- at seen_at; from next_row on nobody has taken a row yet.
CREATE TABLE confere.batches (
  id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  purpose text,
  explain integer NOT NULL,
  -- The language in which rows are screened; null where they are only verified.
  screen_language text,
  -- What it does where a budget is used up; null: it waits.
  at_budget text,
  webhook_id text,
  repeat_id text UNIQUE,
  fingerprint text,
  owner text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL CHECK (state IN ('receiving', 'running', 'completed', 'failed', 'deleted')),
  reason text,
  row_count integer NOT NULL DEFAULT 0,
  next_row integer NOT NULL DEFAULT 1,
  created_at_ms bigint NOT NULL,
  finished_at_ms bigint,
  expires_at_ms bigint,
  -- How often a person was erased from it: its results are other ones then.
  erasures integer NOT NULL DEFAULT 0,
  checksum bytea
);
CREATE INDEX batches_by_state ON confere.batches (state, created_at_ms);
CREATE INDEX batches_by_key ON confere.batches (key_id, state);
CREATE INDEX batches_by_expiry ON confere.batches (expires_at_ms);
-- Rows that a process works on until then, and that any other may take afterwards.
CREATE TABLE confere.batch_portions (
  batch_id text NOT NULL,
  first_row integer NOT NULL,
  last_row integer NOT NULL,
  owner text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (batch_id, first_row)
);
CREATE INDEX batch_portions_by_owner ON confere.batch_portions (owner);
-- How many rows came to what: the sum of the parts. One row for all would make every result wait for the other.
CREATE TABLE confere.batch_counts (
  batch_id text NOT NULL,
  part integer NOT NULL,
  answered bigint NOT NULL DEFAULT 0,
  invalid bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  outcome_unknown bigint NOT NULL DEFAULT 0,
  risk_low bigint NOT NULL DEFAULT 0,
  risk_medium bigint NOT NULL DEFAULT 0,
  risk_high bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (batch_id, part)
) WITH (fillfactor = 50);

-- Watches: a sealed list in parts, and sealed changes, of which those up to last_change are whole. Of people: why, by which right and until
-- when. lists is where a watch stands in the lists of people and companies.
CREATE TABLE confere.watches (
  id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  mode text NOT NULL,
  kind text NOT NULL DEFAULT 'company',
  lists text,
  purpose text,
  legal_basis text,
  until_ms bigint,
  webhook_id text,
  snapshot text COLLATE "C",
  repeat_id text UNIQUE,
  fingerprint text,
  owner text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL CHECK (state IN ('receiving', 'active', 'deleted')),
  companies integer NOT NULL DEFAULT 0,
  last_change integer NOT NULL DEFAULT 0,
  missed integer NOT NULL DEFAULT 0,
  created_at_ms bigint NOT NULL,
  compared_at_ms bigint,
  -- Clearances that were withdrawn since the last comparison: pairs of a customer's keyed hash and a row, as JSON.
  withdrawn text,
  -- How often the list was written anew, without somebody who was erased.
  rewrites integer NOT NULL DEFAULT 0,
  checksum bytea
);
CREATE INDEX watches_by_state ON confere.watches (state);
CREATE INDEX watches_by_key ON confere.watches (key_id);

`,
  },
  ...laterPostgres,
];
