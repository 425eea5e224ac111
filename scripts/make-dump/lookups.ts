// The small tables of codes that come with a dump, cut down to the codes that matter to a reader of the dump.

interface LookupTable {
  readonly suffix: string;
  readonly rows: readonly (readonly [code: string, text: string])[];
}

export const lookupTables = {
  Cnaes: {
    suffix: 'CNAECSV',
    rows: [
      ['0111301', 'Cultivo de arroz'],
      ['4712100', 'Comércio varejista de mercadorias em geral, com predominância de produtos alimentícios'],
      ['8888888', 'Atividade Econômica não informada'],
    ],
  },
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
    ],
  },
  Municipios: {
    suffix: 'MUNICCSV',
    rows: [
      ['4123', 'BELO HORIZONTE'],
      ['6001', 'RIO DE JANEIRO'],
      ['7107', 'SAO PAULO'],
    ],
  },
  Naturezas: {
    suffix: 'NATJUCSV',
    rows: [
      ['2054', 'Sociedade Anônima Fechada'],
      ['2062', 'Sociedade Empresária Limitada'],
      ['2135', 'Empresário (Individual)'],
      ['3999', 'Associação Privada'],
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
      ['16', 'Presidente'],
      ['49', 'Sócio-Administrador'],
      ['50', 'Empresário'],
    ],
  },
} as const satisfies Record<string, LookupTable>;

export type LookupName = keyof typeof lookupTables;
