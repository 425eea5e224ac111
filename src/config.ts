// Environment and YAML file -> one frozen Config. The only file that reads the environment; lists every fault at once.
// `docs/settings.md` is generated from `settings`. The section `sources` of the file is read by `sources/`, not here.

import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { type AnchorSetting, anchorForm, readAnchors } from './anchor-settings.ts';
import { findNetwork } from './domain/access/network.ts';
import { type Role, roles } from './domain/access/operator.ts';
import { OperatorError } from './errors.ts';
import { readTracing, type TracingSettings } from './tracing-settings.ts';
import { isMapping, type KeyPath, parseYaml } from './yaml-file.ts';

interface Setting<Value> {
  readonly about: string;
  readonly fallback: Value;
  /** What a value must be, for the message and the docs. */
  readonly form: string;
  /** Undefined when the value is not acceptable. `base` is the folder that relative paths start from. */
  read(raw: unknown, base: string): Value | undefined;
}

const text = <Value extends string | null>(fallback: Value, about: string): Setting<string | Value> => ({
  about,
  fallback,
  form: 'text',
  read: (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
});

const path = <Value extends string | null>(fallback: Value, about: string): Setting<string | Value> => ({
  about,
  fallback,
  form: 'a path',
  read: (raw, base) => (typeof raw === 'string' && raw.trim() !== '' ? resolve(base, raw.trim()) : undefined),
});

/** A folder, or an address of another kind, which whoever uses it reads. */
const place = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'a folder, an address that begins with `http://` or `https://`, or `s3://BUCKET/PREFIX`',
  read: (raw, base) => {
    const trimmed = typeof raw === 'string' ? raw.trim() : '';
    if (trimmed === '') return undefined;
    if (/^(?:https?|s3):\/\//i.test(trimmed)) return trimmed;
    return trimmed.includes('://') ? undefined : resolve(base, trimmed);
  },
});

const integer = <Value extends number | null>(
  fallback: Value,
  min: number,
  max: number,
  about: string,
): Setting<number | Value> => ({
  about,
  fallback,
  form: `a whole number from ${min} to ${max}`,
  read: (raw) => readNumber(raw, min, max, Number.isInteger),
});

const share = (fallback: number, about: string): Setting<number> => ({
  about,
  fallback,
  form: 'a share from 0 to 1',
  read: (raw) => readNumber(raw, 0, 1, Number.isFinite),
});

const toggle = (fallback: boolean, about: string): Setting<boolean> => ({
  about,
  fallback,
  form: '`true` or `false`',
  read: (raw) => (raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : undefined),
});

const choice = <const Values extends readonly string[]>(
  values: Values,
  fallback: Values[number],
  about: string,
): Setting<Values[number]> => ({
  about,
  fallback,
  form: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
  read: (raw) => values.find((value) => value === raw),
});

/** An address that may hold a password: as it is, or where it is to be read. It is read when it is needed, and never printed. */
export type SecretAddress =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

const secretAddress = (scheme: RegExp, example: string, about: string): Setting<SecretAddress | null> => ({
  about,
  fallback: null,
  form: `an address such as \`${example}\`, or \`{ env: NAME }\` or \`{ file: PATH }\` that holds one`,
  read: (raw, base) => {
    if (typeof raw === 'string') return scheme.test(raw.trim()) ? { kind: 'text', text: raw.trim() } : undefined;
    return readSecretPlace(raw, base);
  },
});

const hostNames = (about: string): Setting<readonly string[]> => ({
  about,
  fallback: [],
  form: 'a list of host names without a port, such as `confere.bank.example` (in the environment: separated by commas)',
  read: (raw) => {
    const items = typeof raw === 'string' ? raw.split(',') : raw;
    if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return undefined;
    const trimmed = items.map((item) => item.trim()).filter((item) => item !== '');
    return trimmed.every((item) => /^[\w-]+(?:\.[\w-]+)*\.?$/.test(item)) ? trimmed : undefined;
  },
});

