// `node scripts/bundle.ts [FOLDER]`: the program as a few files of JavaScript, which Node loads in half the time of eight hundred. A release and
// an image run it (`dist/`), and so do the tests that start a process. A checkout has its own (`bundle-checkout.ts`).

import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { type CodeSplittingGroup, type ModuleInfo, type OutputChunk, type Plugin, rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');

/** Stay packages: native code, and what `createRequire` loads by its name, which a bundler does not see. */
const external = /^(?:better-sqlite3|yaml)(?:\/|$)/;

/**
 * What the files of a line import goes into one file, without what is in a line before: `--version` loads the first, a thread of the database
 * the first two.
 */
const layers: readonly (readonly string[])[] = [
  ['cli/program.ts'],
  ['stores/sqlite/writer-thread.ts'],
  ['stores/audit/log/audit-thread.sqlite.ts', 'stores/audit/trail/audit-reader-thread.sqlite.ts'],
  ['cli/commands/keys/keys.ts', 'compose/parts/stores.ts', 'compose/commands/audit/operator-act.ts'],
];

/** These files start the service. */
const services = [
  'cli/serve/single.ts',
  'cli/serve/supervisor.ts',
  'cli/serve/worker.ts',
  'compose/verify/local-service.ts',
].map((file) => join(source, file));

interface Bundle {
  /** `files` lists the source files of the bundle. */
  readonly files: readonly string[];
  readonly packages: readonly BundledPackage[];
}

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** The texts that its licence wants to go with every copy. */
  readonly texts: readonly string[];
}

export async function bundle(folder: string): Promise<Bundle> {
  const graph = new Map<string, ModuleInfo>();
  const collectModules: Plugin = {
    name: 'collect-modules',
    moduleParsed: (module) => void graph.set(module.id, module),
  };
  const build = await rolldown({
    cwd: root,
    input: { main: join(source, 'cli/main.js') },
    platform: 'node',
    external,
    plugins: [keepPlaces(folder), plainBuiltins, collectModules],
    tsconfig: false,
  });
  rmSync(folder, { recursive: true, force: true });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: { groups: toGroups(graph) },
  });
  await build.close();
  const moved = [...layers.flat().map((file) => join(source, file)), ...services].filter((id) => !graph.has(id));
  if (moved.length > 0) throw new Error(`scripts/bundle.ts names files that are elsewhere: ${moved.join(', ')}`);
  const chunks = output.filter((file) => file.type === 'chunk');
  refuseImportedEntries(chunks);
  const packages = readPackages(chunks);
  writeLicences(folder, packages);
  return { files: [...graph.keys()].filter((id) => isAbsolute(id)), packages };
}

/** First the layers, then what the service shares with anything else, then the rest of it. All else is split by who needs it. */
function toGroups(graph: ReadonlyMap<string, ModuleInfo>): CodeSplittingGroup[] {
  const reach = (from: readonly string[], toNext: (module: ModuleInfo) => readonly string[]) => {
    const found = new Set(from);
    for (const id of found) {
      const module = graph.get(id);
      for (const next of module === undefined ? [] : toNext(module)) found.add(next);
    }
    return found;
  };
  // Both are asked for when all files are known.
  const serving = lazily(() => reach(services, ({ importedIds }) => importedIds));
  const sharing = lazily(() =>
    reach(
      [...graph.values()].filter(({ id, isEntry }) => isEntry && !services.includes(id)).map(({ id }) => id),
      ({ importedIds, dynamicallyImportedIds }) =>
        [...importedIds, ...dynamicallyImportedIds].filter((id) => !services.includes(id)),
    ),
  );
  const isServing = (id: string) => serving().has(id) && !services.includes(id);
  const tests: readonly ((id: string) => boolean)[] = [
    ...layers.map(
      (files) => (id: string) => files.some((file) => graph.get(join(source, file))?.importedIds.includes(id)),
    ),
    (id) => isServing(id) && sharing().has(id),
    isServing,
  ];
  return tests.map((test, index) => ({ name: `layer-${index}`, priority: tests.length - index, test }));
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Where a file starts another as a thread or process, or reads something that lies beside it. */
const ownPlaces = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)|import\.meta\.(url|dirname)\b/g;

/** Puts all files side by side in the folder, so that each finds the others wherever the folder is installed. */
function keepPlaces(folder: string): Plugin {
  const toPlace = (path: string) => JSON.stringify(`/${relative(folder, path)}`);
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null;
      const placed = code.replace(ownPlaces, (_, started: string | undefined, asked: string) => {
        if (asked === 'dirname') return `(import.meta.dirname + ${toPlace(dirname(id))})`;
        if (asked === 'url') return `new URL('.' + ${toPlace(id)}, import.meta.url).href`;
        const path = resolve(dirname(id), started as string);
        const fileName = `${relative(source, path).replace(/\.ts$/, '').replaceAll('/', '-')}.js`;
        this.emitFile({ type: 'chunk', id: path, fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
      // Lines stay lines, so the map of what it was serves on.
      return { code: placed, map: null };
    },
  };
}

/**
 * Node's own modules, without the form in which it gives them to `import`: to make that form Node reads every property of theirs, and those of
 * `node:http` load a whole HTTP client (70 ms of processor in every process).
 */
const plainBuiltins: Plugin = {
  name: 'plain-builtins',
  renderChunk: (code) => ({
    code: code.replace(
      /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+))?(?:\{ (.*) \})? from "([\w:/]+)";$/gm,
      toConstants,
    ),
    map: null,
  }),
};

function toConstants(line: string, whole = '', all = '', named = '', from = ''): string {
  if (!isBuiltin(from)) return line;
  const names = named.split(', ').filter((name) => name !== '');
  const defaults = names
    .filter((name) => name.startsWith('default as '))
    .map((name) => name.slice('default as '.length));
  const parts = names.filter((name) => !name.startsWith('default as ')).map((name) => name.replace(' as ', ': '));
  const constants = [whole, all, ...defaults, parts.length > 0 ? `{ ${parts.join(', ')} }` : ''];
  return constants
    .filter((constant) => constant !== '')
    .map((constant) => `const ${constant} = globalThis.process.getBuiltinModule("${from}");`)
    .join(' ');
}

/** Importing a file that is started on its own would start it: a command inside a thread, a thread inside the service. */
function refuseImportedEntries(chunks: readonly OutputChunk[]): void {
  const started = chunks.filter(({ isEntry, name }) => isEntry || name === 'program').map(({ fileName }) => fileName);
  for (const { fileName, imports } of chunks) {
    const wrong = imports.find((imported) => started.includes(imported));
    if (wrong !== undefined) throw new Error(`${fileName} would start ${wrong} by importing it: look at the layers.`);
  }
}

function readPackages(chunks: readonly OutputChunk[]): BundledPackage[] {
  const folders = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  return [...new Set(folders)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as BundledPackage;
    const files = globSync('{LICEN[CS]E,licen[cs]e,NOTICE}*', { cwd: folder }).sort();
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return { name, version, ...(license === undefined ? {} : { license }), texts };
  });
}

export function writeLicences(folder: string, packages: readonly BundledPackage[]): void {
  const parts = packages.map(({ name, version, license, texts }) => [`${name} ${version} (${license})`, ...texts]);
  const text = parts.map((part) => part.join('\n\n')).join(`\n\n${'-'.repeat(80)}\n\n`);
  writeFileSync(join(folder, 'LICENCES.txt'), text);
}

if (import.meta.main) await bundle(resolve(process.argv[2] ?? join(root, 'dist')));
