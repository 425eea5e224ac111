// The lists that an operator turns on, as they are published, with invented entries.

export function toUnitedKingdom(more = ''): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>09/10/2026</DateGenerated>
 <Designation><LastUpdated>12/01/2022</LastUpdated><DateDesignated>25/01/2019</DateDesignated><UniqueID>EXA0001</UniqueID>
  <OFSIGroupID>1</OFSIGroupID><UNReferenceNumber/>
  <Names><Name><Name1>Fulano</Name1><Name2>DE</Name2><Name6>TAL</Name6><NameType>Primary Name</NameType></Name>
   <Name><Name6>Fulaninho Tal</Name6><NameType>Alias</NameType><AliasStrength>Good quality a.k.a</AliasStrength></Name>
   <Name><Name6>O Tal</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name></Names>
  <NonLatinNames><NonLatinName><NameNonLatinScript>Фулано Тал</NameNonLatinScript></NonLatinName></NonLatinNames>
  <RegimeName>The Example (Sanctions) Regulations 2020</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
  <DesignationSource>UK</DesignationSource><SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed>
  <OtherInformation>Uma observação.</OtherInformation><UKStatementofReasons>Um motivo.</UKStatementofReasons>
  <IndividualDetails><Individual><DOBs><DOB>12/01/1970</DOB><DOB>dd/03/1971</DOB><DOB>00/00/1975</DOB></DOBs>
   <Nationalities><Nationality>Exemplolândia</Nationality></Nationalities><Positions><Position>Chefe</Position></Positions></Individual></IndividualDetails>
 </Designation>
 <Designation><DateDesignated>25/01/2019</DateDesignated><UniqueID>EXA0002</UniqueID>
  <Names><Name><Name6>EXEMPLO TRADING</Name6><NameType>Primary Name</NameType></Name></Names>
  <RegimeName>The Example (Sanctions) Regulations 2020</RegimeName><IndividualEntityShip>Entity</IndividualEntityShip>
  <SanctionsImposed>Asset freeze</SanctionsImposed></Designation>
 <Designation><DateDesignated>25/01/2019</DateDesignated><UniqueID>EXA0003</UniqueID>
  <Names><Name><Name6>MV EXEMPLO</Name6><NameType>Primary Name</NameType></Name></Names>
  <RegimeName>The Example (Sanctions) Regulations 2020</RegimeName><IndividualEntityShip>Ship</IndividualEntityShip>
  <SanctionsImposed>Trade sanctions</SanctionsImposed></Designation>${more}
</Designations>`;
}

export function toSwitzerland(more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<swiss-sanctions-list list-type="whole-list" date="2026-10-12">
 <sanctions-program ssid="20"><program-key lang="ger">Beispiel</program-key><program-key lang="eng">Example</program-key>
  <program-name lang="eng">Ordinance on an example</program-name><sanctions-set ssid="200" lang="eng">annex 1</sanctions-set></sanctions-program>
 <target ssid="1"><sanctions-set-id>200</sanctions-set-id>
  <modification modification-type="amended" publication-date="2022-03-20" effective-date="2022-03-20">
   <removed><target ssid="1"><individual><identity><name><name-part order="1" name-part-type="whole-name"><value>Nome Antigo</value></name-part></name></identity></individual></target></removed></modification>
  <modification modification-type="listed" publication-date="2022-03-16" effective-date="2022-03-16"/>
  <individual sex="male"><identity ssid="11" main="true">
   <name ssid="12" name-type="primary-name"><name-part order="1" name-part-type="family-name"><value>TAL</value>
     <spelling-variant lang="por" script="LATN">TALL</spelling-variant><spelling-variant lang="rus" script="CYRL">ТАЛ</spelling-variant></name-part>
    <name-part order="2" name-part-type="given-name"><value>Fulano</value><spelling-variant lang="rus" script="CYRL">Фулано</spelling-variant></name-part>
    <name-part order="3" name-part-type="title"><value>Dr.</value></name-part></name>
   <name ssid="13" name-type="alias" quality="low"><name-part order="1" name-part-type="whole-name"><value>O Tal</value></name-part></name>
   <day-month-year day="30" month="8" year="1954"/><day-month-year year="1956"/>
   <nationality><country iso-code="EX">Exemplolândia</country></nationality></identity>
  <justification ssid="14">Um motivo.</justification><other-information ssid="15">Uma observação.</other-information></individual></target>
 <target ssid="2" sanctions-set-id="200"><modification modification-type="listed" effective-date="2022-03-16"/>
  <entity><identity main="true"><name name-type="primary-name"><name-part order="1" name-part-type="whole-name"><value>EXEMPLO TRADING</value></name-part></name>
   <day-month-year year="1990"/></identity></entity></target>
 <target ssid="3"><sanctions-set-id>200</sanctions-set-id><modification modification-type="de-listed" effective-date="2023-01-01"/>
  <modification modification-type="listed" effective-date="2022-03-16"/>
  <individual><identity><name><name-part order="1" name-part-type="whole-name"><value>Beltrano Solto</value></name-part></name></identity></individual></target>
 <target ssid="4"><sanctions-set-id>200</sanctions-set-id><modification modification-type="listed" effective-date="2022-03-16"/>
  <object object-type="vessel"><identity><name><name-part order="1" name-part-type="whole-name"><value>MV EXEMPLO</value></name-part></name></identity></object></target>${more}
</swiss-sanctions-list>`;
}

