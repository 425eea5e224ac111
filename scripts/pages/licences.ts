// docs/licences.md and its Portuguese pair: what a release brings, by the lock file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/http/answer/language.ts';
import { toTable } from './table.ts';

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The packages that we name ourselves and that bring it. */
  readonly broughtBy: readonly string[];
}

const inside = 'node_modules/';
const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

/** All that `npm ci --omit=dev` may install, on any platform. */
export function listReleased(): ReleasedPackage[] {
  const own = namesIn(packages['']);
  const brought = new Map(own.map((name) => [name, reach(name)]));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf(inside) + inside.length),
      version,
      licence: license ?? 'none named',
      broughtBy: own.filter((name) => brought.get(name)?.has(path)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

function namesIn(locked: Locked | undefined): string[] {
  return Object.keys({ ...locked?.dependencies, ...locked?.optionalDependencies });
}

function reach(name: string): Set<string> {
  const found = new Set([`${inside}${name}`]);
  for (const path of found) {
    for (const next of namesIn(packages[path])) {
      const target = resolve(path, next);
      if (target !== undefined) found.add(target);
    }
  }
  return found;
}

/** As Node looks: beside the one that asks, then further out. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${inside}`)))) {
    const path = `${folder === '' ? '' : `${folder}/`}${inside}${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

export function renderLicences(language: Language): string {
  const released = listReleased();
  const groups = Map.groupBy(released, ({ licence }) => licence);
  const counts = [...groups].map(([licence, { length }]) => [licence, String(length)]);
  const rows = released.map(({ name, version, licence, broughtBy }) => [
    `\`${name}\``,
    version,
    licence,
    broughtBy.map((one) => `\`${one}\``).join(', '),
  ]);
  if (language === 'pt') {
    return `# Licenças

Estes são os ${released.length} pacotes que uma instalação de produção pode trazer, em qualquer plataforma. A lista vem do arquivo de lock. \`npm run licences\` mostra a mesma lista.

${toTable(['licença', 'pacotes'], counts)}

## Os pacotes

${toTable(['pacote', 'versão', 'licença', 'vem com'], rows)}
`;
  }
  return `# Licences

These are the ${released.length} packages that a production install may bring, on any platform. The list comes from the lock file. \`npm run licences\` prints the same list.

${toTable(['licence', 'packages'], counts)}

## The packages

${toTable(['package', 'version', 'licence', 'comes with'], rows)}
`;
}
