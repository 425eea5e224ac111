// The lists of the United Nations and of the European Union as they are published, with invented entries.

export function toUnitedNations(more = '', prolog = ''): Uint8Array {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${prolog}
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-10-10T00:00:00.000Z">
<INDIVIDUALS>
 <INDIVIDUAL><DATAID>1</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>FULANO</FIRST_NAME><SECOND_NAME>DE TAL</SECOND_NAME>
  <UN_LIST_TYPE>Exemplo</UN_LIST_TYPE><REFERENCE_NUMBER>XXi.001</REFERENCE_NUMBER><LISTED_ON>2012-03-05</LISTED_ON>
  <NAME_ORIGINAL_SCRIPT>فلان; Фулано Тал</NAME_ORIGINAL_SCRIPT><COMMENTS1>Um
   comentário.</COMMENTS1>
  <DESIGNATION><VALUE>Chefe</VALUE></DESIGNATION><NATIONALITY><VALUE>Exemplolândia</VALUE></NATIONALITY>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Fulaninho &amp; Cia</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>O Tal</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1970-01-12</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><YEAR>1971</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1980</FROM_YEAR><TO_YEAR>1982</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1965</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <SORT_KEY/></INDIVIDUAL>
 <INDIVIDUAL><DATAID>2</DATAID><FIRST_NAME>BELTRANO</FIRST_NAME><UN_LIST_TYPE>Exemplo</UN_LIST_TYPE>
  <REFERENCE_NUMBER>XXi.002</REFERENCE_NUMBER><LISTED_ON>2012-03-05</LISTED_ON><INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_DATE_OF_BIRTH/></INDIVIDUAL>${more}
</INDIVIDUALS>
<ENTITIES><ENTITY><DATAID>3</DATAID><FIRST_NAME>EXEMPLO TRADING</FIRST_NAME><UN_LIST_TYPE>Exemplo</UN_LIST_TYPE>
  <REFERENCE_NUMBER>XXe.001</REFERENCE_NUMBER><LISTED_ON>2012-03-05</LISTED_ON>
  <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>EXEMPLO COMÉRCIO</ALIAS_NAME></ENTITY_ALIAS></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`);
}

export function toEuropeanUnion(prolog = ''): Uint8Array {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${prolog}
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-10-11T10:00:00.000+02:00" globalFileId="1">
 <sanctionEntity euReferenceNumber="EU.1.1" logicalId="1"><remark>Uma observação.</remark>
  <regulation entryIntoForceDate="2014-03-17" numberTitle="269/2014 (OJ L78)" programme="UKR"><publicationUrl>x</publicationUrl></regulation>
  <subjectType code="person" classificationCode="P"/>
  <nameAlias firstName="Fulano" lastName="DE TAL" wholeName="Fulano DE TAL" function="Chefe" strong="true"/>
  <nameAlias firstName="Fulaninho" middleName="" lastName="TAL" wholeName="" strong="true"/>
  <nameAlias wholeName="O Tal" strong="false"/>
  <citizenship countryIso2Code="EX" countryDescription="EXEMPLOLÂNDIA"/>
  <birthdate circa="false" birthdate="1970-01-12" dayOfMonth="12" monthOfYear="1" year="1970"/>
  <birthdate circa="true" year="1971"/>
  <birthdate circa="false" year="1980" monthOfYear="3"/>
  <birthdate circa="false" yearRangeFrom="1990" yearRangeTo="1990"/>
  <identification countryIso2Code="BR" number="123"/><identification countryIso2Code="BR" number="11.222.333/0001-81"/></sanctionEntity>
 <sanctionEntity euReferenceNumber="EU.2.2" logicalId="2"><regulation entryIntoForceDate="2014-03-17" programme="UKR"/>
  <subjectType code="enterprise"/><nameAlias wholeName="EXEMPLO" strong="false"/></sanctionEntity>
 <sanctionEntity euReferenceNumber="EU.3.3" logicalId="3"><regulation programme="UKR"/><subjectType code="person"/></sanctionEntity>
</export>`);
}
