// Countries that records use and the Receita's own table lacks. The names are Serpro's, taken from public code that cites its domain
// tables, not from Serpro itself (2026-11). A table that names one itself goes before this list.

export const unlistedCountries: Readonly<Record<string, string>> = {
  '015': 'ALAND, ILHAS',
  '042': 'ANTÁRTICA',
  // Jersey for Serpro, Guernsey for Siscomex.
  '150': 'JERSEY, ILHA DO CANAL',
  '151': 'CANÁRIAS, ILHAS',
  '200': 'CURACAO',
  '321': 'GUERNSEY',
  '359': 'MAN, ILHA DE',
  '367': 'INGLATERRA',
  '393': 'JERSEY',
  '449': 'MACEDÔNIA, ANT.REP.IUGOSLAVA',
  '498': 'MONTENEGRO',
  '578': 'PALESTINA',
  '678': 'SAINT KITTS E NEVIS',
  '693': 'SAO BARTOLOMEU',
  '699': 'SÃO MARTINHO, ILHA DE (PARTE HOLANDESA)',
  '737': 'SERVIA',
  '755': 'SVALBARD E JAN MAYEN',
  '994': 'A DESIGNAR',
};
