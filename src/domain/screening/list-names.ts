// The short names of lists, as commands, settings and folders have them. What such a list is, `screening/lists` says.

export const publishedLists = [
  'ceis',
  'cnep',
  'cepim',
  'leniencia',
  'ceaf',
  'pep',
  'tcu-inidoneos',
  'tcu-inabilitados',
  'tcu-contas-irregulares',
  'bcb-inabilitados',
  'bcb-proibidos',
  'mte',
  'ibama',
  'onu',
  'ofac',
  'ue',
  'ofac-non-sdn',
  'reino-unido',
  'seco',
  'canada',
  'bis',
  'banco-mundial',
  'cvm-acusados',
  'tse-gerais',
  'tse-municipais',
] as const;
export type PublishedList = (typeof publishedLists)[number];

export type ListName = PublishedList | `own-${string}`;

const ownForm = /^own-[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** An operator may have any number of own lists: `own-NAME`, in small letters, digits and hyphens. */
export function isOwnList(name: string): name is Exclude<ListName, PublishedList> {
  return ownForm.test(name);
}

/** `CEIS: Cadastro de Empresas…` is called CEIS. */
export function toShortTitle(title: string): string {
  return /^([^:]{2,12}): /.exec(title)?.[1] ?? title;
}
