// Every setting: its form, its default and what it is about. `docs/settings.md` is generated from here.
// The section `sources` of the file is read by `sources/`.

import {
  anchors,
  choice,
  depot,
  groupsByRole,
  hostNames,
  integer,
  issuer,
  listNames,
  networks,
  origin,
  path,
  purpose,
  rolesOf,
  type Setting,
  secret,
  secretAddress,
  sensitivities,
  share,
  text,
  toggle,
  words,
  workers,
} from './forms.ts';

/** Every setting by its name in the YAML file, where a dot is one level. In the environment: `CONFERE_` and capitals. */
export const settings = {
  host: text('127.0.0.1', 'Address to listen on. `0.0.0.0` opens the service to the network.'),
  port: integer(8080, 0, 65_535, 'Port to listen on; 0 takes any free one.'),
  data_dir: path('./data', 'Where the service keeps its database and the company registry.'),
  secrets_dir: path('./secrets', 'Where the master secret lives, mode 0700; never inside `data_dir`.'),
  store: secretAddress(
    /^postgres(?:ql)?:\/\//,
    'postgres://confere@db.example:5432/confere?sslmode=verify-full',
    'A PostgreSQL that several nodes share. It keeps keys, calls with an `Idempotency-Key` and usage instead of `data_dir`.',
  ),
  store_maintenance: secretAddress(
    /^postgres(?:ql)?:\/\//,
    'postgres://confere_owner@db.example:5432/confere?sslmode=verify-full',
    'The same database as its owner, only for `confere store migrate`; `store` when not set. The service needs fewer rights, and should have fewer.',
  ),
  store_connections: integer(10, 2, 500, 'Connections of one process to `store`, besides four of its own.'),
  store_outage_seconds: integer(
    60,
    0,
    3_600,
    'How long a process accepts the keys that it knows while it cannot reach `store`. `keys revoke` may wait that long for a node that is cut off.',
  ),
  'admin.enabled': toggle(
    true,
    'Whether the service opens the listener for operators: `/metrics`, `/status`, `/livez`, `/readyz`.',
  ),
  'admin.host': text('127.0.0.1', 'Address of the listener for operators. Anybody who reaches it can read it.'),
  'admin.port': integer(9090, 0, 65_535, 'Port of the listener for operators; 0 takes any free one.'),
  'console.listener': choice(
    ['auto', 'public', 'admin', 'off'],
    'auto',
    'Where the console is: beside the API, or only with the listener for operators. `auto` puts it beside the API while that listens ' +
      'only on this machine (127.0.0.1, ::1, localhost), otherwise with the operators.',
  ),
  'console.address': origin(
    'The address of the console, as browsers show it. Single sign-on leads back there, and passkeys work only there.',
  ),
  'console.hosts': hostNames(
    'Further names for the console and the listener for operators. Without it: `console.address`, this machine’s own name, `localhost` ' +
      'and IP addresses. The service refuses any other name with 421, because another site may have made it point here.',
  ),
  'console.idle_minutes': integer(
    30,
    1,
    1_440,
    'Minutes without a request after which an operator must sign in again.',
  ),
  'console.session_hours': integer(8, 1, 168, 'Hours after which an operator must always sign in again.'),
  'console.local_operators': toggle(
    true,
    'Whether operators with a password (`confere operators`) may sign in. `false` needs single sign-on; `confere console recover` is the way in when that fails.',
  ),
  'console.totp_required': rolesOf(
    'The roles whose operators need a second factor: the code of an authenticator app, or a passkey. An operator without one sets it up at the next sign-in, before anything else; running sessions without one end there too. Single sign-on is not meant: there the provider asks.',
  ),
  'console.oidc.issuer': issuer(
    'The OpenID Connect provider by which operators sign in (single sign-on). Needs `console.address`, `console.oidc.client_id` and `console.oidc.roles`.',
  ),
  'console.oidc.client_id': text(null, 'The name by which the provider knows this service.'),
  'console.oidc.client_secret': secret(
    'The secret with which the service proves itself to the provider; none for a public client.',
  ),
  'console.oidc.label': text('SSO', 'The name of the provider on the button: “Entrar com …”.'),
  'console.oidc.scopes': text(
    'openid profile email',
    'The scopes that the service asks of the provider, with `openid` among them.',
  ),
  'console.oidc.groups_claim': text(
    'groups',
    'The claim that holds the groups of a person; a dot leads into an object, as in `realm_access.roles`.',
  ),
  'console.oidc.roles': groupsByRole(
    'Which groups have which role. The service refuses a person without any of them; with several, the highest role counts.',
  ),
  'console.purpose_required': toggle(
    false,
    'In the console, operators must state the purpose of each verification with real sources, one by one and in tables.',
  ),
  'log.level': choice(['debug', 'info', 'warn', 'error', 'silent'], 'info', 'The least important lines to write.'),
  'log.format': choice(['auto', 'json', 'text'], 'auto', '`auto` writes readable lines on a terminal, JSON elsewhere.'),
  'server.workers': workers(
    'Processes that share the port and the data; `auto` is one per core. `confere serve --workers` wins over it.',
  ),
  'server.connections_max': integer(
    2_048,
    1,
    65_535,
    'Open connections at one time. When there is no room, the service closes the longest idle one for a new one.',
  ),
  'server.connections_per_client_max': integer(
    null,
    1,
    65_535,
    'Open connections of one client network (an IPv4 address or an IPv6 /64). Behind a trusted proxy it limits the requests of one network ' +
      'at the same time. Default: three quarters of `server.connections_max`. Trusted proxies themselves have no such limit.',
  ),
  'server.trusted_proxies': networks('Proxies whose `X-Forwarded-For` the service believes.'),
  counters: secretAddress(
    /^rediss?(?:\+(?:sentinel|cluster))?:\/\//i,
    'rediss://confere:PASSWORD@redis.example:6379',
    'Redis or Valkey, in which several machines count rates, quotas, in-flight requests and failed authentications together: `redis://`, `rediss://` with TLS, ' +
      '`redis+sentinel://HOST,HOST/GROUP`, `redis+cluster://HOST,HOST`. Without it each machine counts for itself.',
  ),
  answer_cache: choice(
    ['process', 'shared'],
    'process',
    'Where Confere keeps the answers of sources with `cache_seconds`: in each process, or also sealed in the Redis of `counters` for all machines. Answers about people then ' +
      'leave the machine, encrypted: ask your lawyer first.',
  ),
  'limits.counters_ms_max': integer(
    50,
    5,
    1_000,
    'Longest wait for an answer of `counters`. After that each node uses its share of the limits until `counters` is back.',
  ),
  'limits.nodes': integer(
    1,
    1,
    10_000,
    'The least number of processes that share the limits while a node cannot reach `counters`: each allows its share. If a node saw more before, it uses that number.',
  ),
  'limits.auth_failures_per_minute': integer(
    30,
    1,
    1_000_000,
    'Failed authentications from one address before the service tells further failures to wait. A valid key always passes.',
  ),
  'idempotency.hours': integer(
    24,
    24,
    720,
    'Hours for which Confere keeps the answer to a call with an `Idempotency-Key`, sealed, and can replay it. The API promises 24 to callers.',
  ),
  'idempotency.records_per_key_max': integer(
    null,
    1,
    10_000_000_000,
    'Calls with an `Idempotency-Key` on record for one API key: calls a second × 3600 × `idempotency.hours`. Default: 1,000,000 on files of its own, more than a live key at 600/min makes in 24 hours; 100,000,000 with `store`.',
  ),
  'idempotency.records_max': integer(
    null,
    1,
    10_000_000_000,
    'The same for all API keys together. Each takes 1 to 2 kB of the disk. Default: 2,000,000 on files of its own, 200,000,000 with `store`.',
  ),
  'limits.wait_ms_max': integer(
    500,
    10,
    60_000,
    'How long a request may wait for its turn before the service refuses it with 503 `overloaded` and does nothing. Time in which the process itself was suspended does not count.',
  ),
  'policy.file': path(null, 'A risk policy instead of the built-in one; `confere policy show` prints the format.'),
  'verification.deadline_ms': integer(
    3_000,
    100,
    30_000,
    'Longest time for all sources of one CPF verification together.',
  ),
  'audit.purposes': words(
    ['onboarding', 'credit', 'fraud_prevention', 'legal_obligation'],
    'The values of `Confere-Purpose`: why the caller asks about a person (LGPD art. 6). The audit records it with each verification.',
  ),
  'audit.strict': toggle(
    false,
    'Refuse CNPJ verifications too while the service cannot write the audit. It always refuses CPF verifications then.',
  ),
  'audit.without_intent_max': integer(
    0,
    0,
    10_000,
    'How many CPF verifications a node may have in flight without an intent on the disk. With 0 the node calls no party without a trace. Each verification ' +
      'without an intent saves a commit. A `kill -9`, a power cut or a failing disk then loses the trace of at most that many, three calls each.',
  ),
  'audit.deadline_ms': integer(
    1_500,
    100,
    30_000,
    'Longest time for a record to reach the disk. After that the service refuses the answer.',
  ),
  'audit.state_dir': path(
    null,
    'Where this machine remembers the last end of the audit that it wrote, so that it notices an older or missing audit. Default: `audit-heads` ' +
      'in `secrets_dir`. Never put it inside `data_dir`, nor on a disk that you restore together with it.',
  ),
  'audit.anchor': anchors(
    'Places that this machine cannot rewrite. The service sends the signed heads of the audit there: see the page about the audit.',
  ),
  'audit.anchor_minutes': integer(
    5,
    1,
    1_440,
    'Minutes between two anchors. The service sends none while no head has moved.',
  ),
  'audit.record_days': integer(
    1_825,
    1,
    36_500,
    'Days after which the service purges the content of an audit record; its hash stays.',
  ),
  'audit.evidence_days': integer(
    180,
    1,
    36_500,
    'Days after which the service purges the sealed evidence of an audit record.',
  ),
  'privacy.ledger': path(
    null,
    'The file that remembers erasures, sealed, so that Confere erases the same people again after a restore. By default `erasures.ndjson` in `secrets_dir`; never inside `data_dir`.',
  ),
  'registry.verify_before_ready': toggle(false, 'Answer `/readyz` only after a check of the whole registry file.'),
  'registry.rejected_share_max': share(
    0.0001,
    'Largest share of unreadable rows with which an import still goes live.',
  ),
  'registry.import_priority': choice(
    ['low', 'normal'],
    'low',
    '`low` lets all other work of the machine go before an import, so that answers do not wait. `normal` keeps the priority of the command, for a machine that answers nobody.',
  ),
  'registry.download_url': text(
    'https://arquivos.receitafederal.gov.br/public.php/dav/files/YggdBLfdninEJX9/',
    'WebDAV address of the monthly files of the Receita Federal; it has moved before.',
  ),
  'registry.source': depot(
    'Where another machine publishes its snapshots (`confere registry publish`): this one looks there by itself and fetches a newer one. ' +
      'A service without a registry is not ready until it has taken one.',
  ),
  'registry.publisher_key': path(
    null,
    'File with one or several Ed25519 public keys (PEM) of those who may publish. `registry.source` and `registry pull` then take only snapshots that `registry publish --sign` signed.',
  ),
  'registry.source_minutes': integer(
    15,
    1,
    1_440,
    'Minutes between two looks at `registry.source`, a quarter more or less, so that many nodes do not look at the same moment.',
  ),
  'lists.download_url': text(
    null,
    'A mirror of the publishers of lists, for a machine that may not reach them: `https://HOST/PATH` is at `MIRROR/HOST/PATH`. By default `confere lists update` asks the publishers themselves.',
  ),
  'lists.eu_token': secret(
    'The token that the European Commission gives every user of its list. Without it `confere lists update` leaves that list out.',
  ),
  'lists.source': depot(
    'Where another machine publishes its lists (`confere lists publish`): this one looks there by itself and fetches what is newer.',
  ),
  'lists.publisher_key': path(
    null,
    'File with one or several Ed25519 public keys (PEM) of those who may publish. `lists.source` and `lists pull` then take only lists that `lists publish --sign` signed.',
  ),
  'lists.source_minutes': integer(
    15,
    1,
    1_440,
    'Minutes between two looks at `lists.source`, a quarter more or less, so that many nodes do not look at the same moment.',
  ),
  'batches.rows_max': integer(100_000, 1, 10_000_000, 'Rows that one batch may have.'),
  'batches.body_bytes_max': integer(67_108_864, 1_024, 4_294_967_296, 'Bytes that the body of one batch may have.'),
  'batches.unfinished_per_key_max': integer(10, 1, 1_000, 'Unfinished batches of one API key at the same time.'),
  'batches.rows_at_once': integer(
    16,
    1,
    256,
    'Rows of one batch in flight at the same time; the limits and quotas of its key also apply.',
  ),
  'batches.kept_hours': integer(
    72,
    1,
    8_760,
    'Hours for which the service keeps a finished batch with its results, sealed. Then it deletes both.',
  ),
  'watches.companies_max': integer(1_000_000, 1, 10_000_000, 'Companies that one watch may have.'),
  'watches.people_max': integer(1_000_000, 1, 10_000_000, 'People that one watch may have.'),
  'watches.people_days': integer(
    365,
    1,
    3_650,
    'Days after which the service deletes a watch of people. The caller may choose an earlier day.',
  ),
  'watches.people_purpose_required': toggle(
    true,
    'A watch of people needs a purpose (`Confere-Purpose`, or the one of the key) and a legal basis (`legal_basis`).',
  ),
  'watches.per_key_max': integer(20, 1, 10_000, 'Watches that one API key may have.'),
  'webhooks.allow_http': toggle(false, 'Whether a webhook may go to an address that begins with `http://`.'),
  'webhooks.allowed_networks': networks(
    'Networks that webhooks may go to although they are not public. Otherwise the service refuses loopback, private and link-local ones.',
  ),
  'webhooks.deadline_ms': integer(
    10_000,
    100,
    60_000,
    'Longest time for one call of a webhook, with the lookup of its name.',
  ),
  'webhooks.attempts_max': integer(
    10,
    1,
    50,
    'Calls for one event before the service abandons it: with 10, over about a day and a half.',
  ),
  'events.kept_days': integer(30, 1, 3_650, 'Days for which `GET /v1/events` still shows an event.'),
  'webhooks.per_key_max': integer(10, 0, 1_000, 'Endpoints that an API key may create for itself.'),
  'webhooks.kept_days': integer(30, 1, 3_650, 'Days for which the service keeps a delivered or abandoned event.'),
  'companies.show_email': purpose('Shows the e-mail addresses in company records; they are often an accountant’s own.'),
  'companies.show_phones': purpose('Shows telephones and fax in company records.'),
  'companies.show_personal_address': purpose(
    'Shows street and postal code of MEIs and sole traders: where a person lives, as a rule.',
  ),
  'companies.show_minors': purpose('Shows partners who are or may be under 18, and who represents them.'),
  'screening.lists': listNames(
    'The lists that a screening relies upon, beside `onu`. While one of them is missing, damaged or too old, no answer is `clear`. Without it: those that were ever live here.',
  ),
  'screening.sensitivity': sensitivities(
    'How alike a name must be before a list tells a row: `high` tells the most rows, `low` the fewest. A list that is not named keeps its default, which is `balanced` for all others.',
  ),
  'screening.verify': toggle(
    false,
    'Looks in the lists in each verification as well: its answer ends with `screening`, and a hit affects the risk as the policy says.',
  ),
  'screening.four_eyes': toggle(
    false,
    'A hit that a key or an operator clears counts as cleared only after another one has confirmed it.',
  ),
  'screening.keep_editions_days': integer(
    30,
    0,
    3_650,
    'Days for which an import keeps a replaced edition of a list, so that `confere audit replay` can repeat a screening recorded with it.',
  ),
  'compat.enabled': toggle(
    false,
    'Answers `/compat/minha-receita/…` and `/compat/brasil-api/cnpj/v1/…` in the form of those services.',
  ),
  'compat.without_key': toggle(false, 'Answers `/compat/…` also without an API key, limited per client address.'),
  'compat.requests_per_minute': integer(
    60,
    1,
    1_000_000,
    'Requests to `/compat/…` without a key from one address in a minute.',
  ),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

export function toVariable(name: string): string {
  return `CONFERE_${name.replaceAll('.', '_').toUpperCase()}`;
}