export function toCanada(more = ''): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<data-set>
 <record><Country>Exampleland / Exemplie</Country><LastName>TAL</LastName><GivenName>Fulano de</GivenName>
  <Aliases>Fulaninho Tal; Talzinho</Aliases><DateOfBirthOrShipBuildDate>1970-01-12 or 1971</DateOfBirthOrShipBuildDate>
  <Schedule>1, Part 1</Schedule><Item>1</Item><DateOfListing>2020-09-28</DateOfListing><TitleOrShip>Chefe</TitleOrShip></record>
 <record><Country>Exampleland / Exemplie</Country><EntityOrShip>EXEMPLO TRADING (also known as EXEMPLO COMÉRCIO)</EntityOrShip>
  <Schedule>1, Part 2</Schedule><Item>1</Item><DateOfListing>2020-09-28</DateOfListing></record>
 <record><Country>Exampleland / Exemplie</Country><EntityOrShip>MV EXEMPLO</EntityOrShip><TitleOrShip>Tanker</TitleOrShip>
  <ShipIMONumber>9123456</ShipIMONumber><DateOfBirthOrShipBuildDate>2001</DateOfBirthOrShipBuildDate>
  <Schedule>N/A</Schedule><Item>2</Item><DateOfListing>2023-06-01</DateOfListing></record>${more}
</data-set>`;
}

const toLine = (cells: readonly string[], separator: string) =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)}\r\n`;

const bisColumns =
  '_id,source,entity_number,type,programs,name,title,addresses,federal_register_notice,start_date,end_date,standard_order,license_requirement,license_policy,call_sign,vessel_type,gross_tonnage,gross_registered_tonnage,vessel_flag,vessel_owner,remarks,source_list_url,alt_names,citizenships,dates_of_birth,nationalities,places_of_birth,source_information_url,ids'.split(
    ',',
  );

/** The Consolidated Screening List of the United States. */
export function toConsolidatedScreening(): string {
  const rows: readonly Readonly<Record<string, string>>[] = [
    {
      ...{ _id: 'a1', source: 'Entity List (EL) - Bureau of Industry and Security', start_date: '2022-03-16' },
      ...{
        name: 'Exemplo Trading, and any successor, sub-unit, or subsidiary thereof',
        alt_names: 'Exemplo Um; Exemplo Dois',
      },
      ...{
        addresses: 'Rua A, São Paulo, BR',
        federal_register_notice: '87 FR 1',
        license_policy: 'Presumption of denial',
      },
    },
    {
      ...{ _id: 'a2', source: 'Denied Persons List (DPL) - Bureau of Industry and Security', name: 'Fulano de Tal' },
      ...{ start_date: '2020-01-31', end_date: '2030-01-31', type: 'Individual', federal_register_notice: '85 FR 2' },
    },
    {
      _id: 'a3',
      source: 'Specially Designated Nationals (SDN) - Treasury Department',
      name: 'OUTRO',
      entity_number: '36',
    },
  ];
  const lines = rows.map((row) => bisColumns.map((column) => row[column] ?? ''));
  return [bisColumns, ...lines].map((cells) => toLine(cells, ',')).join('');
}

