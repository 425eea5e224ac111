// Finds the column of people's names where its heading alone does not tell: by what its heading speaks of, and by its values. A wrong column
// would make a whole base fail, so that it takes none where two could be meant.

import { foldText } from '../../domain/names/name-text.ts';
import { givenNames } from './given-names.ts';

const nameWords = /\b(?:NOME|NAME|NM)\b/;
/** These words name the people in a table. A column with such a heading holds their names. */
const subjects = toPattern(`
  ALUN[OA]S? FUNCIONARI[OA]S? EMPREGAD[OA]S? ASSOCIAD[OA]S? COOPERAD[OA]S? BENEFICIARI[OA]S? SEGURAD[OA]S? CANDIDAT[OA]S?
  INQUILIN[OA]S? LOCATARI[OA]S? CONDOMIN[OA]S? PROPRIETARI[OA]S? SOCI[OA]S? MEMBR[OA]S? MUTUARI[OA]S? VOLUNTARI[OA]S?
  FILIAD[OA]S? USUARI[OA]S? CADASTRAD[OA]S? PACIENTES? COLABORADOR(?:A|ES|AS)? TRABALHADOR(?:A|ES|AS)?
  SERVIDOR(?:A|ES|AS)? MOTORISTAS? CONDUTOR(?:A|ES|AS)? ESTUDANTES? MORADOR(?:A|ES|AS)? HOSPEDES? PASSAGEIR[OA]S?
  PARTICIPANTES? CONTRATANTES? PROPONENTES? DEVEDOR(?:A|ES|AS)? TOMADOR(?:A|ES|AS)? COMPRADOR(?:A|ES|AS)? ASSINANTES?
  CLIENTES? TITULAR(?:ES)? PESSOAS? CONTRIBUINTES? CORRENTISTAS? DOADOR(?:A|ES|AS)?
  STUDENTS? PATIENTS? EMPLOYEES? MEMBERS? HOLDERS? CUSTOMERS? APPLICANTS? DRIVERS? TENANTS? GUESTS? PASSENGERS? PERSON PEOPLE
`);
/** Names of somebody else, or of something. */
const others = toPattern(`
  MAE PAI MOTHER FATHER FILIACAO RESPONSAVEL CONJUGE ESPOS[OA] DEPENDENTE CONTATO CONTACT
  INDICAD[OA] INDICACAO REFERENCIA VENDEDOR CORRETOR GERENTE CONSULTOR ATENDENTE MEDIC[OA]
  PROFESSORA? ADVOGAD[OA] INSTRUTOR SUPERVISOR FANTASIA SOCIAL USUARIO USER LOGIN ARQUIVO FILE
  CIDADE MUNICIPIO BAIRRO RUA ENDERECO LOGRADOURO ESTADO UF PAIS CITY STREET ADDRESS
  EMPRESA EMPREGADOR COMPANY ESCOLA LOJA FILIAL UNIDADE BANCO AGENCIA CONVENIO CARGO
  PROFISSAO FUNCAO SETOR DEPARTAMENTO PRODUTO PLANO CURSO TURMA STATUS SITUACAO OBS
  OBSERVACAO TIPO ORIGEM CANAL EMAIL MAIL CODIGO COD ID CD
`);

/** Any of these words, each of them whole. */
function toPattern(words: string): RegExp {
  return new RegExp(`\\b(?:${words.trim().split(/\s+/).join('|')})\\b`);
}

interface Candidates {
  readonly columns: readonly string[];
  readonly sample: readonly (readonly string[])[];
  /** `used` holds the columns that contain something else. */
  readonly used: ReadonlySet<number>;
  /** Normalizes a heading for comparison. */
  readonly fold: (heading: string) => string;
  /** Tells whether the headings are invented because the table has none. */
  readonly isHeadless: boolean;
}

/** Every column that may be meant, the likely ones alone where there are any. */
export function listNameColumns({ columns, sample, used, fold, isHeadless }: Candidates): readonly number[] {
  const values = (place: number) => sample.map((cells) => cells[place]?.trim() ?? '').filter((cell) => cell !== '');
  const open = columns.flatMap((heading, place) => {
    if (used.has(place)) return [];
    const folded = isHeadless ? '' : fold(heading);
    return others.test(folded) ? [] : [{ place, folded, values: values(place) }];
  });
  const called = (words: RegExp) =>
    open.filter(({ folded, values: own }) => words.test(folded) && hold(own, isNameLike, 0.8)).map(toPlace);
  for (const words of [nameWords, subjects]) {
    const found = called(words);
    if (found.length > 0) return found;
  }
  return open.filter(({ values: own }) => areNames(own)).map(toPlace);
}

/** Judges a heading alone, so it also works for a table without rows. */
export function isNameHeading(folded: string): boolean {
  return nameWords.test(folded) && !others.test(folded);
}

const toPlace = ({ place }: { readonly place: number }) => place;

/** Recognizes a name column under any heading. Its values are whole names, mostly different ones, and enough of them have a common given name. */
function areNames(values: readonly string[]): boolean {
  const given = values.filter((value) => givenNames.has(foldText(value).split(' ')[0] ?? ''));
  return (
    hold(values, isWholeName, 0.8) &&
    given.length >= values.length * 0.3 &&
    new Set(values.map(foldText)).size * 2 > values.length
  );
}

function hold(values: readonly string[], test: (value: string) => boolean, share: number): boolean {
  return values.length > 0 && values.filter(test).length >= values.length * share;
}

/** Letters, and what stands between them in a name. */
function isNameLike(value: string): boolean {
  return /^\p{L}[\p{L}\p{M}\s.'’´`-]*$/u.test(value) && value.length <= 100 && /\p{L}{2}/u.test(value);
}

function isWholeName(value: string): boolean {
  const words = foldText(value).split(' ');
  return (
    isNameLike(value) && words.length >= 2 && words.length <= 10 && words.filter((word) => word.length > 1).length >= 2
  );
}
