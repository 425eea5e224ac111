// Checks the arrows of ARCHITECTURE.md: who may import whom, no cycles, and which file alone may touch the clock,
// the environment, randomness, the network or the console. Few files may name one of the contract's three sources. Exits 1 with one line per fault.

import { join } from 'node:path';
import { findFaults, type Rules } from './boundaries/find-faults.ts';

const everyAdapter =
  'http sources registry datasets screening stores bulk telemetry webhooks sso mcp sandbox sim app domain settings config.ts ' +
  'clock.ts errors.ts yaml-file.ts xml-stream.ts durable-files.ts';

/** Every command may use these rooms: they print, ask, show progress and handle a stop. */
const everyCommand =
  'cli/terminal cli/options cli/operator-fault.ts compose app domain config.ts settings clock.ts errors.ts';

/** The adapters of a port may use these rooms, one adapter for each engine. */
const eitherEngine = 'stores/sqlite stores/postgres app domain errors.ts';

const mayImport: Rules['mayImport'] = {
  'error-codes.ts': '',
  'source-stack.ts': '',
  'errors.ts': 'error-codes.ts source-stack.ts',
  'clock.ts': 'app',
  'yaml-file.ts': '',
  'xml-stream.ts': '',
  'durable-files.ts': '',
  settings: 'yaml-file.ts domain',
  'config.ts': 'settings errors.ts',
  // The rooms of the domain, lowest first. No rule for the folder itself: a new file names its room.
  'domain/json-census.ts': '',
  'domain/json-fault.ts': '',
  'domain/misspelling.ts': '',
  'domain/numbers': '',
  'domain/dates': '',
  'domain/access': '',
  'domain/risk': '',
  'domain/money': '',
  'domain/prices': 'domain/money domain/dates',
  'domain/budgets': 'domain/money',
  'domain/rows': '',
  'domain/names': 'domain/numbers',
  'domain/countries': 'domain/names',
  'domain/screening': 'domain/countries domain/names domain/numbers domain/risk',
  'domain/person': 'domain/risk domain/names domain/numbers',
  'domain/checks': 'domain/person domain/risk',
  'domain/company/forms': 'domain/company domain/rows domain/numbers',
  'domain/company': 'domain/rows domain/risk domain/names domain/numbers domain/dates',
  'domain/coverage': 'domain/dates domain/person domain/company domain/screening',
  'domain/customer': 'domain/person domain/company',
  app: 'domain errors.ts',
  sandbox: 'domain app errors.ts',
  sim: 'sandbox domain app errors.ts',
  http: 'app domain errors.ts',
  // The rooms of the sources, lowest first; the sources themselves stand above them.
  'sources/reply.ts': 'domain',
  'sources/schema': 'app domain errors.ts',
  'sources/protect/kept': 'sources/reply.ts sources/protect/deadline.ts app domain',
  'sources/protect': 'sources/reply.ts app domain errors.ts',
  'sources/answer': 'sources/reply.ts sources/schema app domain errors.ts',
  'sources/call/later': 'sources/answer sources/reply.ts sources/protect/deadline.ts app domain',
  'sources/call': 'sources/answer sources/reply.ts sources/protect/deadline.ts sources/schema app domain errors.ts',
  'sources/callbacks': 'sources/call sources/answer sources/schema app',
  'sources/read':
    'yaml-file.ts sources/schema sources/callbacks sources/call sources/answer sources/protect app domain errors.ts',
  sources: 'app domain errors.ts sandbox/people.ts',
  // What the datasets share, lowest first. No rule for the folder itself: a new file names its room.
  'datasets/thread-conversation.ts': '',
  'datasets/folder': 'app errors.ts durable-files.ts',
  'datasets/depots': 'app errors.ts',
  'datasets/files': 'app errors.ts',
  'datasets/share': 'datasets/folder datasets/depots datasets/files datasets/thread-conversation.ts app errors.ts',
  // The rooms of the registry, lowest first; the live registry and its maintenance stand above them.
  'registry/files': 'datasets/files app domain errors.ts',
  'registry/snapshot': 'registry/files datasets/folder app domain errors.ts',
  'registry/changes': 'registry/snapshot registry/files datasets/thread-conversation.ts app domain errors.ts',
  'registry/records': 'registry/snapshot registry/files datasets/folder app domain errors.ts',
  'registry/import': 'registry/records registry/snapshot registry/files datasets app domain errors.ts durable-files.ts',
  'registry/download': 'registry/snapshot datasets app domain errors.ts',
  // A thread cannot be handed a clock.
  'registry/follow-thread.ts': 'registry/dataset.ts datasets/share clock.ts',
  registry: 'datasets app domain errors.ts sandbox/companies.ts sandbox/company-records.ts',
  // The lists, lowest first: what a list is, its file, one edition of it on the disk; above them what operators do.
  'screening/lists': 'app domain errors.ts',
  'screening/files': 'screening/lists datasets/files app domain errors.ts xml-stream.ts',
  'screening/snapshot': 'datasets/folder app domain errors.ts',
  'screening/lookup': 'screening/lists screening/snapshot datasets/folder app domain errors.ts',
  'screening/changes':
    'screening/lookup screening/lists screening/snapshot datasets/folder datasets/thread-conversation.ts app domain errors.ts',
  'screening/share/follow-thread.ts': 'screening/share datasets/share clock.ts',
  'screening/share': 'screening/lists screening/snapshot datasets app errors.ts',
  'screening/download': 'screening/lists datasets app domain errors.ts',
  screening: 'datasets app domain errors.ts xml-stream.ts sandbox/listed.ts',
  webhooks: 'app domain errors.ts',
  sso: 'app domain errors.ts',
  mcp: 'domain errors.ts',
  // The rooms of the stores, lowest first.
  'stores/key-rows': 'app domain errors.ts',
  'stores/proven-rows': 'app errors.ts',
  'stores/schema': '',
  'stores/sqlite': 'stores/schema stores/key-rows app domain errors.ts',
  'stores/postgres': 'stores/schema app domain errors.ts',
  'stores/redis': 'app errors.ts',
  'stores/answers': `stores/sql stores/events stores/redis ${eitherEngine}`,
  'stores/limits': 'stores/redis app domain errors.ts',
  'stores/secrets': 'app domain errors.ts durable-files.ts',
  'stores/audit': 'stores/sqlite stores/postgres app domain errors.ts durable-files.ts',
  'stores/keys': `stores/key-rows ${eitherEngine}`,
  'stores/sql': eitherEngine,
  'stores/events': `stores/sql ${eitherEngine}`,
  'stores/key-owned': `stores/sql ${eitherEngine}`,
  // The room of any other port: it uses what rows share, and no other port.
  stores: `stores/sql stores/proven-rows stores/events stores/key-owned ${eitherEngine}`,
  'stores/backup': 'stores/sqlite stores/audit stores/secrets app domain errors.ts durable-files.ts',
  'stores/erasure': 'stores/sqlite stores/postgres stores/backup app errors.ts durable-files.ts',
  'stores/doctor': `${eitherEngine} stores/key-rows stores/proven-rows stores/keys stores/audit stores/secrets`,
  // From one engine into another.
  'stores/transfer': 'stores/sqlite stores/postgres stores/audit stores/backup app errors.ts durable-files.ts',
  bulk: 'app domain errors.ts xml-stream.ts',
  telemetry: 'app domain errors.ts settings/tracing.ts',
  // The rooms that put parts together. The service and the commands do not know each other.
  // What keeps the data: an engine is a folder or a few files here.
  'compose/backend': everyAdapter,
  'compose/parts': `${everyAdapter} compose/backend`,
  'compose/telemetry': `${everyAdapter} compose/backend compose/parts`,
  // What the console starts runs in a process of its own: the service knows its address, and the file where it reports.
  'compose/service': `${everyAdapter} compose/backend compose/parts compose/telemetry compose/jobs compose/dataset-jobs/main.ts`,
  // The rooms of the commands, lowest first: what an operator does is written down by all others.
  'compose/commands/audit': `${everyAdapter} compose/backend compose/parts`,
  'compose/commands/datasets': `${everyAdapter} compose/backend compose/parts compose/commands/audit`,
  'compose/commands/lists': `${everyAdapter} compose/backend compose/parts compose/commands/audit compose/commands/datasets`,
  'compose/commands/registry': `${everyAdapter} compose/backend compose/parts compose/commands/audit compose/commands/datasets`,
  'compose/commands': `${everyAdapter} compose/backend compose/parts`,
  // What the console starts in a process of its own: its report, its start, its process.
  'compose/jobs': `${everyAdapter} compose/parts/kept-datasets.ts`,
  // A process that the service starts, and that does what a command does.
  'compose/dataset-jobs': `${everyAdapter} compose/backend compose/parts compose/jobs compose/commands/registry compose/commands/lists`,
  // A run over a table uses the service as a caller does, and writes its act down as a command does.
  'compose/verify': `${everyAdapter} compose/backend compose/parts compose/service compose/commands/audit/operator-act.ts`,
  'compose/doctor': `${everyAdapter} compose/backend compose/parts`,
  'cli/terminal': 'compose app domain clock.ts errors.ts',
  'cli/options': 'app config.ts errors.ts',
  'cli/serve': everyCommand,
  'cli/commands/import-home.ts': everyCommand,
  'cli/commands/audit': everyCommand,
  'cli/commands/key-owned': everyCommand,
  'cli/commands/keys': everyCommand,
  'cli/commands/lists': `${everyCommand} cli/commands/import-home.ts`,
  'cli/commands/operators': everyCommand,
  'cli/commands/registry': `${everyCommand} cli/commands/import-home.ts`,
  'cli/commands/verify': everyCommand,
  'cli/commands': `${everyCommand} cli/serve`,
  cli: 'compose config.ts errors.ts app domain clock.ts',
};