/** As the page of the World Bank loads it. */
export function toDebarred(): string {
  const firm = {
    ...{ SUPP_ID: 101, SUPP_NAME: 'EXEMPLO TRADING LTDA.*12', SUPP_TYPE_CODE: 'F', COUNTRY_NAME: 'Brazil' },
    ...{ ADD_SUPP_INFO: null, SUPP_ADDR: 'Rua A', LAND1: 'BR', DEBAR_REASON: 'Consultant Guidelines, 1.22(a)(ii)' },
    ...{ DEBAR_FROM_DATE: '2011-07-26', DEBAR_TO_DATE: '2999-12-31', INELIGIBLY_STATUS: 'Permanent' },
  };
  const person = {
    ...{ ...firm, SUPP_ID: 102, SUPP_NAME: 'MR. FULANO DE TAL', SUPP_TYPE_CODE: 'I', INELIGIBLY_STATUS: '' },
    DEBAR_TO_DATE: '2028-07-25',
  };
  return JSON.stringify({ response: { ZPROCSUPP: [firm, person] } });
}

/** The accused, and the processes that lie beside them. */
export const securitiesFiles = {
  accused:
    'NUP;Nome_Acusado;Situacao;Data_Situacao\r\n19957.000001/2024-11;FULANO DE TAL;Citação realizada;2024-05-02\r\n19957.000001/2024-11;EXEMPLO GESTÃO LTDA;Julgado;2025-06-03\r\n',
  processes: 'NUP;Objeto;Ementa;Data_Abertura\r\n19957.000001/2024-11;Apurar;Ementa;2024-01-31\r\n',
};

const electedColumns =
  'DT_GERACAO;HH_GERACAO;ANO_ELEICAO;CD_TIPO_ELEICAO;NM_TIPO_ELEICAO;NR_TURNO;CD_ELEICAO;DS_ELEICAO;DT_ELEICAO;TP_ABRANGENCIA;SG_UF;SG_UE;NM_UE;CD_CARGO;DS_CARGO;SQ_CANDIDATO;NR_CANDIDATO;NM_CANDIDATO;NM_URNA_CANDIDATO;NM_SOCIAL_CANDIDATO;NR_CPF_CANDIDATO;DS_EMAIL;CD_SITUACAO_CANDIDATURA;DS_SITUACAO_CANDIDATURA;TP_AGREMIACAO;NR_PARTIDO;SG_PARTIDO;NM_PARTIDO;NR_FEDERACAO;NM_FEDERACAO;SG_FEDERACAO;DS_COMPOSICAO_FEDERACAO;SQ_COLIGACAO;NM_COLIGACAO;DS_COMPOSICAO_COLIGACAO;SG_UF_NASCIMENTO;DT_NASCIMENTO;NR_TITULO_ELEITORAL_CANDIDATO;CD_GENERO;DS_GENERO;CD_GRAU_INSTRUCAO;DS_GRAU_INSTRUCAO;CD_ESTADO_CIVIL;DS_ESTADO_CIVIL;CD_COR_RACA;DS_COR_RACA;CD_OCUPACAO;DS_OCUPACAO;CD_SIT_TOT_TURNO;DS_SIT_TOT_TURNO'.split(
    ';',
  );

/** Candidates of an election as the TSE publishes them: of each kind two who were elected to an office of the norm. */
export function toElectedCsv(election: 'general' | 'municipal', cpf = '-4'): string {
  const offices =
    election === 'general'
      ? (['GOVERNADOR', 'VICE-GOVERNADOR', 'DEPUTADO FEDERAL', '1º SUPLENTE'] as const)
      : (['PREFEITO', 'VICE-PREFEITO', 'VEREADOR', 'VEREADOR'] as const);
  const results = ['ELEITO', 'ELEITO', 'ELEITO POR MÉDIA', election === 'general' ? 'ELEITO' : 'NÃO ELEITO'];
  const lines = offices.map((office, at) => {
    const row: Readonly<Record<string, string>> = {
      ...{ ANO_ELEICAO: election === 'general' ? '2026' : '2024', SG_UF: 'SP', DS_CARGO: office },
      ...{ NM_UE: election === 'general' ? 'SP' : 'SÃO PAULO', SQ_CANDIDATO: `25000${at}`, NR_CPF_CANDIDATO: cpf },
      ...{ NM_CANDIDATO: `FULANO DE TAL ${'ABCD'[at]}`, NM_URNA_CANDIDATO: `TAL ${at}`, NM_SOCIAL_CANDIDATO: '#NULO' },
      ...{ DT_NASCIMENTO: '23/05/1968', SG_PARTIDO: 'EXE', DS_SIT_TOT_TURNO: results[at] ?? '' },
    };
    return electedColumns.map((column) => row[column] ?? '#NULO');
  });
  return [electedColumns, ...lines].map((cells) => toLine(cells, ';')).join('');
}
