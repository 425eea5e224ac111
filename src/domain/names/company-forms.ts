// Legal forms of companies from anywhere, for lists that hold companies of many countries.

const forms: ReadonlySet<string> = new Set(
  (
    'LLC LLP LP INC INCORPORATED CORP CORPORATION CO COMPANY LTD LIMITED PLC GMBH AG KG SARL SAS SPA SRL BV NV OY AB AS ' +
    'OOO OAO ZAO PAO AO JSC PJSC OJSC CJSC FZE FZCO FZC PTE PTY PVT BHD SDN KK DOO EOOD DMCC LTDA ME EPP EIRELI SA MEI CIA'
  ).split(' '),
);

/** Takes folded text. The whole of it where nothing else would be left. */
export function dropLegalForms(folded: string): string {
  const words = folded.replace(/ S A$/, ' SA').split(' ');
  const telling = words.filter((word) => !forms.has(word));
  return telling.length === 0 || telling.length === words.length ? folded : telling.join(' ');
}