const origin = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'an address without a path, such as `https://confere.bank.example`',
  read: (raw) => {
    const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
    return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href ? url.origin : undefined;
  },
});

/** A secret itself, or where it is to be read; it is read when it is needed, and never printed. */
const secret = (about: string): Setting<SecretAddress | null> => ({
  about,
  fallback: null,
  form: '`{ env: NAME }` or `{ file: PATH }` that holds it (in the environment: the secret itself)',
  read: (raw, base) => {
    if (typeof raw === 'string') return raw.trim() === '' ? undefined : { kind: 'text', text: raw.trim() };
    return readSecretPlace(raw, base);
  },
});

/** An address of somebody else; over plain HTTP only on this machine. */
const issuer = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'an address that begins with `https://`, exactly as the provider writes it',
  read: (raw) => {
    const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
    const isThisMachine = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine) ? String(raw).trim() : undefined;
  },
});

export type GroupsByRole = Readonly<Record<Role, readonly string[]>>;

const groupsByRole = (about: string): Setting<GroupsByRole | null> => ({
  about,
  fallback: null,
  form: 'a mapping of `viewer`, `analyst` and `admin` to groups, such as `{ admin: [confere-admins] }` (in the environment: `admin=confere-admins,viewer=staff`)',
  read: (raw) => {
    const pairs = typeof raw === 'string' ? readWrittenPairs(raw) : isMapping(raw) ? Object.entries(raw) : undefined;
    const found: Record<Role, string[]> = { viewer: [], analyst: [], admin: [] };
    for (const [name, given] of pairs ?? []) {
      const role = roles.find((one) => one === name);
      const groups = typeof given === 'string' ? [given] : given;
      const isList = Array.isArray(groups) && groups.every((group) => typeof group === 'string' && group !== '');
      if (role === undefined || !isList) return undefined;
      found[role].push(...groups);
    }
    return Object.values(found).some((groups) => groups.length > 0) ? found : undefined;
  },
});

const workersMax = 64;

const workers = (about: string): Setting<number | 'auto'> => ({
  about,
  fallback: 1,
  form: `a whole number from 1 to ${workersMax}, or \`auto\``,
  read: (raw) => (raw === 'auto' ? raw : readNumber(raw, 1, workersMax, Number.isInteger)),
});

const networks = (about: string): Setting<readonly string[]> => ({
  about,
  fallback: [],
  form: 'a list of addresses or CIDR ranges, such as `10.0.0.0/8` (in the environment: separated by commas)',
  read: (raw) => {
    const items = typeof raw === 'string' ? raw.split(',') : raw;
    if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return undefined;
    const trimmed = items.map((item) => item.trim()).filter((item) => item !== '');
    return trimmed.every((item) => findNetwork(item) !== undefined) ? trimmed : undefined;
  },
});

const words = (fallback: readonly string[], about: string): Setting<readonly string[]> => ({
  about,
  fallback,
  form: 'a list of words in lower case, such as `credit` (in the environment: separated by commas)',
  read: (raw) => {
    const items = typeof raw === 'string' ? raw.split(',') : raw;
    if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return undefined;
    const trimmed = items.map((item) => item.trim()).filter((item) => item !== '');
    return trimmed.every((item) => /^[a-z][a-z0-9_]{0,63}$/.test(item)) ? trimmed : undefined;
  },
});

const anchors = (about: string): Setting<readonly AnchorSetting[]> => ({
  about,
  fallback: [],
  form: anchorForm,
  read: readAnchors,
});

const purposeLengthMin = 5;
const purposeLengthMax = 200;

/** A switch that is turned on by saying what for; `true` says nothing. */
const purpose = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'the purpose, in words (5 to 200 characters)',
  read: (raw) => {
    const words = typeof raw === 'string' ? raw.trim() : '';
    const isPurpose = words.length >= purposeLengthMin && words.length <= purposeLengthMax;
    return isPurpose && !/^(?:true|false)$|\p{Cc}/iu.test(words) ? words : undefined;
  },
});

