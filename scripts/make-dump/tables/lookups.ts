// The small tables of codes that come with a dump: every code that the invented rows use, but those that the real tables lack too.

import { readFileSync } from 'node:fs';
import { activityCodes } from '../values/vocabulary.ts';

interface LookupTable {
  readonly suffix: string;
  readonly rows: readonly (readonly [code: string, text: string])[];
}

const knownActivities: Readonly<Record<string, string>> = {
  '4712100': 'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios',
  '8888888': 'Atividade Econômica não informada',
};
/** In use and in no table, as codes of retired activities were. */
const unlistedActivity = '6462000';

export const lookupTables = {
  Cnaes: { suffix: 'CNAECSV', rows: activityRows() },
  Motivos: {
    suffix: 'MOTICSV',
    rows: [
      ['00', 'SEM MOTIVO'],
      ['01', 'EXTINCAO POR ENCERRAMENTO LIQUIDACAO VOLUNTARIA'],
      ['54', 'EXTINCAO - TRATAMENTO DIFERENCIADO DADO AS ME E EPP (LEI COMPLEMENTAR NUMERO 123/2006)'],
      ['63', 'OMISSAO DE DECLARACOES'],
      ['67', 'REGISTRO CANCELADO'],
      ['71', 'INAPTIDAO (LEI 11.941/2009 ART.54)'],
      ['73', 'OMISSAO CONTUMAZ'],
      ['75', 'INAPTIDAO (LEI 11.941/2009)'],
    ],
  },
  Municipios: { suffix: 'MUNICCSV', rows: municipalityRows() },
  Naturezas: {
    suffix: 'NATJUCSV',
    rows: [
      ['0000', 'Natureza Jurídica não informada'],
      ['2054', 'Sociedade Anônima Fechada'],
      ['2062', 'Sociedade Empresária Limitada'],
      ['2127', 'Sociedade em Conta de Participação'],
      ['2135', 'Empresário (Individual)'],
      ['2240', 'Sociedade Simples Limitada'],
      ['3069', 'Fundação Privada'],
      ['3085', 'Condomínio Edilício'],
      ['3999', 'Associação Privada'],
      ['4090', 'Candidato a Cargo Político Eletivo'],
      ['4120', 'Produtor Rural (Pessoa Física)'],
      ['8885', 'Natureza Jurídica não informada'],
    ],
  },
  Paises: {
    suffix: 'PAISCSV',
    rows: [
      ['105', 'BRASIL'],
      ['249', 'ESTADOS UNIDOS'],
    ],
  },
  Qualificacoes: {
    suffix: 'QUALSCSV',
    rows: [
      ['00', 'Não informada'],
      ['05', 'Administrador'],
      ['10', 'Diretor'],
      ['14', 'Mãe'],
      ['15', 'Pai'],
      ['16', 'Presidente'],
      ['17', 'Procurador'],
      ['22', 'Sócio'],
      ['30', 'Sócio Menor (Assistido/Representado)'],
      ['37', 'Sócio Pessoa Jurídica Domiciliado no Exterior'],
      ['49', 'Sócio-Administrador'],
      ['50', 'Empresário'],
      ['59', 'Produtor Rural'],
      ['65', 'Titular Pessoa Física Residente ou Domiciliado no Brasil'],
    ],
  },
} as const satisfies Record<string, LookupTable>;

export type LookupName = keyof typeof lookupTables;

/** The Receita's codes, in rising order. */
export function municipalityCodes(): string[] {
  return [...municipalityPairs().keys()];
}

/** TOM code to IBGE code, from the table that the package ships. */
export function municipalityPairs(): Map<string, string> {
  const text = readFileSync(new URL('../../../src/registry/records/tom-ibge.csv', import.meta.url), 'utf8');
  const pairs = [...text.matchAll(/^(\d{4});(\d{7})$/gm)];
  return new Map(pairs.map(([, tom = '', ibge = '']) => [tom, ibge]));
}

function activityRows(): (readonly [string, string])[] {
  const codes = [...new Set(activityCodes)].filter((code) => code !== unlistedActivity).sort();
  return codes.map((code) => [code, knownActivities[code] ?? `Atividade inventada ${code}`]);
}

function municipalityRows(): (readonly [string, string])[] {
  const named: Readonly<Record<string, string>> = {
    '4123': 'BELO HORIZONTE',
    '6001': 'RIO DE JANEIRO',
    '7107': 'SAO PAULO',
  };
  return [
    ...municipalityCodes().map((code) => [code, named[code] ?? `MUNICIPIO ${code}`] as const),
    ['9707', 'EXTERIOR'],
  ];
}
