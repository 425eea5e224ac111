// Which facts of a public record are shown. By default what points at a person is left out, though the Receita publishes
// it: LGPD art. 7 §3 asks for a purpose also for public data, so an operator switches each kind on by stating one.

import type { Address, CompanyRecord, Contacts, Partner, PublishedValues } from './company-record.ts';

/**
 * - `email`: of every company; it is often the accountant's own.
 * - `phones`: telephones and fax of every company.
 * - `personal_address`: of companies that are one person: the street, and the postal code, which in a town names the street.
 * - `minors`: partners who are or may be under 18, with who represents them.
 */
export const personalFacts = ['email', 'phones', 'personal_address', 'minors'] as const;
export type PersonalFact = (typeof personalFacts)[number];

/** The stated purpose of showing each; null leaves it out. */
export type Disclosures = Readonly<Record<PersonalFact, string | null>>;

export interface ShownRecord {
  readonly record: CompanyRecord;
  /** What is known and left out. A null that is not named here is not in the registry. */
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

export function withPrivacy(record: CompanyRecord, disclosures: Disclosures): ShownRecord {
  const withheld: PersonalFact[] = [];
  const hides = (fact: PersonalFact, isKnown: boolean): boolean => {
    if (disclosures[fact] !== null || !isKnown) return false;
    withheld.push(fact);
    return true;
  };
  const { contacts, address, partners } = record;
  const noEmail = hides('email', contacts.email !== null);
  const noPhones = hides('phones', hasPhone(contacts));
  const noStreet = hides(
    'personal_address',
    isOnePerson(record) && (hasStreet(address) || record.asPublished?.postalCode !== undefined),
  );
  const noMinors = hides('minors', partners?.some(isMinor) === true);
  const shown = {
    ...record,
    contacts: noEmail || noPhones ? withoutContacts(contacts, noEmail, noPhones) : contacts,
    address: noStreet ? withoutStreet(address) : address,
    partners: partners === null ? null : toShownPartners(partners, noMinors),
    ...(noStreet && record.asPublished?.postalCode !== undefined && { asPublished: withoutPostalCode(record) }),
  };
  return { record: shown, withheld };
}

/** Whether the company is one natural person under another name. One that was an MEI once still has that person's address. */
function isOnePerson({ legalNature, mei }: CompanyRecord): boolean {
  if (legalNature !== null && personalNatures.has(legalNature.code)) return true;
  return mei !== null && (mei.opted === true || mei.optedOn !== null);
}

/** Whether the record, as it is, names a natural person. */
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

function hasPhone({ phone, secondPhone, fax }: Contacts): boolean {
  return phone !== null || secondPhone !== null || fax !== null;
}

function withoutContacts(contacts: Contacts, noEmail: boolean, noPhones: boolean): Contacts {
  const kept = noPhones ? { phone: null, secondPhone: null, fax: null } : contacts;
  return { ...contacts, ...kept, email: noEmail ? null : contacts.email };
}

function hasStreet({ street, number, complement, postalCode }: Address): boolean {
  return street !== null || number !== null || complement !== null || postalCode !== null;
}

function withoutPostalCode({ asPublished }: CompanyRecord): PublishedValues {
  const { postalCode: _, ...others } = asPublished ?? {};
  return others;
}

function withoutStreet(address: Address): Address {
  return { ...address, streetKind: null, street: null, number: null, complement: null, postalCode: null };
}
