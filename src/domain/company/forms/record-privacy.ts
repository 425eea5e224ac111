// Which facts of a public record are shown. By default what points at a person is left out, though the Receita publishes
// it: LGPD art. 7 §3 asks for a purpose also for public data, so an operator switches each kind on by stating one.

import type { Address, CompanyRecord, Contacts, Partner, PublishedValues } from '../company-record.ts';
import {
  addressFields,
  contactFields,
  fields,
  type PersonalFact,
  personalFacts,
  type Showing,
} from './record-fields.ts';

/** The stated purpose of showing each; null leaves it out. */
export type Disclosures = Readonly<Record<PersonalFact, string | null>>;

export interface ShownRecord {
  readonly record: CompanyRecord;
  /** The list names the facts that are known and withheld. A null that is not named here is not in the registry. */
  readonly withheld: readonly PersonalFact[];
}

/** Sole trader, individual real-estate company, rural producer, and the two kinds of EIRELI. */
const personalNatures: ReadonlySet<string> = new Set(['2135', '4014', '4120', '2305', '2313']);

/** The age bands 0 to 12 and 13 to 20. The second reaches past 18; who is in it cannot be told from a child, so is taken for one. */
const minorBands: ReadonlySet<string> = new Set(['1', '2']);
/** "Sócio menor" and "titular menor". Once an age band says otherwise the person has grown up: the code stays as it was. */
const minorQualifications: ReadonlySet<string> = new Set(['30', '67']);

/** Mother and father: they represent a child. */
const parents: ReadonlySet<string> = new Set(['14', '15']);

const maskedCpf = /^\*{3}[0-9]{6}\*{2}$/;

type ShowingOf<Facts> = Readonly<Record<keyof Facts, { readonly shows: Showing }>>;
type NamesBy<Facts> = Readonly<Record<PersonalFact, readonly (keyof Facts)[]>>;

/** The names of the fields that hold each kind of fact. */
function toNamesBy<Facts>(table: ShowingOf<Facts>): NamesBy<Facts> {
  const holding = (fact: PersonalFact) =>
    (Object.keys(table) as (keyof Facts)[]).filter((name) => table[name].shows === fact);
  return {
    email: holding('email'),
    phones: holding('phones'),
    personal_address: holding('personal_address'),
    minors: holding('minors'),
  };
}

const open = { shows: 'company' } as const;
const ofRecord = toNamesBy<CompanyRecord>({ ...fields, headOfficeCnpj: open, asPublished: open });
const ofAddress = toNamesBy<Address>(addressFields);
const ofContacts = toNamesBy<Contacts>(contactFields);
const ofPublished = toNamesBy<PublishedValues>({
  officeKind: open,
  postalCode: { shows: 'personal_address' },
  size: open,
  legalNature: open,
  responsibleQualification: open,
  mainActivity: open,
});

export function withPrivacy(record: CompanyRecord, disclosures: Disclosures): ShownRecord {
  const withheld = personalFacts.filter((fact) => disclosures[fact] === null && isKnown(record, fact));
  const { contacts, address, partners, asPublished } = record;
  const shown = {
    ...withoutFacts(record, ofRecord, withheld, null),
    contacts: withoutFacts(contacts, ofContacts, withheld, null),
    address: withoutFacts(address, ofAddress, withheld, null),
    partners: partners === null ? null : toShownPartners(partners, withheld.includes('minors')),
    ...(asPublished !== undefined && { asPublished: withoutFacts(asPublished, ofPublished, withheld, undefined) }),
  };
  return { record: shown, withheld };
}

function isKnown(record: CompanyRecord, fact: PersonalFact): boolean {
  if (fact === 'minors') return record.partners?.some(isMinor) === true;
  if (fact === 'personal_address' && !isOnePerson(record)) return false;
  const { contacts, address, asPublished } = record;
  return (
    ofRecord[fact].some((name) => record[name] !== null) ||
    ofContacts[fact].some((name) => contacts[name] !== null) ||
    ofAddress[fact].some((name) => address[name] !== null) ||
    (asPublished !== undefined && ofPublished[fact].some((name) => asPublished[name] !== undefined))
  );
}

function withoutFacts<Facts extends object>(
  facts: Facts,
  names: NamesBy<Facts>,
  withheld: readonly PersonalFact[],
  instead: null | undefined,
): Facts {
  let shown: Record<keyof Facts, unknown> | undefined;
  for (const fact of withheld) {
    for (const name of names[fact]) {
      shown ??= { ...facts };
      shown[name] = instead;
    }
  }
  return (shown ?? facts) as Facts;
}

/** Tells whether the company is one natural person under another name. A company that was once an MEI still has that person's address. */
function isOnePerson({ legalNature, mei }: CompanyRecord): boolean {
  if (legalNature !== null && personalNatures.has(legalNature.code)) return true;
  return mei !== null && (mei.opted === true || mei.optedOn !== null);
}

/** Tells whether the record, as it is, names a natural person. */
export function showsPeople(record: CompanyRecord): boolean {
  if (isOnePerson(record)) return true;
  return record.partners?.some(isOrNamesPerson) === true;
}

export function isOrNamesPerson({ kind, representative }: Partner): boolean {
  return kind !== 'company' || representative !== null;
}

export function isMinor({ ageBand, qualification, representative }: Partner): boolean {
  if (ageBand !== null) return minorBands.has(ageBand.code);
  if (qualification !== null && minorQualifications.has(qualification.code)) return true;
  return representative !== null && parents.has(representative.qualification?.code ?? '');
}

/** A page of partners as it may be shown. */
export function withPartnerPrivacy(partners: readonly Partner[], disclosures: Disclosures): readonly Partner[] {
  return toShownPartners(partners, disclosures.minors === null);
}

function toShownPartners(partners: readonly Partner[], noMinors: boolean): readonly Partner[] {
  const shown = noMinors ? partners.filter((partner) => !isMinor(partner)) : partners;
  return shown.some(hasClearCpf) ? shown.map(withoutClearCpf) : shown;
}

/** The files mask every CPF. Should one of them ever fail to, nothing of it may pass. */
function hasClearCpf({ kind, document, representative }: Partner): boolean {
  const own = kind !== 'company' && document !== null && !maskedCpf.test(document);
  return own || (representative !== null && !maskedCpf.test(representative.document));
}

function withoutClearCpf(partner: Partner): Partner {
  const { kind, document, representative } = partner;
  return {
    ...partner,
    document: kind === 'company' || document === null || maskedCpf.test(document) ? document : null,
    representative: representative !== null && maskedCpf.test(representative.document) ? representative : null,
  };
}