/** The files of the service that are compiled into what callers install. */
const clientMayImport: readonly string[] = ['cpf', 'cnpj', 'parsed'].map((name) => `src/domain/numbers/${name}.ts`);

/** A command that speaks to a running service does it as callers do. */
const mayUseClient: readonly string[] = [
  'mcp/assistant-server.ts',
  'mcp/allowed-tools.ts',
  'compose/commands/assistant.ts',
  'compose/commands/listen.ts',
  'compose/commands/quickstart.ts',
  'compose/parts/connected-client.ts',
];

/** Its code is text for the programs of others. */
const codeForOthers = 'cli/commands/quickstart/snippets.ts';

/** The code outside the owner may not touch these things. Tests and the folders outside src/ are free. */
const owned: Rules['owned'] = [
  { pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/, owners: ['clock.ts'], instead: 'take a Clock' },
  { pattern: /\bMath\.random\b/, owners: [], instead: 'take randomness as an argument, or node:crypto in an adapter' },
  {
    pattern: /\bprocess\.env\b/,
    owners: ['config.ts', 'cli/main.js'],
    instead: 'read it in config.ts and pass the Config',
  },
  { pattern: /(?<![.\w])fetch\(/, owners: [codeForOthers], instead: 'use an undici Pool with an AbortSignal deadline' },
  {
    pattern: /\bconsole\.\w+\(/,
    owners: [codeForOthers],
    instead: 'use the logger, or the terminal of the command line',
  },
  {
    pattern: /\b(?:bureau_a|bureau_b|fraud_registry)\b/,
    owners: [
      // Which they are, and what their names imply.
      'domain/person/contract-sources.ts',
      // The contract's answer: its schema, how it is filled, its examples, and who reads it back.
      'http/contract.ts',
      'http/answer/bodies/cpf-response.ts',
      'http/routes/operations.ts',
      'http/usage/operations.ts',
      'app/bulk/run/added-columns.ts',
      // Policies of format 1 named ladders after them.
      'domain/risk/risk-policy.ts',
      // The parties of the sandbox and of the simulator.
      'sandbox/',
      'sim/',
    ],
    instead: 'go by the roles of a source, or take the names as a list',
  },
];

/** Rooms whose order is stated, lowest first. The rules above say it of the others, room by room. */
const lowestFirst = {
  app:
    'kept waiting key-owned backup datasets doctor companies bulk jobs dashboard registry audit events idempotency operators verify screening usage ' +
    'keys webhooks budgets batches later watches privacy secrets',
  http:
    'pages answer openapi connections request key-owned routes screening companies batches watches events webhooks usage compat ' +
    'reference console',
};

/** The rooms of the console, lowest first. */
const consoleRooms =
  'words api design shell ask answer datasets verify company keys audit batch dashboard registry lists judgements sessions today';

const supportMayImport: Rules['supportMayImport'] = {
  console: ['lists', 'registry', 'service'],
  http: [],
  lists: [],
  parties: [],
  registry: [],
  stores: [],
  service: ['lists', 'parties'],
};

const orderedFolders =
  'app bulk cli compose compose/parts compose/service datasets domain domain/company http http/answer http/console registry registry/import ' +
  'screening sources sources/call sources/protect stores';

export const rules: Rules = {
  mayImport,
  owned,
  orderedFolders: orderedFolders.split(' '),
  lowestFirst: Object.entries(lowestFirst).map(([folder, rooms]) => ({ folder, rooms: rooms.split(' ') })),
  clientMayImport,
  mayUseClient,
  consoleRooms: consoleRooms.split(' '),
  supportMayImport,
};

if (import.meta.main) {
  const { faults, files } = findFaults(join(import.meta.dirname, '..'), rules);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) {
    process.stderr.write(`${faults.length} boundary fault(s); the rules are in scripts/check-boundaries.ts\n`);
    process.exit(1);
  }
  process.stdout.write(`Boundaries hold in ${files} files.\n`);
}