/** Every setting by its name in the YAML file, where a dot is one level. In the environment: `CONFERE_` and capitals. */
export const settings = {
  host: text('127.0.0.1', 'Address to listen on. `0.0.0.0` opens the service to the network.'),
  port: integer(8080, 0, 65_535, 'Port to listen on; 0 takes any free one.'),
  data_dir: path('./data', 'Where the service keeps its database and the company registry.'),
  secrets_dir: path('./secrets', 'Where the master secret lives, mode 0700; never inside `data_dir`.'),
  store: secretAddress(
    /^postgres(?:ql)?:\/\//,
    'postgres://confere@db.example:5432/confere?sslmode=verify-full',
    'A PostgreSQL that several nodes share: keys, calls with an `Idempotency-Key` and usage are kept there in place of `data_dir`.',
  ),
  store_maintenance: secretAddress(
    /^postgres(?:ql)?:\/\//,
    'postgres://confere_owner@db.example:5432/confere?sslmode=verify-full',
    'The same database as its owner, for `confere store migrate` alone; `store` when not set. The service needs less, and should have less.',
  ),
  store_connections: integer(10, 2, 500, 'Connections of one process to `store`, besides two of its own.'),
  store_outage_seconds: integer(
    60,
    0,
    3_600,
    'How long keys that a process knows are good while `store` cannot be reached. As long may `keys revoke` wait for a node that is cut off.',
  ),
  'admin.enabled': toggle(
    true,
    'Whether the listener for operators is opened: `/metrics`, `/status`, `/livez`, `/readyz`.',
  ),
  'admin.host': text('127.0.0.1', 'Address of the listener for operators. Anybody who reaches it can read it.'),
  'admin.port': integer(9090, 0, 65_535, 'Port of the listener for operators; 0 takes any free one.'),
  'console.listener': choice(
    ['auto', 'public', 'admin', 'off'],
    'auto',
    'Where the console for people is: beside the API, or with the listener for operators only. `auto` is beside the API while that is ' +
      'on this machine alone (127.0.0.1, ::1, localhost), and else with the operators.',
  ),
  'console.address': origin(
    'Where people open the console, as their browsers show it. Single sign-on leads back there.',
  ),
  'console.hosts': hostNames(
    'Further names by which the console and the listener for operators may be opened. Without it: `console.address`, this machine’s own name, ' +
      '`localhost` and addresses in digits. Any other name is refused with 421, because another site may have made it point here.',
  ),
  'console.idle_minutes': integer(
    30,
    1,
    1_440,
    'Minutes without a request after which an operator must sign in again.',
  ),
  'console.session_hours': integer(8, 1, 168, 'Hours after which an operator must sign in again in any case.'),
  'console.local_operators': toggle(
    true,
    'Whether operators with a password (`confere operators`) may sign in. `false` needs single sign-on; `confere console recover` is the way in when that fails.',
  ),
  'console.oidc.issuer': issuer(
    'The OpenID Connect provider by which operators sign in (single sign-on). Needs `console.address`, `console.oidc.client_id` and `console.oidc.roles`.',
  ),
  'console.oidc.client_id': text(null, 'What the provider knows this service as.'),
  'console.oidc.client_secret': secret(
    'What the service proves itself to the provider with; none for a public client.',
  ),
  'console.oidc.label': text('SSO', 'What the provider is called on the button: “Entrar com …”.'),
  'console.oidc.scopes': text('openid profile email', 'What is asked of the provider, `openid` among it.'),
  'console.oidc.groups_claim': text(
    'groups',
    'The claim that holds the groups of a person; a dot leads into an object, as in `realm_access.roles`.',
  ),
  'console.oidc.roles': groupsByRole(
    'Which groups have which role. Who has none of them is refused; of several the highest holds.',
  ),
  'console.purpose_required': toggle(
    false,
    'Operators must say what a verification with real sources is for, in the console, one by one and in tables.',
  ),
  'log.level': choice(['debug', 'info', 'warn', 'error', 'silent'], 'info', 'The least important lines to write.'),
  'log.format': choice(['auto', 'json', 'text'], 'auto', '`auto` writes readable lines on a terminal, JSON elsewhere.'),
  'server.workers': workers(
    'Processes that share the port and the data; `auto` is one per core. `confere serve --workers` outdoes it.',
  ),
  'server.connections_max': integer(
    2_048,
    1,
    65_535,
    'Open connections at one time. When there is no room, the one that has been idle for longest gives way to a new one.',
  ),
  'server.connections_per_client_max': integer(
    null,
    1,
    65_535,
    'Open connections of one client network (an IPv4 address or an IPv6 /64), or requests at one time of one behind a trusted ' +
      'proxy; three quarters of `server.connections_max` when not set. Trusted proxies themselves have no such limit.',
  ),
  'server.trusted_proxies': networks('Proxies whose `X-Forwarded-For` is believed.'),
  counters: secretAddress(
    /^rediss?(?:\+(?:sentinel|cluster))?:\/\//i,
    'rediss://confere:PASSWORD@redis.example:6379',
    'Redis or Valkey, in which several machines count rates, quotas, requests in work and failed authentications together: `redis://`, `rediss://` with TLS, ' +
      '`redis+sentinel://HOST,HOST/GROUP`, `redis+cluster://HOST,HOST`. Each counts for itself when not set.',
  ),
  answer_cache: choice(
    ['process', 'shared'],
    'process',
    'Where the answers of sources that set `cache_seconds` are kept: in each process, or behind it also in the Redis of `counters`, sealed, for all machines. Answers about people then ' +
      'leave the machine, encrypted: ask your lawyer first.',
  ),
  'limits.counters_ms_max': integer(
    50,
    5,
    1_000,
    'Longest wait for an answer of `counters`. Then limits hold by the share of each node until it is back.',
  ),
  'limits.nodes': integer(
    1,
    1,
    10_000,
    'Processes that share the limits, at least, while `counters` cannot be reached: each allows its share. Where more were seen before, it is those.',
  ),
  'limits.auth_failures_per_minute': integer(
    30,
    1,
    1_000_000,
    'Failed authentications from one address before further failures are told to wait. A valid key always passes.',
  ),
  'idempotency.hours': integer(
    24,
    24,
    720,
    'Hours for which the answer to a call with an `Idempotency-Key` is kept, sealed, and can be replayed. Callers are promised 24.',
  ),
  'idempotency.records_per_key_max': integer(
    1_000_000,
    1,
    1_000_000_000,
    'Calls with an `Idempotency-Key` on record for one API key, about 1 kB each; more than a live key at 600/min makes in 24 hours. How long they are kept: `idempotency.hours`.',
  ),
  'idempotency.records_max': integer(2_000_000, 1, 1_000_000_000, 'The same for all API keys together.'),
  'limits.wait_ms_max': integer(
    500,
    10,
    60_000,
    'How long a request may wait for its turn before it is refused with 503 `overloaded`, and nothing of it is done. Time in which the process itself was held up does not count.',
  ),
  'policy.file': path(
    null,
    'A risk policy to use in place of the built-in one; `confere policy show` prints the form.',
  ),
  'verification.deadline_ms': integer(
    3_000,
    100,
    30_000,
    'Longest time for all sources of one CPF verification together.',
  ),
  'audit.purposes': words(
    ['onboarding', 'credit', 'fraud_prevention', 'legal_obligation'],
    'What `Confere-Purpose` may say: why a person is asked about (LGPD art. 6). Recorded with each verification.',
  ),
  'audit.strict': toggle(
    false,
    'Refuse CNPJ verifications too while the audit cannot be written; CPF verifications are always refused then.',
  ),
  'audit.without_intent_max': integer(
    0,
    0,
    10_000,
    'How many CPF verifications a node may have in work without an intent on the disk. 0: none, no party is called without a trace. Each that ' +
      'is let go without saves a commit; a `kill -9`, a power cut or a failing disk then loses the trace of so many at most, three calls each.',
  ),
  'audit.deadline_ms': integer(
    1_500,
    100,
    30_000,
    'Longest time for a record to reach the disk before its answer is refused.',
  ),
  'audit.state_dir': path(
    null,
    'Where this machine remembers the last end of the audit that it wrote, so that an older or missing audit is noticed; `audit-heads` in ' +
      '`secrets_dir` when not set. Never inside `data_dir`, nor on a disk that is restored together with it.',
  ),
  'audit.anchor': anchors(
    'Places that this machine cannot rewrite, to which the signed heads of the audit go by themselves: see the page about the audit.',
  ),
  'audit.anchor_minutes': integer(5, 1, 1_440, 'Minutes between two anchors. None is sent while no head has moved.'),
  'audit.record_days': integer(
    1_825,
    1,
    36_500,
    'Days after which the content of an audit record is purged; its hash stays.',
  ),
  'audit.evidence_days': integer(180, 1, 36_500, 'Days after which the sealed evidence of an audit record is purged.'),
  'privacy.ledger': path(
    null,
    'The file that remembers erasures, sealed, so that a restored backup forgets the same people again. By default `erasures.ndjson` in `secrets_dir`; never inside `data_dir`.',
  ),
  'registry.verify_before_ready': toggle(false, 'Answer `/readyz` only after the whole registry file was verified.'),
  'registry.rejected_share_max': share(
    0.0001,
    'Largest share of unreadable rows with which an import still goes live.',
  ),
  'registry.import_priority': choice(
    ['low', 'normal'],
    'low',
    '`low` lets all other work of the machine go before an import, so that answers do not wait for it; `normal` leaves it the priority that it was started with, for a machine that answers nobody.',
  ),
  'registry.download_url': text(
    'https://arquivos.receitafederal.gov.br/public.php/dav/files/YggdBLfdninEJX9/',
    'WebDAV address of the monthly files of the Receita Federal; it has moved before.',
  ),
  'registry.source': place(
    'Where another machine publishes its snapshots (`confere registry publish`): this one looks there by itself and takes what is newer. ' +
      'A service without a registry is not ready until it has taken one.',
  ),
  'registry.publisher_key': path(
    null,
    'File with the Ed25519 public key (PEM, or several) of whoever may publish: `registry.source` and `registry pull` then take only what `registry publish --sign` has signed with it.',
  ),
  'registry.source_minutes': integer(
    15,
    1,
    1_440,
    'Minutes between two looks at `registry.source`, a quarter more or less, so that many nodes do not look together.',
  ),
  'batches.rows_max': integer(100_000, 1, 10_000_000, 'Rows that one batch may have.'),
  'batches.body_bytes_max': integer(67_108_864, 1_024, 4_294_967_296, 'Bytes that the body of one batch may have.'),
  'batches.unfinished_per_key_max': integer(10, 1, 1_000, 'Batches of one API key that are not finished at one time.'),
  'batches.rows_at_once': integer(
    16,
    1,
    256,
    'Rows of one batch that are worked on at one time; limits and quotas of its key hold besides.',
  ),
  'batches.kept_hours': integer(
    72,
    1,
    8_760,
    'Hours for which a finished batch is kept with its results, sealed; then both are deleted.',
  ),
  'watches.companies_max': integer(1_000_000, 1, 10_000_000, 'Companies that one watch may have.'),
  'watches.per_key_max': integer(20, 1, 10_000, 'Watches that one API key may have.'),
  'webhooks.allow_http': toggle(false, 'Whether a webhook may go to an address that begins with `http://`.'),
  'webhooks.allowed_networks': networks(
    'Networks that webhooks may go to although they are not public: loopback, private and link-local ones are refused otherwise.',
  ),
  'webhooks.deadline_ms': integer(
    10_000,
    100,
    60_000,
    'Longest time for one call of a webhook, looking its name up included.',
  ),
  'webhooks.attempts_max': integer(
    10,
    1,
    50,
    'Calls that are made for one event before it is dead: with 10 of them, over about a day and a half.',
  ),
  'events.kept_days': integer(30, 1, 3_650, 'Days for which `GET /v1/events` gives an event again.'),
  'webhooks.per_key_max': integer(10, 0, 1_000, 'Endpoints that an API key may make for itself.'),
  'webhooks.kept_days': integer(30, 1, 3_650, 'Days for which an event that was delivered, or is dead, is kept.'),
  'companies.show_email': purpose('Shows the e-mail addresses in company records; they are often an accountant’s own.'),
  'companies.show_phones': purpose('Shows telephones and fax in company records.'),
  'companies.show_personal_address': purpose(
    'Shows street and postal code of MEIs and sole traders: where a person lives, as a rule.',
  ),
  'companies.show_minors': purpose('Shows partners who are or may be under 18, and who represents them.'),
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
type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never;
};

