// Checks the arrows of ARCHITECTURE.md: who may import whom, no cycles, and which file alone may touch the clock,
// the environment, randomness, the network or the console. Exits 1 with one line per fault.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

const everyAdapter: readonly string[] = [
  'http',
  'sources',
  'registry',
  'stores',
  'bulk',
  'telemetry',
  'webhooks',
  'sso',
  'mcp',
  'sandbox',
  'sim',
  'app',
  'domain',
  'anchor-settings.ts',
  'config.ts',
  'clock.ts',
  'errors.ts',
  'yaml-file.ts',
  'durable-files.ts',
];

/** What every command may use: how it speaks, asks, shows progress and is stopped. */
const everyCommand: readonly string[] = [
  'cli/terminal.ts',
  'cli/hidden-prompt.ts',
  'cli/operator-fault.ts',
  'cli/json-faults.ts',
  'cli/progress.ts',
  'cli/stop-signal.ts',
  'cli/written-list.ts',
  'cli/table-notes.ts',
  'compose',
  'app',
  'domain',
  'config.ts',
  'clock.ts',
  'errors.ts',
];

/** Folder or file under src/ -> what it may import under src/. A more specific entry wins; every part may import itself. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': [],
  'clock.ts': ['app'],
  'yaml-file.ts': [],
  'durable-files.ts': [],
  'tracing-settings.ts': [],
  'anchor-settings.ts': ['yaml-file.ts'],
  'config.ts': ['anchor-settings.ts', 'errors.ts', 'yaml-file.ts', 'tracing-settings.ts', 'domain'],
  // The rooms of the domain, lowest first. No rule for the folder itself: a new file names its room.
  'domain/json-census.ts': [],
  'domain/csv-cell.ts': [],
  'domain/numbers': [],
  'domain/dates': [],
  'domain/access': [],
  'domain/risk': [],
  'domain/names': ['domain/numbers'],
  'domain/person': ['domain/risk', 'domain/names', 'domain/numbers'],
  'domain/company': ['domain/csv-cell.ts', 'domain/risk', 'domain/names', 'domain/numbers', 'domain/dates'],
  app: ['domain', 'errors.ts'],
  sandbox: ['domain', 'app', 'errors.ts'],
  sim: ['sandbox', 'domain', 'app', 'errors.ts'],
  http: ['app', 'domain', 'errors.ts'],
  // The rooms of the sources, lowest first; the sources themselves stand above them.
  'sources/reply.ts': ['domain'],
  'sources/describe/description.ts': ['app', 'domain', 'errors.ts'],
  'sources/protect': ['sources/reply.ts', 'app', 'domain', 'errors.ts'],
  'sources/answer': ['sources/reply.ts', 'sources/describe/description.ts', 'app', 'domain', 'errors.ts'],
  'sources/call': [
    'sources/answer',
    'sources/reply.ts',
    'sources/protect/deadline.ts',
    'sources/describe/description.ts',
    'app',
    'domain',
    'errors.ts',
  ],
  'sources/describe': [
    'yaml-file.ts',
    'sources/call',
    'sources/answer',
    'sources/protect',
    'app',
    'domain',
    'errors.ts',
  ],
  sources: ['app', 'domain', 'errors.ts', 'sandbox/people.ts'],
  // The rooms of the registry, lowest first; the live registry and its maintenance stand above them.
  'registry/files': ['app', 'domain', 'errors.ts'],
  'registry/snapshot': ['registry/files', 'app', 'domain', 'errors.ts', 'durable-files.ts'],
  // The thread checks all of a snapshot, its records included; nothing imports it.
  'registry/snapshot/verification-thread.ts': [
    'registry/records',
    'registry/snapshot',
    'registry/files',
    'app',
    'domain',
    'errors.ts',
  ],
  'registry/changes': ['registry/snapshot', 'registry/files', 'app', 'domain', 'errors.ts'],
  'registry/records': ['registry/snapshot', 'registry/files', 'app', 'domain', 'errors.ts'],
  'registry/import': [
    'registry/records',
    'registry/snapshot',
    'registry/files',
    'app',
    'domain',
    'errors.ts',
    'durable-files.ts',
  ],
  'registry/download': ['registry/snapshot', 'app', 'domain', 'errors.ts'],
  'registry/share/places': ['registry/download', 'app', 'errors.ts'],
  'registry/share': [
    'registry/download',
    'registry/records',
    'registry/snapshot',
    'registry/files',
    'app',
    'domain',
    'errors.ts',
    'durable-files.ts',
  ],
  // A thread cannot be handed a clock.
  'registry/share/follow-thread.ts': ['registry/share', 'app', 'clock.ts'],
  registry: ['app', 'domain', 'errors.ts', 'sandbox/companies.ts', 'sandbox/company-records.ts'],
  webhooks: ['app', 'domain', 'errors.ts'],
  sso: ['app', 'domain', 'errors.ts'],
  mcp: ['domain', 'errors.ts'],
  // The rooms of the stores, lowest first; the adapters of the ports stand above them.
  'stores/keys': ['app', 'domain', 'errors.ts'],
  'stores/sqlite': ['stores/keys', 'app', 'domain', 'errors.ts'],
  'stores/postgres': ['app', 'domain', 'errors.ts'],
  'stores/redis': ['app', 'errors.ts'],
  'stores/limits': ['stores/redis', 'app', 'domain', 'errors.ts'],
  'stores/secrets': ['app', 'domain', 'errors.ts', 'durable-files.ts'],
  'stores/audit': ['stores/sqlite', 'stores/postgres', 'app', 'domain', 'errors.ts', 'durable-files.ts'],
  'stores/backup': [
    'stores/sqlite',
    'stores/audit',
    'stores/secrets',
    'app',
    'domain',
    'errors.ts',
    'durable-files.ts',
  ],
  'stores/erasure': ['stores/sqlite', 'stores/postgres', 'stores/backup', 'app', 'errors.ts', 'durable-files.ts'],
  // From one engine into another.
  'stores/transfer': ['stores/sqlite', 'stores/postgres', 'stores/audit', 'app', 'errors.ts'],
  stores: ['app', 'domain', 'errors.ts'],
  bulk: ['app', 'domain', 'errors.ts'],
  telemetry: ['app', 'domain', 'errors.ts', 'tracing-settings.ts'],
  // The rooms that put parts together. The service and the commands do not know each other.
  // What keeps the data: an engine is a folder or a few files here.
  'compose/backend': everyAdapter,
  'compose/parts': [...everyAdapter, 'compose/backend'],
  'compose/telemetry': [...everyAdapter, 'compose/backend', 'compose/parts'],
  'compose/service': [
    ...everyAdapter,
    'compose/backend',
    'compose/parts',
    'compose/telemetry',
    'compose/registry-job/job-file.ts',
  ],
  // The rooms of the commands, lowest first: what an operator does is written down by all others.
  'compose/commands/audit': [...everyAdapter, 'compose/backend', 'compose/parts'],
  'compose/commands/registry': [...everyAdapter, 'compose/backend', 'compose/parts', 'compose/commands/audit'],
  'compose/commands': [...everyAdapter, 'compose/backend', 'compose/parts'],
  'compose/registry-job/job-file.ts': [...everyAdapter, 'compose/backend', 'compose/parts'],
  // A process that the service starts, and that does what a command does.
  'compose/registry-job': [...everyAdapter, 'compose/backend', 'compose/parts', 'compose/commands/registry'],
  // A run over a table uses the service as a caller does, and writes its act down as a command does.
  'compose/verify': [
    ...everyAdapter,
    'compose/backend',
    'compose/parts',
    'compose/service',
    'compose/commands/audit/operator-act.ts',
  ],
  'compose/doctor': [...everyAdapter, 'compose/backend', 'compose/parts'],
  'cli/serve': everyCommand,
  'cli/commands/audit': everyCommand,
  'cli/commands/keys': everyCommand,
  'cli/commands/registry': everyCommand,
  'cli/commands': [...everyCommand, 'cli/serve'],
  cli: ['compose', 'config.ts', 'errors.ts', 'app', 'domain', 'clock.ts'],
};

/** The files of the service that are compiled into what callers install. */
const clientMayImport: readonly string[] = ['cpf', 'cnpj', 'parsed'].map((name) => `src/domain/numbers/${name}.ts`);

