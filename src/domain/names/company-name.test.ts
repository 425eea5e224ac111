import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCompanyNames } from './company-name.ts';

const words = fc.array(fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJLMNOPRSTUVXZ'), minLength: 4, maxLength: 10 }), {
  minLength: 2,
  maxLength: 6,
});
const legalForm = fc.constantFrom('Ltda', 'LTDA.', 'ME', 'Ltda - ME', 'EPP', 'Eireli', 'S/A', 'S.A.', 'SA', 'MEI');

describe('comparing company names', () => {
  it.each([
    ['Padaria Central', 'PADARIA CENTRAL LTDA', 'exact', 'the legal form left out'],
    ['Padaria Central Ltda. - ME', 'PADARIA CENTRAL EIRELI', 'exact', 'another legal form'],
    ['Itaú Unibanco S.A.', 'ITAU UNIBANCO S/A', 'exact', 'S.A. and S/A'],
    ['Brasileira de Distribuição', 'CIA BRASILEIRA DE DISTRIBUICAO', 'exact', 'CIA before the name'],
    ['Silva & Souza', 'SILVA E SOUZA LTDA', 'exact', '& for E'],
    ['Maria de Souza', '12.345.678 MARIA DE SOUZA', 'exact', 'the root before the name'],
    ['Maria de Souza', '12.ABC.345 MARIA DE SOUZA', 'exact', 'an alphanumeric root before the name'],
    ['Maria de Souza', 'MARIA DE SOUZA ***456789**', 'exact', 'a masked CPF after the name'],
    ['Maria de Souza 123.456.789-09', 'MARIA DE SOUZA ***456789**', 'exact', 'the CPF typed too'],
    ['3M do Brasil', '3M DO BRASIL LTDA', 'exact', 'a digit in the name'],
    ['ME Ltda', 'ME LTDA', 'exact', 'nothing but legal forms'],
    ['ME S.A.', 'ME SA', 'exact', 'nothing but legal forms, written otherwise'],
    ['S/A', 'SA', 'exact', 'nothing but one legal form'],
    ['Banco Matriz', 'BANCO S/A MATRIZ', 'exact', 'S/A within the name'],
    ['Maria de Souza', '  12.345.678 MARIA DE SOUZA', 'exact', 'blanks before the root'],
    ['Maria de Souza', 'MARIA DE SOUZA ***456789** ME', 'exact', 'a legal form after the masked CPF'],
    ['Maria Souza', 'MARIA***456789**SOUZA', 'exact', 'a masked CPF between two words'],
    ['Maria Souza', 'MARIA12345678909SOUZA', 'exact', 'a CPF between two words'],
    ['Maria de Souza', 'LOJA/12.345.678 MARIA DE SOUZA', 'partial', 'a root that does not stand first'],
    ['Central Padaria', 'PADARIA CENTRAL LTDA', 'partial', 'another order'],
    ['Padaria São José', 'PADARIA DE SAO JOSE LTDA', 'partial', 'a particle left out'],
    ['Super Mercado Sol', 'SUPERMERCADO SOL LTDA', 'partial', 'words run together'],
    ['Padaria Central', 'PADARIA E CONFEITARIA CENTRAL LTDA', 'partial', 'a word left out'],
    ['Padaria Central de Campinas', 'PADARIA CENTRAL LTDA', 'partial', 'a word too many'],
    ['Transp. Horizonte', 'TRANSPORTES HORIZONTE S/A', 'partial', 'the trade cut short'],
    ['Com. de Mat. de Constr. Silva', 'COMERCIO DE MATERIAIS DE CONSTRUCAO SILVA LTDA', 'partial', 'much cut short'],
    ['Padria Central', 'PADARIA CENTRAL LTDA', 'partial', 'a letter left out of a long word'],
    ['Alimento Natural', 'ALIMENTOS NATURAL LTDA', 'partial', 'a plural'],
    ['Souza Comércio', 'SOUSA COMERCIO LTDA', 'partial', 'another spelling'],
    ['Transportes Horizonte', 'TRANSP HORIZONTE S/A', 'partial', 'the trade cut short in the registry'],
    ['Materais Central', 'MATERIAIS CENTRAL LTDA', 'partial', 'another letter left out of a long word'],
    ['Padaria do João', 'PADARIA DA MARIA', 'mismatch', 'the name of another owner'],
    ['Padaria Sol', 'PADARIA SOLANGE LIMA', 'mismatch', 'the last word that was typed cut short'],
    ['Padaria Sol Centro', 'PADARIA SOLANGE', 'mismatch', 'the last registered word cut short'],
    ['Sol Padaria', 'PADARIA SOLANGE', 'mismatch', 'the last registered word cut short, in another order'],
    ['P. Central', 'PADARIA CENTRAL', 'mismatch', 'an initial in the place of the trade'],
    ['Padaria Central', 'P CENTRAL', 'mismatch', 'an initial in the registry in the place of the trade'],
    ['Luiz Alberto Materiais', 'LUIZA ALBERTO MATERIAIS', 'mismatch', 'a short word with one letter more'],
    ['Padaria Marta Azul', 'PADARIA MARIA AZUL', 'mismatch', 'a short word with another letter'],
    ['Bar Azul Norte', 'PADARIA AZUL NORTE', 'mismatch', 'another trade'],
    ['Loja 1 Centro', 'LOJA 15 CENTRO', 'mismatch', 'a number cut short within the name'],
    ['AB Padaria Sol', 'AB12345 PADARIA SOL', 'mismatch', 'a number left out of a word'],
    ['Lojas S Amigas', 'LOJAS SAMIGAS LTDA', 'partial', 'an S that belongs to no legal form'],
    ['Padaria do João', 'PADARIA DA JOANA', 'mismatch', 'the name of another owner, much alike'],
    ['Padaria do Marcio', 'PADARIA DA MARCIA', 'mismatch', 'one letter apart'],
    ['Padaria Sol', 'PADARIA SOLANGE', 'mismatch', 'what tells it apart cut short'],
    ['Padaria M', 'PADARIA MARIA', 'mismatch', 'what tells it apart as an initial'],
    ['Materiais de Construção São José', 'MATERIAIS DE CONSTRUCAO SAO JOAO', 'mismatch', 'all but one word'],
    ['Padaria', 'PADARIA CENTRAL LTDA', 'mismatch', 'one word alone'],
    ['Loja 12', 'LOJA 13', 'mismatch', 'another number'],
    ['Loja 1', 'LOJA 15', 'mismatch', 'a number cut short'],
    [
      'Padaria Central',
      'PADARIA CENTRAL COMERCIO ATACADISTA DE ALIMENTOS BEBIDAS FRIOS LATICINIOS',
      'mismatch',
      'too little of it',
    ],
  ] as const)('finds %s and %s to be %s: %s', (typed, registered, match, _why) => {
    expect(compareCompanyNames(typed, [registered]).match).toBe(match);
  });

  it('takes the best of legal and trade name, whatever their order', () => {
    const names = ['SILVA & TANAKA ALIMENTOS LTDA', null, 'PADARIA ESTRELA DO SUL'];
    for (const candidates of [names, names.toReversed()]) {
      expect(compareCompanyNames('Padaria Estrela do Sul', candidates).match).toBe('exact');
      expect(compareCompanyNames('Estrela do Sul', candidates).match).toBe('partial');
      expect(compareCompanyNames('Silva e Tanaka', candidates).match).toBe('partial');
      expect(compareCompanyNames('Padaria Tanaka', candidates).match).toBe('mismatch');
    }
  });

  it('matches nothing where the registry holds no name', () => {
    expect(compareCompanyNames('Padaria Central', [null, null])).toEqual({ match: 'mismatch', similarity: 0 });
    expect(compareCompanyNames('Padaria Central', ['', '***456789**'])).toEqual({ match: 'mismatch', similarity: 0 });
  });

  it('matches nothing where nothing is left to compare', () => {
    for (const [typed, registered] of [
      ['??', '!!'],
      ['De', 'DO'],
      ['De', 'PADARIA CENTRAL'],
      ['Padaria Central', 'DE DO'],
    ] as const) {
      expect(compareCompanyNames(typed, [registered])).toEqual({ match: 'mismatch', similarity: 0 });
    }
  });

  it('never lets the legal form, case or accents matter', () => {
    fc.assert(
      fc.property(words, legalForm, legalForm, (list, one, other) => {
        const name = list.join(' ');
        const typed = `${name.toLowerCase().replaceAll('a', 'á')} ${one}`;
        expect(compareCompanyNames(typed, [`${name} ${other}`])).toEqual({ match: 'exact', similarity: 1 });
      }),
    );
  });

  it.each([
    ['a plural', 'Loja Central', 'LOJAS CENTRAL', 'partial', 0.98],
    ['a trade cut short, that is not a plural', 'Auto Peças Central', 'AUTOMOVEIS PECAS CENTRAL', 'partial', 0.96],
    ['a letter left out', 'Panifcadora Central', 'PANIFICADORA CENTRAL', 'partial', 0.99],
    ['another word that only ends like a plural', 'Casa Central', 'MASAS CENTRAL', 'mismatch', 0.5],
  ])('weighs %s', (_what, typed, registered, match, similarity) => {
    expect(compareCompanyNames(typed, [registered])).toEqual({ match, similarity });
  });

  it('keeps similarity and class together: 1 is exact, 0.70 and more is partial, less is a mismatch', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), words, fc.nat(), (text, list, seed) => {
        const related = list.filter((_, index) => (seed >> index) & 1).join(' ');
        for (const typed of [text, related]) {
          const { match, similarity } = compareCompanyNames(typed, [list.join(' ')]);
          expect(similarity).toBeGreaterThanOrEqual(0);
          expect(match).toBe(similarity === 1 ? 'exact' : similarity >= 0.7 ? 'partial' : 'mismatch');
        }
      }),
    );
  });
});