export type Config = SettingValues & {
  /** The YAML file, when there is one, for the parts that read their own section. */
  readonly file: { readonly path: string; readonly text: string } | null;
  /** Null where tracing is off. */
  readonly tracing: TracingSettings | null;
};

/** Sections of the file that are read by the part that owns them. */
const foreignSections: readonly string[] = ['sources'];

export const configFileVariable = 'CONFERE_CONFIG';

/** What the process was started with. */
interface Origin {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

export function loadConfig({ env, cwd }: Origin = { env: process.env, cwd: process.cwd() }): Config {
  const faults: string[] = [];
  const file = readFile(env[configFileVariable], cwd, faults);
  const fromFile = file === null ? new Map<string, FileValue>() : readSettingsOfFile(file, faults);
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const variable = toVariable(name);
    const given = env[variable];
    const written = fromFile.get(name);
    if (given !== undefined && given !== '') {
      values[name] = accept(setting, given, cwd, variable, faults);
    } else if (written !== undefined && file !== null) {
      values[name] = accept(setting, written.raw, dirname(file.path), `${file.path}:${written.line}: ${name}`, faults);
    } else {
      values[name] = setting.fallback === null ? null : accept(setting, setting.fallback, cwd, name, faults);
    }
  }
  faults.push(...findTypos(env));
  const tracing = readTracing(env, faults);
  const config = { ...values, file, tracing } as Config;
  if (faults.length === 0 && isInside(config.secrets_dir, config.data_dir)) {
    faults.push('secrets_dir: must not lie inside data_dir; a copy of the data must not carry the secret with it');
  }
  if (faults.length === 0) faults.push(...findSsoFaults(config));
  if (faults.length === 0 && config.answer_cache === 'shared' && config.counters === null) {
    faults.push('answer_cache: shared needs counters, the Redis in which the answers are kept');
  }
  if (faults.length > 0) {
    throw new OperatorError(
      `Wrong settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}\nSee docs/settings.md.`,
    );
  }
  return Object.freeze(config);
}