/** A command that speaks to a running service does it as callers do. */
const clientPackage = '../packages/client/src/index.ts';
const mayUseClient: readonly string[] = [
  'mcp/assistant-server.ts',
  'mcp/allowed-tools.ts',
  'compose/commands/assistant.ts',
];

interface Owned {
  readonly pattern: RegExp;
  readonly owners: readonly string[];
  readonly instead: string;
}

/** What only its owner may touch. Tests and the folders outside src/ are free. */
const owned: readonly Owned[] = [
  { pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b/, owners: ['clock.ts'], instead: 'take a Clock' },
  { pattern: /\bMath\.random\b/, owners: [], instead: 'take randomness as an argument, or node:crypto in an adapter' },
  {
    pattern: /\bprocess\.env\b/,
    owners: ['config.ts', 'cli/main.js'],
    instead: 'read it in config.ts and pass the Config',
  },
  { pattern: /(?<![.\w])fetch\(/, owners: [], instead: 'use an undici Pool with an AbortSignal deadline' },
  { pattern: /\bconsole\.\w+\(/, owners: [], instead: 'use the logger, or the terminal of the command line' },
];

const files = listCode('src');
const faults: string[] = [];
const graph = new Map<string, string[]>();

for (const file of files) {
  const isTest = file.endsWith('.test.ts');
  const code = withoutComments(readFileSync(join(root, 'src', file), 'utf8'));
  const imports = importsIn(code, file);
  graph.set(file, isTest ? [] : imports);
  if (isTest) continue;
  for (const target of imports) {
    if (target === clientPackage && mayUseClient.includes(file)) continue;
    if (target.startsWith('..')) faults.push(`src/${file} imports ${relative('.', target)}, outside src/`);
    else if (!isAllowed(file, target)) faults.push(`src/${file} may not import src/${target}`);
  }
  for (const { pattern, owners, instead } of owned) {
    if (!owners.includes(file) && pattern.test(code)) faults.push(`src/${file} uses ${pattern.source}: ${instead}`);
  }
}
for (const file of listCode('packages/client/src').filter((name) => !name.endsWith('.test.ts'))) {
  const from = `packages/client/src/${file}`;
  const imports = importsIn(withoutComments(readFileSync(join(root, from), 'utf8')), from);
  graph.set(
    from,
    imports.map((target) => target.replace(/^src\//, '')),
  );
  for (const target of imports) {
    if (!target.startsWith('packages/client/src/') && !clientMayImport.includes(target)) {
      faults.push(`${from} may not import ${target}: callers install only the numbers of the service`);
    }
  }
}
/** The console knows the domain, and the types of its own routes. */
const consoleTargets = [/^console\//, /^src\/domain\//];
const consoleTypes = 'src/http/console/contract.ts';
for (const file of listCode('console').filter((path) => !path.startsWith('dist'))) {
  const code = withoutComments(readFileSync(join(root, 'console', file), 'utf8'));
  const imports = importsIn(code, `console/${file}`);
  graph.set(`console/${file}`, imports);
  const isTypesAlone = !/import (?!type )[^;]*src\/http/.test(code);
  for (const target of imports) {
    const isAllowed =
      consoleTargets.some((allowed) => allowed.test(target)) || (target === consoleTypes && isTypesAlone);
    if (!isAllowed && !file.endsWith('.test.ts')) faults.push(`console/${file} may not import ${target}`);
  }
}
for (const file of listCode('scripts')) {
  const code = withoutComments(readFileSync(join(root, 'scripts', file), 'utf8'));
  graph.set(`scripts/${file}`, importsIn(code, `scripts/${file}`));
}
/** The rooms of what helps the tests. What stands at the top serves all of them and knows none. */
const supportMayImport: Readonly<Record<string, readonly string[]>> = {
  console: [],
  http: [],
  parties: [],
  registry: [],
  stores: [],
  service: ['parties'],
};
for (const file of listCode('test/support')) {
  const code = withoutComments(readFileSync(join(root, 'test/support', file), 'utf8'));
  const imports = importsIn(code, `test/support/${file}`);
  graph.set(`test/support/${file}`, imports);
  const room = supportRoomOf(file);
  if (room !== '' && !Object.hasOwn(supportMayImport, room)) faults.push(`test/support/${room} is no room: add it`);
  for (const target of imports.filter((path) => path.startsWith('test/support/'))) {
    const other = supportRoomOf(target.slice('test/support/'.length));
    if (other === '' || other === room || supportMayImport[room]?.includes(other)) continue;
    faults.push(`test/support/${file} may not import ${target}`);
  }
}
faults.push(...findCycles(graph).map((cycle) => `import cycle: ${cycle.join(' -> ')}`));

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) {
  process.stderr.write(`${faults.length} boundary fault(s); the rules are in scripts/check-boundaries.ts\n`);
  process.exit(1);
}
process.stdout.write(`Boundaries hold in ${files.length} files.\n`);

function supportRoomOf(file: string): string {
  return file.includes('/') ? (file.split('/')[0] as string) : '';
}

function listCode(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:tsx?|js)$/.test(path))
    .sort();
}

/** Of types too: a circle of types is a circle for the reader. */
function importsIn(code: string, file: string): string[] {
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    normalize(join(dirname(file), match[1] as string)),
  );
}

function isAllowed(file: string, target: string): boolean {
  const part = partOf(file);
  if (part === undefined) {
    faults.push(`src/${file} belongs to no part: add it to the rules`);
    return true;
  }
  const rules = mayImport[part] ?? [];
  return [part, ...rules].some((rule) => target === rule || target.startsWith(`${rule}/`));
}

function partOf(file: string): string | undefined {
  return Object.keys(mayImport)
    .filter((part) => file === part || file.startsWith(`${part}/`))
    .sort((a, b) => b.length - a.length)[0];
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const seenAt = path.indexOf(file);
    if (seenAt >= 0) cycles.push([...path.slice(seenAt), file]);
    if (seenAt >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}
