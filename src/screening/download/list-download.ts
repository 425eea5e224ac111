// How a publisher offers a list: where its files are, what they look like, and how often one may look.

export type ListDownload = DatedDownload | FilesDownload;

interface Offered {
  /** Of one file. Several times what it has today. */
  readonly bytesMax: number;
  /** Hosts to which an answer may send us, besides the one that was asked. */
  readonly redirectHosts: readonly string[];
  /** Hours between two looks of `lists update --due`. */
  readonly everyHours: number;
}

/** Each file has an address with its date, and only the newest is there. The page names it, to a browser's script. */
export interface DatedDownload extends Offered {
  readonly kind: 'dated';
  readonly page: string;
  readonly pace: 'day' | 'month';
  /** How many days or months before today are tried where the page does not name one. */
  readonly stepsBack: number;
}

/** The files are always at the same addresses, and as new as the day on which the publisher gives them. */
export interface FilesDownload extends Offered {
  readonly kind: 'files';
  readonly files: readonly PublishedFile[];
}

export interface PublishedFile {
  /** Under which it is put on the disk. */
  readonly name: string;
  readonly url: string;
  readonly form: FileForm;
  /** The body of a POST; a GET without. */
  readonly post?: string;
  /** The publisher wants the operator's own token at the end of the address. */
  readonly needsToken?: boolean;
  /** The list is whole without it. */
  readonly isOptional?: boolean;
}

export type FileForm = 'zip' | 'json' | 'csv' | 'xml';

const megabyte = 1 << 20;
const zipHosts = ['dadosabertos-download.cgu.gov.br'];

function toCgu(list: string, pace: DatedDownload['pace'], stepsBack: number): DatedDownload {
  return {
    kind: 'dated',
    page: `https://portaldatransparencia.gov.br/download-de-dados/${list}`,
    pace,
    stepsBack,
    bytesMax: 64 * megabyte,
    redirectHosts: zipHosts,
    everyHours: 24,
  };
}

function toFile(file: PublishedFile, megabytesMax: number): FilesDownload {
  return { kind: 'files', files: [file], bytesMax: megabytesMax * megabyte, redirectHosts: [], everyHours: 24 };
}

function toBcb(resource: string): FilesDownload {
  const service = 'https://olinda.bcb.gov.br/olinda/servico/Gepad_QuadrosGeraisInternet/versao/v1/odata';
  return toFile({ name: `${resource}.json`, url: `${service}/${resource}?$format=json`, form: 'json' }, 64);
}

const mteFile =
  'https://www.gov.br/trabalho-e-emprego/pt-br/assuntos/inspecao-do-trabalho/areas-de-atuacao/cadastro_de_empregadores.csv';

function toTcu(list: string): FilesDownload {
  const url = `https://certidoes.apps.tcu.gov.br/api/publico/responsaveis-${list}`;
  return toFile({ name: `${list}.json`, url, form: 'json', post: '{}' }, 64);
}

const ibamaFile =
  'https://stibamadadosabertosprd.blob.core.windows.net/dados-abertos/dados/TERMOS_DE_EMBARGO/TERMO_EMBARGO/termo_de_embargo.csv';
const unFile = 'https://scsanctions.un.org/resources/xml/en/consolidated.xml';
const euFile = 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=';
const ofacService = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

const ofacFiles: FilesDownload = {
  kind: 'files',
  files: ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'].map((name) => ({
    name,
    url: `${ofacService}/${name}`,
    form: 'csv',
    isOptional: name === 'sdn_comments.csv',
  })),
  bytesMax: 64 * megabyte,
  // Each file is behind a redirect to where the service keeps what it has published.
  redirectHosts: ['wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'],
  everyHours: 24,
};

/** Binding without delay, so it is looked at every hour. */
const unDownload: FilesDownload = {
  ...toFile({ name: 'consolidated.xml', url: unFile, form: 'xml' }, 64),
  redirectHosts: ['unsolprodfiles.blob.core.windows.net'],
  everyHours: 1,
};

/** By the list's id. A list that is not here is imported by hand alone. */
const downloads: Readonly<Record<string, ListDownload>> = {
  ceis: toCgu('ceis', 'day', 8),
  cnep: toCgu('cnep', 'day', 8),
  cepim: toCgu('cepim', 'day', 8),
  leniencia: toCgu('acordos-leniencia', 'day', 8),
  ceaf: toCgu('ceaf', 'day', 8),
  pep: toCgu('pep', 'month', 4),
  'tcu-inidoneos': toTcu('inidoneos'),
  'tcu-inabilitados': toTcu('inabilitados'),
  'tcu-contas-irregulares': toTcu('contas-irregulares'),
  'bcb-inabilitados': toBcb('QuadroGeralInabilitados'),
  'bcb-proibidos': toBcb('QuadroGeralProibidos'),
  mte: toFile({ name: 'cadastro_de_empregadores.csv', url: mteFile, form: 'csv' }, 64),
  ibama: toFile({ name: 'termo_de_embargo.csv', url: ibamaFile, form: 'csv' }, 900),
  onu: unDownload,
  ofac: ofacFiles,
  ue: toFile({ name: 'sanctions.xml', url: euFile, form: 'xml', needsToken: true }, 256),
};

export function findDownload(list: string): ListDownload | undefined {
  return Object.hasOwn(downloads, list) ? downloads[list] : undefined;
}