function findSsoFaults(config: Config): readonly string[] {
  const needed = ['console.address', 'console.oidc.client_id', 'console.oidc.roles'] as const;
  if (config['console.oidc.issuer'] !== null) {
    return needed.filter((name) => config[name] === null).map((name) => `${name}: console.oidc.issuer needs it`);
  }
  return config['console.local_operators']
    ? []
    : ['console.local_operators: false needs console.oidc.issuer, or nobody could sign in'];
}

/** The variables that a source's description names; the only other way to the environment. */
export function findEnvironmentSecret(name: string): string | undefined {
  return process.env[name];
}

/** Gives the address itself. No fault repeats it. */
export function readSecretAddress(setting: SettingName, address: SecretAddress): string {
  if (address.kind === 'text') return address.text;
  if (address.kind === 'env') {
    const text = process.env[address.name];
    if (text !== undefined && text !== '') return text;
    throw new OperatorError(`${setting}: the environment variable ${address.name} is not set.`);
  }
  try {
    return readFileSync(address.path, 'utf8').trim();
  } catch (error) {
    throw new OperatorError(`${setting}: its file cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

export function toVariable(name: string): string {
  return `CONFERE_${name.replaceAll('.', '_').toUpperCase()}`;
}

function accept(setting: Setting<unknown>, raw: unknown, base: string, where: string, faults: string[]): unknown {
  const value = setting.read(raw, base);
  if (value === undefined) faults.push(`${where}: must be ${setting.form}`);
  return value;
}

function readFile(given: string | undefined, cwd: string, faults: string[]): Config['file'] {
  if (given === undefined || given === '') return null;
  const path = resolve(cwd, given);
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.push(
      code === 'ENOENT'
        ? `${configFileVariable}: there is no file ${path}`
        : `${configFileVariable}: ${path} cannot be read (${code}); check that it is a file, its owner and its permissions`,
    );
    return null;
  }
}

interface FileValue {
  readonly raw: unknown;
  readonly line: number;
}

function readSettingsOfFile(file: NonNullable<Config['file']>, faults: string[]): Map<string, FileValue> {
  const found = new Map<string, FileValue>();
  const yaml = parseYaml(file.path, file.text);
  if (yaml.error !== undefined) faults.push(`${file.path}:${yaml.error.line}: ${yaml.error.problem}`);
  if ((yaml.value ?? null) === null) return found;
  if (!isMapping(yaml.value)) {
    faults.push(`${file.path}: must be a mapping of settings`);
    return found;
  }
  const walk = (section: Readonly<Record<string, unknown>>, above: KeyPath): void => {
    for (const [key, raw] of Object.entries(section)) {
      const path = [...above, key];
      const name = path.join('.');
      const { line } = yaml.findPlace(path);
      if (above.length === 0 && foreignSections.includes(name)) continue;
      if (Object.hasOwn(settings, name)) found.set(name, { raw, line });
      else if (isMapping(raw) && isSection(name)) walk(raw, path);
      else faults.push(`${file.path}:${line}: ${name}: unknown setting${suggest(name, Object.keys(settings))}`);
    }
  };
  walk(yaml.value, []);
  return found;
}

function isSection(name: string): boolean {
  return Object.keys(settings).some((setting) => setting.startsWith(`${name}.`));
}

/** A misspelt variable would be ignored in silence; one that merely shares the prefix (Kubernetes makes some) is not ours. */
function findTypos(env: Origin['env']): string[] {
  const known = [configFileVariable, ...Object.keys(settings).map(toVariable)];
  return Object.keys(env)
    .filter((name) => name.startsWith('CONFERE_') && !known.includes(name))
    .map((name) => ({ name, hint: suggest(name, known) }))
    .filter(({ hint }) => hint !== '')
    .map(({ name, hint }) => `${name}: unknown setting${hint}`);
}

function suggest(name: string, known: readonly string[]): string {
  const [closest] = known
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  return closest !== undefined && closest.distance <= 2 ? `; did you mean ${closest.candidate}?` : '';
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

function readSecretPlace(raw: unknown, base: string): SecretAddress | undefined {
  if (!isMapping(raw) || Object.keys(raw).length !== 1) return undefined;
  const { env, file } = raw;
  if (typeof env === 'string' && env !== '') return { kind: 'env', name: env };
  return typeof file === 'string' && file !== '' ? { kind: 'file', path: resolve(base, file) } : undefined;
}

/** `admin=confere-admins,viewer=staff` */
function readWrittenPairs(text: string): readonly (readonly [string, unknown])[] {
  return text.split(',').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [name.trim(), rest.join('=').trim()];
  });
}

function readNumber(raw: unknown, min: number, max: number, isKind: (value: number) => boolean): number | undefined {
  const value = typeof raw === 'string' && /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && isKind(value) && value >= min && value <= max ? value : undefined;
}

function isInside(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
