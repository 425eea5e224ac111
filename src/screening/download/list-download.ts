// How a publisher offers a list: where its files are, what they look like, and how often one may look.

export type ListDownload = DatedDownload | FilesDownload;

interface Offered {
  /** The bound applies to one file and is several times its size of today. */
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
  /** The download tries this many days or months before today if the page names none. */
  readonly stepsBack: number;
}

/** The files are always at the same addresses, and as new as the day on which the publisher gives them. */
export interface FilesDownload extends Offered {
  readonly kind: 'files';
  readonly files: readonly PublishedFile[];
}

export interface PublishedFile {
  /** The download stores the file on the disk under this name. */
  readonly name: string;
  readonly url: string;
  readonly form: FileForm;
  /** The body of a POST; a GET without. */
  readonly post?: string;
  /** The publisher wants the operator's own token at the end of the address. */
  readonly needsToken?: boolean;
  /** Names the first election, every four years, whose file has this form. `YEAR` stands for its year in the name and the address. */
  readonly firstElection?: number;
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

function toOfac(...names: readonly string[]): FilesDownload {
  return {
    kind: 'files',
    files: names.map((name) => ({
      name,
      url: `${ofacService}/${name}`,
      form: name.endsWith('.xml') ? 'xml' : 'csv',
      isOptional: name.endsWith('_comments.csv') || name.endsWith('.xml'),
    })),
    bytesMax: 64 * megabyte,
    // Each file is behind a redirect to where the service keeps what it has published.
    redirectHosts: ['wc2h-sls-prod-public-published.s3.us-gov-west-1.amazonaws.com'],
    everyHours: 24,
  };
}

/** Binding without delay, so it is looked at every hour. */
const unDownload: FilesDownload = {
  ...toFile({ name: 'consolidated.xml', url: unFile, form: 'xml' }, 64),
  redirectHosts: ['unsolprodfiles.blob.core.windows.net'],
  everyHours: 1,
};

const ukFile = 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.xml';
const swissFile =
  'https://www.sesam.search.admin.ch/sesam-search-web/pages/downloadXmlGesamtliste.xhtml?lang=en&action=downloadXmlGesamtlisteAction';
const canadianFile =
  'https://www.international.gc.ca/world-monde/assets/office_docs/international_relations-relations_internationales/sanctions/sema-lmes.xml';

const tradeFile = 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv';
const cvmFile = 'https://dados.cvm.gov.br/dados/PROCESSO/SANCIONADOR/DADOS/processo_sancionador.zip';

function toTse(firstElection: number): FilesDownload {
  const name = 'consulta_cand_YEAR.zip';
  const url = `https://cdn.tse.jus.br/estatistica/sead/odsele/consulta_cand/${name}`;
  return toFile({ name, url, form: 'zip', firstElection }, 512);
}

/** The downloads are keyed by the id of the list. An operator imports any other list by hand. */
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
  ofac: toOfac('sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv', 'sdn.xml'),
  ue: toFile({ name: 'sanctions.xml', url: euFile, form: 'xml', needsToken: true }, 256),
  'ofac-non-sdn': toOfac('cons_prim.csv', 'cons_alt.csv', 'cons_add.csv', 'cons_comments.csv', 'consolidated.xml'),
  'reino-unido': toFile({ name: 'UK-Sanctions-List.xml', url: ukFile, form: 'xml' }, 128),
  seco: toFile({ name: 'seco.xml', url: swissFile, form: 'xml' }, 256),
  'tse-gerais': toTse(2022),
  'tse-municipais': toTse(2024),
  bis: toFile({ name: 'consolidated.csv', url: tradeFile, form: 'csv' }, 256),
  'cvm-acusados': toFile({ name: 'processo_sancionador.zip', url: cvmFile, form: 'zip' }, 64),
  canada: toFile({ name: 'sema-lmes.xml', url: canadianFile, form: 'xml' }, 64),
};

export function findDownload(list: string): ListDownload | undefined {
  return Object.hasOwn(downloads, list) ? downloads[list] : undefined;
}
