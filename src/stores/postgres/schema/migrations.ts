// The schema's history in PostgreSQL. Entries are never edited once released; a change is a new entry at the end. Each must be
// safe while the version before it still serves: it adds, and takes nothing away that the older version reads or writes.

interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The tables that calls with an Idempotency-Key lie in, by when they expire. */
export const callWindows = 6;
const windows = Array.from({ length: callWindows }, (_, window) => `confere.idempotent_calls_${window}`);

export const migrations: readonly Migration[] = [
  {
    name: 'keys, calls, usage and operators',
    sql: `
CREATE TABLE confere.meta (name text PRIMARY KEY, value bytea NOT NULL);

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
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  checksum bytea
);
-- Hashes of secrets that a rotation has replaced, and that work until its overlap is over.
CREATE TABLE confere.replaced_hashes (
  hash text PRIMARY KEY,
  key_id text NOT NULL,
  until_ms bigint NOT NULL,
  checksum bytea
);
CREATE INDEX replaced_hashes_by_key ON confere.replaced_hashes (key_id);

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
-- How many there are of each key, and under the empty name in all: the sum of the parts. One row for all would make every call wait for the other.
CREATE TABLE confere.idempotent_counts (
  key_id text NOT NULL,
  part integer NOT NULL,
  records bigint NOT NULL,
  PRIMARY KEY (key_id, part)
) WITH (fillfactor = 50);
CREATE FUNCTION confere.count_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO confere.idempotent_counts AS counted (key_id, part, records)
    SELECT name, pg_backend_pid() % 16, records * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END FROM (
      SELECT key_id AS name, count(*) AS records FROM changed GROUP BY key_id
      UNION ALL SELECT '', count(*) FROM changed HAVING count(*) > 0
    ) AS added ORDER BY name
    ON CONFLICT (key_id, part) DO UPDATE SET records = counted.records + excluded.records;
  RETURN NULL;
END $$;
CREATE TRIGGER idempotent_calls_added AFTER INSERT ON confere.idempotent_calls
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION confere.count_calls();
CREATE TRIGGER idempotent_calls_removed AFTER DELETE ON confere.idempotent_calls
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION confere.count_calls();

-- By day in America/Sao_Paulo.
CREATE TABLE confere.usage_requests (
  key_id text NOT NULL,
  day text NOT NULL,
  count bigint NOT NULL,
  last_at_ms bigint NOT NULL,
  PRIMARY KEY (key_id, day)
);
CREATE TABLE confere.usage_verifications (
  key_id text NOT NULL,
  day text NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  act text NOT NULL,
  purpose text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, key_id, operation, outcome, act, purpose)
);
CREATE TABLE confere.usage_calls (
  key_id text NOT NULL,
  day text NOT NULL,
  source text NOT NULL,
  outcome text NOT NULL,
  purpose text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (day, key_id, source, outcome, purpose)
);
-- What was added lately, so that nothing is added twice by a process that did not hear of its success.
CREATE TABLE confere.usage_batches (id uuid PRIMARY KEY, added_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX usage_batches_by_age ON confere.usage_batches (added_at);

-- Those who sign in to the console. A session is known by the hash of its token alone.
CREATE TABLE confere.operators (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL,
  password_hash text NOT NULL,
  sealed_totp bytea,
  totp_step bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  disabled_at_ms bigint
);
CREATE TABLE confere.operator_sessions (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  operator_id text NOT NULL REFERENCES confere.operators (id),
  begun_at_ms bigint NOT NULL,
  seen_at_ms bigint NOT NULL,
  network text NOT NULL
);
`,
  },
  {
    name: 'the audit',
    sql: `
-- A chain is continued by one session at a time, which holds a lock on it.
CREATE TABLE confere.audit_chains (id text PRIMARY KEY, since timestamptz NOT NULL DEFAULT now());
CREATE SEQUENCE confere.audit_places;
-- By the month in which a record was written, so that old ones go by dropping their table. What can be searched is read out of the
-- content by the database itself, so that no column can disagree with what the chain covers. The text begins as [1,TIME,"KIND","REQUEST",
-- "KEY","SUBJECT", and as [1,TIME,"act",null, for an act: cutting it there takes a tenth of the time of reading it as JSON.
CREATE TABLE confere.audit_records (
  chain text NOT NULL,
  sequence bigint NOT NULL,
  written_on date NOT NULL DEFAULT current_date,
  place bigint NOT NULL DEFAULT nextval('confere.audit_places'),
  hash bytea NOT NULL,
  content text,
  content_hash bytea,
  at_ms bigint GENERATED ALWAYS AS (split_part(content, ',', 2)::bigint) STORED,
  kind text GENERATED ALWAYS AS (split_part(content, '"', 2)) STORED,
  request_id text GENERATED ALWAYS AS (CASE WHEN split_part(content, '"', 2) <> 'act' THEN split_part(content, '"', 4) END) STORED,
  key_id text GENERATED ALWAYS AS (CASE WHEN split_part(content, '"', 2) <> 'act' THEN split_part(content, '"', 6) END) STORED,
  subject text GENERATED ALWAYS AS (CASE WHEN split_part(content, '"', 2) <> 'act' THEN split_part(content, '"', 8) END) STORED,
  CHECK ((content IS NULL) = (content_hash IS NOT NULL)),
  PRIMARY KEY (chain, sequence, written_on)
) PARTITION BY RANGE (written_on);
CREATE INDEX audit_records_by_place ON confere.audit_records (place);
CREATE INDEX audit_records_by_time ON confere.audit_records USING brin (at_ms) WITH (pages_per_range = 32);
CREATE INDEX audit_records_by_request ON confere.audit_records (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_records_by_person ON confere.audit_records (subject) WHERE kind = 'cpf';
-- Kept for a shorter time than the records that they belong to.
CREATE TABLE confere.audit_details (
  chain text NOT NULL,
  sequence bigint NOT NULL,
  written_on date NOT NULL DEFAULT current_date,
  details bytea NOT NULL,
  PRIMARY KEY (chain, sequence, written_on)
) PARTITION BY RANGE (written_on);
CREATE FUNCTION confere.refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND new.chain = old.chain AND new.sequence = old.sequence AND new.hash = old.hash
    AND new.content IS NULL AND old.content IS NOT NULL AND new.content_hash = sha256(convert_to(old.content, 'UTF8')) THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'audit records are never changed, and never deleted one by one';
END $$;
CREATE TRIGGER audit_records_only_forget BEFORE UPDATE OR DELETE ON confere.audit_records
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
`,
  },
  {
    name: 'probes of the audit',
    sql: `
-- Written, and deleted again, to find out whether the audit can be written. Not compressed: a probe takes the room that it asks for.
CREATE TABLE confere.audit_probes (chain text PRIMARY KEY, body bytea NOT NULL);
ALTER TABLE confere.audit_probes ALTER COLUMN body SET STORAGE EXTERNAL;
`,
  },
  {
    name: 'open intents of the audit',
    sql: `
-- Intents that nothing has completed yet. All that is said of them stands in the chain; this only finds them. A row lives for as long as a
-- request, so what is dead is cleared away early.
CREATE TABLE confere.audit_open_intents (request_id text PRIMARY KEY, chain text NOT NULL, sequence bigint NOT NULL)
  WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
`,
  },
  {
    name: 'devices and single sign-on of operators',
    sql: `
ALTER TABLE confere.operators ADD COLUMN device_epoch integer NOT NULL DEFAULT 0;
ALTER TABLE confere.operators ADD COLUMN sso_subject text UNIQUE;
ALTER TABLE confere.operators ADD COLUMN local_until_ms bigint;
`,
  },
  {
    name: 'batches, watches and webhooks',
    sql: `
-- Held by one process at a time, for as long as it renews it by the clock of this server. The signs of life are for those who look on.
CREATE TABLE confere.job_lease (
  name text PRIMARY KEY,
  owner text NOT NULL,
  renewed_at timestamptz NOT NULL,
  signs text NOT NULL
);

-- What is told to others: where to (sealed address and secret), and what (sealed body), kept for a while after its end.
CREATE TABLE confere.webhook_endpoints (
  id text PRIMARY KEY,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at_ms bigint NOT NULL
);
CREATE TABLE confere.webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES confere.webhook_endpoints (id) ON DELETE CASCADE,
  event text NOT NULL,
  sealed_body bytea NOT NULL,
  created_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead')),
  attempts integer NOT NULL DEFAULT 0,
  due_at_ms bigint NOT NULL,
  last_outcome text,
  settled_at_ms bigint
);
CREATE INDEX webhook_deliveries_due ON confere.webhook_deliveries (state, due_at_ms);
CREATE INDEX webhook_deliveries_settled ON confere.webhook_deliveries (settled_at_ms);
CREATE INDEX webhook_deliveries_by_endpoint ON confere.webhook_deliveries (endpoint_id);

-- What the owner of a key is told, kept to be read again. The count of a key outlives its events: no number comes twice.
CREATE TABLE confere.event_counts (key_id text PRIMARY KEY, last_number bigint NOT NULL);
CREATE TABLE confere.events (
  key_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  id text NOT NULL,
  event text NOT NULL,
  sealed_body bytea NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (key_id, number)
);
CREATE INDEX events_by_time ON confere.events (created_at_ms);

-- Batches: what was asked and what was answered is sealed. One that is taken in belongs to the process of its owner, and was last added to
-- at seen_at; from next_row on nobody has taken a row yet.
CREATE TABLE confere.batches (
  id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  purpose text,
  explain boolean NOT NULL,
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
  erasures integer NOT NULL DEFAULT 0
);
CREATE INDEX batches_by_state ON confere.batches (state, created_at_ms);
CREATE INDEX batches_by_key ON confere.batches (key_id, state);
CREATE INDEX batches_by_expiry ON confere.batches (expires_at_ms);
CREATE TABLE confere.batch_inputs (
  batch_id text NOT NULL,
  first_row integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (batch_id, first_row)
);
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
-- A row without a result is claimed ('started') or put off ('postponed'). Nobody is asked about a row that was not claimed.
CREATE TABLE confere.batch_rows (
  batch_id text NOT NULL,
  row_number integer NOT NULL,
  status text NOT NULL,
  sealed bytea,
  PRIMARY KEY (batch_id, row_number)
);
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

-- Watches: a sealed list in parts, and sealed changes, of which those up to last_change are whole.
CREATE TABLE confere.watches (
  id text COLLATE "C" PRIMARY KEY,
  key_id text NOT NULL,
  mode text NOT NULL,
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
  compared_at_ms bigint
);
CREATE INDEX watches_by_state ON confere.watches (state);
CREATE INDEX watches_by_key ON confere.watches (key_id);
CREATE TABLE confere.watch_lists (
  watch_id text NOT NULL,
  part integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (watch_id, part)
);
CREATE TABLE confere.watch_changes (
  watch_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (watch_id, number)
);
`,
  },
  {
    name: 'origins of keys',
    sql: `
ALTER TABLE confere.api_keys ADD COLUMN cors_origins text;
`,
  },
  {
    name: 'windows of calls',
    sql: `
-- Calls that expire at about the same time lie together, and their table is emptied when all are over. What was there before stays in the
-- parent until it expires, and so does what nodes of the version before add to it.
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
-- Nodes of the version before claim in the parent. They take the same lock, and leave a call alone that lies in a window.
CREATE FUNCTION confere.guard_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(new.id, 2));
  IF EXISTS (SELECT 1 FROM confere.idempotent_calls AS known WHERE known.id = new.id
    AND known.tableoid <> 'confere.idempotent_calls'::regclass
    AND known.expires_at_ms > extract(epoch FROM clock_timestamp()) * 1000) THEN RETURN NULL; END IF;
  RETURN new;
END $$;
CREATE TRIGGER idempotent_calls_guarded BEFORE INSERT ON confere.idempotent_calls
  FOR EACH ROW EXECUTE FUNCTION confere.guard_call();
-- Counted by the hour in which calls expire, from time to time and not with each of them: a row that many add to is held until a commit.
DROP TRIGGER idempotent_calls_added ON confere.idempotent_calls;
DROP TRIGGER idempotent_calls_removed ON confere.idempotent_calls;
CREATE FUNCTION confere.count_calls_anew() RETURNS void LANGUAGE sql AS $$
  INSERT INTO confere.idempotent_counts (key_id, part, records)
    SELECT coalesce(key_id, ''), (expires_at_ms / 3600000)::integer AS hour, count(*) FROM confere.idempotent_calls
    GROUP BY GROUPING SETS ((key_id, (expires_at_ms / 3600000)::integer), ((expires_at_ms / 3600000)::integer)) ORDER BY 1, 2
    ON CONFLICT (key_id, part) DO UPDATE SET records = excluded.records
$$;
`,
  },
  {
    // A statement of its own, which holds up nobody: all calls are read.
    name: 'calls by the hour of their end',
    sql: 'SELECT confere.count_calls_anew()',
  },
  {
    // Answers of parties that may be used again for a purpose: sealed, under keyed hashes of the question and of the person.
    name: 'bought answers',
    sql: `
CREATE TABLE confere.bought_answers (
  name text COLLATE "C" PRIMARY KEY,
  subject text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  bought_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);
CREATE INDEX bought_answers_by_subject ON confere.bought_answers (subject);
CREATE INDEX bought_answers_by_end ON confere.bought_answers (expires_at_ms);
`,
  },
  {
    // Who of several processes asks a party; for a second the answer, sealed. Unlogged: it counts for those who live now.
    name: 'questions',
    sql: `
CREATE UNLOGGED TABLE confere.questions (
  name text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  is_awaited boolean NOT NULL DEFAULT false,
  sealed bytea,
  expires_at timestamptz NOT NULL
);
`,
  },
  {
    // People are searched for by their number in screenings as well.
    name: 'screenings by person',
    sql: "CREATE INDEX audit_records_by_screened ON confere.audit_records (subject) WHERE kind = 'screen'",
  },
  {
    // Hits that somebody has judged false: customers as keyed hashes, the reason and what was judged sealed.
    name: 'clearances',
    sql: `
CREATE TABLE confere.clearances (
  id text COLLATE "C" PRIMARY KEY,
  mode text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  list_row text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  state text NOT NULL,
  made_by text NOT NULL,
  created_at_ms bigint NOT NULL,
  confirmed_by text,
  confirmed_at_ms bigint
);
CREATE UNIQUE INDEX clearances_by_customer ON confere.clearances (mode, subject, list_row);
CREATE INDEX clearances_by_time ON confere.clearances (mode, created_at_ms, id);
`,
  },
  {
    // People are watched too: why, by which right and until when; and where a watch stands in the lists of people and companies.
    name: 'watches of people',
    sql: `
ALTER TABLE confere.watches ADD COLUMN kind text NOT NULL DEFAULT 'company';
ALTER TABLE confere.watches ADD COLUMN lists text;
ALTER TABLE confere.watches ADD COLUMN purpose text;
ALTER TABLE confere.watches ADD COLUMN legal_basis text;
ALTER TABLE confere.watches ADD COLUMN until_ms bigint;
`,
  },
  {
    // The language in which rows are screened; null where they are only verified.
    name: 'screened batches',
    sql: 'ALTER TABLE confere.batches ADD COLUMN screen_language text',
  },
  {
    // Clearances that were withdrawn since the last comparison: pairs of a customer's keyed hash and a row, as JSON.
    name: 'withdrawn clearances',
    sql: 'ALTER TABLE confere.watches ADD COLUMN withdrawn text',
  },
  {
    // How often the list of a watch was written anew, without somebody who was erased.
    name: 'rewritten watches',
    sql: 'ALTER TABLE confere.watches ADD COLUMN rewrites integer NOT NULL DEFAULT 0',
  },
  {
    // A million keys: pages of them in their order, and the web pages that keys are for.
    name: 'many keys',
    sql: `
CREATE INDEX api_keys_by_time ON confere.api_keys (created_at_ms, id);
CREATE INDEX api_keys_by_origin ON confere.api_keys USING gin (string_to_array(cors_origins, ' ')) WHERE cors_origins IS NOT NULL;
`,
  },
  {
    // Answers of single sign-on that somebody has used: each is good once.
    name: 'used sign-ins',
    sql: 'CREATE TABLE confere.used_sign_ins (id text PRIMARY KEY, until_ms bigint NOT NULL)',
  },
  {
    // Whether a session was begun with a second factor as well.
    name: 'sessions with a second factor',
    sql: 'ALTER TABLE confere.operator_sessions ADD COLUMN has_second_factor integer NOT NULL DEFAULT 0',
  },
  {
    // Sessions that are known by a hash without a key end.
    name: 'checksums of operators and sessions',
    sql: `
DELETE FROM confere.operator_sessions;
ALTER TABLE confere.operators ADD COLUMN checksum bytea;
ALTER TABLE confere.operator_sessions ADD COLUMN checksum bytea;
`,
  },
  {
    name: 'checksums of what keys keep',
    sql: `
ALTER TABLE confere.clearances ADD COLUMN checksum bytea;
ALTER TABLE confere.webhook_endpoints ADD COLUMN checksum bytea;
ALTER TABLE confere.batches ADD COLUMN checksum bytea;
ALTER TABLE confere.watches ADD COLUMN checksum bytea;
`,
  },
  {
    // With which generation of the master secret a process works in all of its parts; 0 where it does not tell.
    name: 'generations of nodes',
    sql: 'ALTER TABLE confere.nodes ADD COLUMN generation integer NOT NULL DEFAULT 0',
  },
  {
    // Passkeys of operators: name and public key are sealed, bound to the ids beside them.
    name: 'passkeys',
    sql: `
CREATE TABLE confere.operator_passkeys (
  id text PRIMARY KEY,
  operator_id text NOT NULL,
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  sign_count bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint,
  checksum bytea
);
CREATE INDEX operator_passkeys_by_operator ON confere.operator_passkeys (operator_id);
ALTER TABLE confere.operators ADD COLUMN has_passkey integer;
`,
  },
  {
    // By the first word of what they are about: a person, by what the audit calls them, or a request.
    name: 'acts by what they are about',
    sql: "CREATE INDEX audit_acts_by_target ON confere.audit_records (split_part(content::jsonb ->> 14, ' ', 1)) WHERE kind = 'act'",
  },
  {
    // What a batch does where a budget is used up; null: it waits.
    name: 'batches and budgets',
    sql: 'ALTER TABLE confere.batches ADD COLUMN at_budget text',
  },
];
