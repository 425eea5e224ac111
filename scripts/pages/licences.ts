// docs/licences.md and its Portuguese pair: what a release brings, by the lock file.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../src/http/answer/language.ts';
import { lockFile, namesIn, reach, toName } from '../release/lock-file.ts';
import { toTable } from './table.ts';

export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The packages that we name ourselves and that bring it. */
  readonly broughtBy: readonly string[];
}

const { packages } = lockFile;

/** All that a release may bring, on any platform: bundled into the program or the console, or installed beside them. */
export function listReleased(): ReleasedPackage[] {
  const own = [...namesIn(packages['']), ...listOfConsole()];
  const brought = new Map(own.map((name) => [name, reach([name])]));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && (dev !== true || own.some((name) => brought.get(name)?.has(path))))
    .map(([path, { version, license }]) => ({
      name: toName(path),
      version,
      licence: license ?? 'none named',
      broughtBy: own.filter((name) => brought.get(name)?.has(path)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** Lists the packages that the console's pages import. The checkout counts these packages as tools, because only its build reads them. */
function listOfConsole(): string[] {
  const cwd = join(import.meta.dirname, '../../console');
  const code = globSync('**/*.{ts,tsx}', { cwd, exclude: ['dist/**', '**/*.test.ts', '*.config.ts'] }).map((file) =>
    readFileSync(join(cwd, file), 'utf8'),
  );
  return Object.keys(packages['']?.devDependencies ?? {}).filter((name) =>
    code.some((text) => new RegExp(`^import (?!type )[^;]*'${name}[/']`, 'm').test(text)),
  );
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

Estes são os ${released.length} pacotes que uma versão pode trazer, em qualquer plataforma: embutidos no programa ou no console, ou instalados ao lado. A lista vem do arquivo de lock. \`npm run licences\` mostra a mesma lista. \`confere.cdx.json\` em uma versão diz o que está nela.

${toTable(['licença', 'pacotes'], counts)}

## Os pacotes

${toTable(['pacote', 'versão', 'licença', 'vem com'], rows)}
`;
  }
  return `# Licences

These are the ${released.length} packages that a release may bring, on any platform: bundled into the program or the console, or installed beside them. The list comes from the lock file. \`npm run licences\` prints the same list. \`confere.cdx.json\` in a release says what is in it.

${toTable(['licence', 'packages'], counts)}

## The packages

${toTable(['package', 'version', 'licence', 'comes with'], rows)}
`;
}
