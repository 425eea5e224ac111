// What a record says about one establishment, as values of the domain. The order of the reads is that of the bytes.

import type {
  Address,
  CodedText,
  CompanyRecord,
  Contacts,
  Phone,
  PublishedValues,
} from '../../../domain/company/company-record.ts';
import { fromStateNumber, padCode, unlistedActivity } from '../codes.ts';
import { fromDayNumber } from '../day-number.ts';
import { noCode, noOfficeKind, noShortCode, rareFlags, rowFlags } from '../layout.ts';
import type { TextsByCode } from '../tables.ts';
import type { RowReader } from './row-reader.ts';

export interface RowRecord
  extends Pick<CompanyRecord, 'statusReason' | 'specialSituation' | 'mainActivity' | 'otherActivities'> {
  /** The value is undefined if it equals the day on which activity started. */
  readonly statusSince: string | null | undefined;
  /** The code is set only for a status that has no name. */
  readonly statusCode: string | null;
  readonly address: Address;
  readonly contacts: Contacts;
  readonly asPublished: PublishedValues | undefined;
}

/** The code means "not informed": 2.2 % of all establishments have it, all of them closed. */
const noActivity = '8888888';
/** `SEM MOTIVO`, the reason of those that are active. */
const noReason = 0;
const noActivities: readonly CodedText[] = [];

export function decodeRow(read: RowReader, texts: TextsByCode): RowRecord {
  const flags = read.one();
  const rare = (flags & rowFlags.rare) === 0 ? 0 : read.one();
  const statusSince = (flags & rowFlags.ownSince) === 0 ? undefined : fromDayNumber(read.two());
  const reason = read.one();
  const mainActivity = readActivity(read, texts);
  const otherActivities = (flags & rowFlags.otherActivities) === 0 ? noActivities : readOtherActivities(read, texts);
  const postalCode = read.four();
  const municipality = read.two();
  const state = read.one();
  const phone = (flags & rowFlags.phone) === 0 ? null : readPhone(read);
  const secondPhone = (flags & rowFlags.secondPhone) === 0 ? null : readPhone(read);
  const fax = (flags & rowFlags.fax) === 0 ? null : readPhone(read);
  const statusCode = (rare & rareFlags.statusCode) === 0 ? null : padCode(read.one(), 2);
  const country = (rare & rareFlags.country) === 0 ? noCode : read.two();
  const specialSince = (rare & rareFlags.special) === 0 ? 0 : read.two();
  const officeKind = (rare & rareFlags.officeKind) === 0 ? undefined : read.one();
  const streetKind = read.text();
  const street = read.text();
  const number = read.text();
  const complement = read.text();
  const district = read.text();
  const email = read.text();
  const cityAbroad = (rare & rareFlags.cityAbroad) === 0 ? null : read.text();
  const special = (rare & rareFlags.special) === 0 ? null : read.text();
  const writtenPostalCode = (rare & rareFlags.postalCode) === 0 ? null : read.text();
  const isInformed = mainActivity === null || mainActivity.code !== noActivity;
  return {
    statusCode,
    statusSince,
    statusReason: reason === noReason || reason === noShortCode ? null : texts.get('reasons', reason),
    specialSituation: special === null ? null : { text: special, since: fromDayNumber(specialSince) },
    mainActivity: isInformed ? mainActivity : null,
    otherActivities,
    address: {
      streetKind,
      street,
      number,
      complement,
      district,
      postalCode: postalCode === 0 ? null : padCode(postalCode, 8),
      state: fromStateNumber(state),
      municipality: municipality === noCode ? null : texts.getMunicipality(municipality),
      cityAbroad,
      country: country === noCode || country === 0 ? null : texts.get('countries', country),
    },
    contacts: { phone, secondPhone, fax, email },
    asPublished:
      isInformed && officeKind === undefined && writtenPostalCode === null
        ? undefined
        : {
            ...(!isInformed && { mainActivity }),
            ...(officeKind !== undefined && { officeKind: officeKind === noOfficeKind ? '' : String(officeKind) }),
            ...(writtenPostalCode !== null && { postalCode: writtenPostalCode }),
          },
  };
}

function readPhone(read: RowReader): Phone {
  const area = read.one();
  return { areaCode: area === 0 ? null : String(area), number: String(read.four()) };
}

function readOtherActivities(read: RowReader, texts: TextsByCode): readonly CodedText[] {
  const activities: CodedText[] = [];
  for (let count = read.one(); count > 0; count--) {
    const activity = readActivity(read, texts);
    if (activity !== null && activity.code !== noActivity) activities.push(activity);
  }
  return activities;
}

function readActivity(read: RowReader, texts: TextsByCode): CodedText | null {
  const number = read.two();
  if (number === 0) return null;
  return texts.get('activities', number === unlistedActivity ? read.three() : texts.getActivityCode(number));
}
