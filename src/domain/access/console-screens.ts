// The screens of the console. The service gives each its address, and the console its title, its place in the navigation and its readers.
// A new screen is one entry here; `tsc` then asks `console/app.tsx` for its view.

import type { Role } from './operator.ts';

interface ConsoleScreen {
  readonly title: { readonly pt: string; readonly en: string };
  /** The screen is open to this role and to those with more rights. */
  readonly role: Role | 'anyone';
  /** The group states the purpose of the screen: the work itself, following it, its rules, the service. */
  readonly group: 'work' | 'follow' | 'rules' | 'service';
  /** The path of a single item carries this part after the screen's own address. */
  readonly part?: `:${string}`;
}

/** By what stands behind `/console/`, which is nothing for the first, and in the order of the navigation. */
const consoleScreens = {
  '': { title: { pt: 'Verificar', en: 'Verify' }, role: 'anyone', group: 'work' },
  empresas: { title: { pt: 'Empresas', en: 'Companies' }, role: 'anyone', group: 'work', part: ':cnpj' },
  hoje: { title: { pt: 'Hoje', en: 'Today' }, role: 'viewer', group: 'follow' },
  painel: { title: { pt: 'Painel', en: 'Dashboard' }, role: 'viewer', group: 'follow' },
  consultas: { title: { pt: 'Consultas', en: 'Audit' }, role: 'analyst', group: 'follow', part: ':id' },
  lote: { title: { pt: 'Lote', en: 'Batch' }, role: 'analyst', group: 'work', part: ':id' },
  chaves: { title: { pt: 'Chaves', en: 'Keys' }, role: 'viewer', group: 'service' },
  cadastro: { title: { pt: 'Cadastro', en: 'Registry' }, role: 'viewer', group: 'service' },
  listas: { title: { pt: 'Listas', en: 'Lists' }, role: 'viewer', group: 'rules' },
  julgamentos: { title: { pt: 'Julgamentos', en: 'Judgements' }, role: 'analyst', group: 'follow' },
  sessoes: { title: { pt: 'Sessões', en: 'Sessions' }, role: 'viewer', group: 'service' },
} as const satisfies Readonly<Record<string, ConsoleScreen>>;

export type ScreenName = keyof typeof consoleScreens;

export const screenNames = Object.keys(consoleScreens) as readonly ScreenName[];

export function getScreen(name: ScreenName): ConsoleScreen {
  return consoleScreens[name];
}

/** Every address behind `/console/`, as a router writes it. */
export const screenAddresses: readonly string[] = screenNames.flatMap((name) => {
  const { part } = getScreen(name);
  return part === undefined ? [name] : [name, `${name}/${part}`];
});
