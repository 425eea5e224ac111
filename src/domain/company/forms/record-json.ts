// The whole record as JSON text: what `JSON.stringify(toRecordDocument(…))` gives, letter for letter, in a third of the time
// (`npm run bench http`, and exports of millions). A test holds the two together; the form itself is record-document.ts.

import { toCnpjRoot } from '../../numbers/cnpj.ts';
import type {
  Address,
  AgeBand,
  CodedText,
  Contacts,
  Municipality,
  Partner,
  Phone,
  Representative,
  SpecialSituation,
  TaxOption,
  TaxRegime,
} from '../company-record.ts';
import type { ShownRecord } from '../record-privacy.ts';

export function toRecordJson({ record, withheld }: ShownRecord, dataAsOf: string): string {
  return (
    `{"cnpj":"${record.cnpj}","root":"${toCnpjRoot(record.cnpj)}","head_office":${record.headOffice},` +
    `"legal_name":${text(record.legalName)},"trade_name":${text(record.tradeName)},"status":"${record.status}",` +
    `"status_code":${plain(record.statusCode)},"status_since":${plain(record.statusSince)},` +
    `"status_reason":${coded(record.statusReason)},"foundation_date":${plain(record.foundationDate)},` +
    `"special_situation":${situation(record.specialSituation)},"main_activity":${coded(record.mainActivity)},` +
    `"other_activities":[${join(record.otherActivities, coded)}],"address":${address(record.address)},` +
    `"contacts":${contacts(record.contacts)},"legal_nature":${coded(record.legalNature)},"size":${coded(record.size)},` +
    `"capital":${plain(record.capital)},"responsible_qualification":${coded(record.responsibleQualification)},` +
    `"federative_entity":${text(record.federativeEntity)},"simples":${taxOption(record.simples)},` +
    `"mei":${taxOption(record.mei)},` +
    `"tax_regimes":${record.taxRegimes === null ? 'null' : `[${join(record.taxRegimes, taxRegime)}]`},` +
    `"partners":${record.partners === null ? 'null' : `[${join(record.partners, partner)}]`},` +
    `"partners_total":${record.partnersTotal},"partners_missing":${plain(record.partnersMissing)},"establishments":{"total":${record.establishments},` +
    `"head_office":${plain(record.headOfficeCnpj)}},"withheld":[${join(withheld, plain)}],"data_as_of":${plain(dataAsOf)}}`
  );
}

/** Quotes, backslashes and control characters; and halves of pairs, which have no form in UTF-8. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

/** For days, codes, amounts and marks, which are made of digits, letters and a few signs: nothing to escape. */
function plain(value: string | null): string {
  return value === null ? 'null' : `"${value}"`;
}

function text(value: string | null): string {
  if (value === null) return 'null';
  return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
}

function join<Item>(items: readonly Item[], write: (item: Item) => string): string {
  let joined = '';
  for (let index = 0; index < items.length; index++) {
    joined += index === 0 ? write(items[index] as Item) : `,${write(items[index] as Item)}`;
  }
  return joined;
}

function coded(value: CodedText | null): string {
  return value === null ? 'null' : `{"code":${plain(value.code)},"text":${text(value.text)}}`;
}

function situation(value: SpecialSituation | null): string {
  return value === null ? 'null' : `{"text":${text(value.text)},"since":${plain(value.since)}}`;
}

function municipality(value: Municipality | null): string {
  if (value === null) return 'null';
  return `{"tom_code":${plain(value.tomCode)},"ibge_code":${plain(value.ibgeCode)},"name":${text(value.name)}}`;
}

function address(value: Address): string {
  return (
    `{"street_kind":${text(value.streetKind)},"street":${text(value.street)},"number":${text(value.number)},` +
    `"complement":${text(value.complement)},"district":${text(value.district)},"postal_code":${text(value.postalCode)},` +
    `"state":${plain(value.state)},"municipality":${municipality(value.municipality)},` +
    `"city_abroad":${text(value.cityAbroad)},"country":${coded(value.country)}}`
  );
}

function contacts(value: Contacts): string {
  return (
    `{"phone":${phone(value.phone)},"second_phone":${phone(value.secondPhone)},` +
    `"fax":${phone(value.fax)},"email":${text(value.email)}}`
  );
}

function phone(value: Phone | null): string {
  return value === null ? 'null' : `{"area_code":${text(value.areaCode)},"number":${text(value.number)}}`;
}

function taxOption(value: TaxOption | null): string {
  if (value === null) return 'null';
  return `{"opted":${value.opted},"opted_on":${plain(value.optedOn)},"excluded_on":${plain(value.excludedOn)}}`;
}

function taxRegime(value: TaxRegime): string {
  return (
    `{"year":${value.year},"form":${text(value.form)},"scp_cnpj":${plain(value.scpCnpj)},` +
    `"bookkeepings":${value.bookkeepings}}`
  );
}

function partner(value: Partner): string {
  return (
    `{"kind":"${value.kind}","name":${text(value.name)},"document":${text(value.document)},` +
    `"qualification":${coded(value.qualification)},"joined_on":${plain(value.joinedOn)},` +
    `"country":${coded(value.country)},"representative":${representative(value.representative)},` +
    `"age_band":${ageBand(value.ageBand)}}`
  );
}

function representative(value: Representative | null): string {
  if (value === null) return 'null';
  return `{"document":${text(value.document)},"name":${text(value.name)},"qualification":${coded(value.qualification)}}`;
}

function ageBand(value: AgeBand | null): string {
  if (value === null) return 'null';
  return `{"code":${plain(value.code)},"from_years":${value.fromYears},"to_years":${value.toYears}}`;
}
