// Legal forms of companies from anywhere, for lists that hold companies of many countries.

const forms: ReadonlySet<string> = new Set(
  (
    'LLC LLP LP INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED PLC GMBH AG KG SARL SAS SPA SRL BV NV OY AB AS ' +
    'OOO OAO ZAO PAO AO JSC PJSC OJSC CJSC FZE FZCO FZC PTE PTY PVT BHD SDN KK DOO EOOD DMCC LTDA ME EPP EIRELI SA MEI CIA ' +
    'AKTIENGESELLSCHAFT KOMMANDITGESELLSCHAFT AKTIEBOLAG AKTSIYA GESMBH'
  ).split(' '),
);

/** Forms of several words, and those whose dots have become blanks. */
const phrases = new RegExp(
  `(?<![^ ])(?:${[
    '(?:(?:OPEN|CLOSED|PUBLIC|PRIVATE) )?JOINT STOCK COMPANY',
    'LIMITED LIABILITY (?:COMPANY|PARTNERSHIP)',
    '(?:PUBLIC|PRIVATE) LIMITED(?: COMPANY)?',
    'SOCIEDADE (?:ANONIMA|LIMITADA)',
    'SOCIEDAD (?:ANONIMA|LIMITADA|DE RESPONSABILIDAD LIMITADA)(?: DE CAPITAL VARIABLE)?',
    'SOCIETE (?:ANONYME|PAR ACTIONS SIMPLIFIEE|A RESPONSABILITE LIMITEE)',
    'SOCIETA (?:PER AZIONI|A RESPONSABILITA LIMITATA)',
    'GESELLSCHAFT MIT BESCHRANKTER HAFTUNG',
    '(?:NAAMLOZE|BESLOTEN) VENNOOTSCHAP|ANONIM SIRKETI|SENDIRIAN BERHAD',
    // As Cyrillic letters become Latin ones.
    'OBSHCHESTVO S OGRANICHENNOI OTVETSTVENNOSTYU',
    '(?:(?:PUBLICHNOE|OTKRYTOE|ZAKRYTOE) )?AKTSIONERNOE OBSHCHESTVO',
    'G M B H|P L C|L T D|O O O|O A O|Z A O|P A O|P J S C|O J S C|J S C|S A S|S A DE C V|S DE R L(?: DE C V)?',
    '(?:B V|N V|A G|K G|A B|A S|O Y)$',
    'SP Z O O|S R O|S A R L|S A|S P A|S R L|D O O|L L C',
  ].join('|')})(?![^ ])`,
  'g',
);

/** Takes folded text. The whole of it where nothing else would be left. */
export function dropLegalForms(folded: string): string {
  const plain = folded
    .replace(phrases, ' ')
    .replace(/^ *THE /, '')
    .trim();
  const words = plain.split(/ +/);
  const telling = words.filter((word) => !forms.has(word));
  return telling.join(' ') || folded;
}
