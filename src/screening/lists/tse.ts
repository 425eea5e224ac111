// Who was elected, by the files of candidates of the TSE: people who take office in some months, before any list of politically exposed
// people names them. Only offices that the norm names count (Circular BCB 3.978/2020, art. 27); vice-governors, vice-mayors and those who
// stand by for a senator are not named there. The layout is the one that public readers of the file describe.

import { foldText } from '../../domain/names/name-text.ts';
import { blankRow, readListed } from './blank-row.ts';
import { type LayoutColumn, type TableList, toTableList } from './list-kind.ts';
import { toMaskedNames, toMaskedText, toRemarks } from './row-notes.ts';

const columns = [
  { key: 'year', name: 'ANO_ELEICAO', isNeeded: true },
  { key: 'state', name: 'SG_UF', isNeeded: true },
  { key: 'place', name: 'NM_UE', isNeeded: true },
  { key: 'office', name: 'DS_CARGO', isNeeded: true },
  { key: 'number', name: 'SQ_CANDIDATO', isNeeded: true },
  { key: 'name', name: 'NM_CANDIDATO', isNeeded: true },
  { key: 'ballot_name', name: 'NM_URNA_CANDIDATO' },
  { key: 'social_name', name: 'NM_SOCIAL_CANDIDATO' },
  { key: 'cpf', name: 'NR_CPF_CANDIDATO', isNeeded: true },
  { key: 'birth', name: 'DT_NASCIMENTO', isNeeded: true },
  { key: 'party', name: 'SG_PARTIDO' },
  { key: 'result', name: 'DS_SIT_TOT_TURNO', isNeeded: true },
] as const satisfies readonly LayoutColumn[];

/** The TSE writes one of these values if it discloses none, and since 2024 it does so in place of every CPF. */
const untold = /^(?:-\d|#NULO#?|#NE#?|NÃO DIVULGÁVEL)$/i;
const elected = /^ELEITO\b/;

const generalOffices = [
  'PRESIDENTE',
  'VICE PRESIDENTE',
  'SENADOR',
  'DEPUTADO FEDERAL',
  'GOVERNADOR',
  'DEPUTADO ESTADUAL',
  'DEPUTADO DISTRITAL',
];
const municipalOffices = ['PREFEITO', 'VEREADOR'];
/** Elected with somebody, and not named by the norm. */
const otherOffices = ['VICE GOVERNADOR', '1 SUPLENTE', '2 SUPLENTE', '1O SUPLENTE', '2O SUPLENTE', 'VICE PREFEITO'];

interface ElectedAbout extends Pick<TableList, 'id' | 'title'> {
  readonly offices: readonly string[];
}

function toElected({ offices, ...about }: ElectedAbout) {
  return toTableList({
    ...about,
    weight: 'exposure',
    page: 'https://dadosabertos.tse.jus.br/group/candidatos',
    isOptIn: true,
    // An election each four years, and now and then a court that takes an office away.
    staleAfterDays: 400,
    layout: columns,
    layoutRule: 'open',
    delimiter: ';',
    // Beside it are files of each state, with the same rows.
    wantedMember: /_BRASIL\.csv$/i,
    map(cell, notes) {
      const tell = (key: (typeof columns)[number]['key']) => (untold.test(cell(key)) ? '' : cell(key));
      const office = foldText(cell('office'));
      if (!offices.includes(office)) return otherOffices.includes(office) ? 'left_out' : undefined;
      if (!elected.test(foldText(cell('result')))) return 'left_out';
      const birth = notes.readDay(tell('birth'));
      const place = cell('place') === cell('state') ? cell('place') : `${cell('place')}-${cell('state')}`;
      return {
        ...blankRow,
        ...readListed(tell('cpf'), tell('name'), tell('social_name')),
        kind: 'person',
        number: cell('number'),
        weakNames: toMaskedNames(tell('ballot_name')),
        births: birth === null ? [] : [birth],
        category: toMaskedText(`${cell('office')}, por eleição em ${cell('year')}`),
        authority: toMaskedText(place),
        remarks: toRemarks({ Resultado: cell('result'), Partido: tell('party') }),
      };
    },
  });
}

export const tseGeneral = toElected({
  id: 'tse-gerais',
  title: 'Eleitos nas eleições gerais (TSE)',
  offices: generalOffices,
});

export const tseMunicipal = toElected({
  id: 'tse-municipais',
  title: 'Eleitos nas eleições municipais (TSE)',
  offices: municipalOffices,
});
