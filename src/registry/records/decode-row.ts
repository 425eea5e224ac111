// What a block of records says about one establishment, as values of the domain.

import type { Address, CodedText, CompanyRecord, Contacts, Phone } from '../../domain/company/company-record.ts';
import { fromStateNumber, padCode, unlistedActivity } from './codes.ts';
import { ColumnReader } from './column-reader.ts';
import { fromDayNumber } from './day-number.ts';
import { columns, noCode, noShortCode, rareFlags, rowFlags } from './layout.ts';
import type { TextsByCode } from './tables.ts';

export interface RowRecord
  extends Pick<CompanyRecord, 'statusReason' | 'specialSituation' | 'mainActivity' | 'otherActivities'> {
  /** Undefined where it is the day on which activity started. */
  readonly statusSince: string | null | undefined;
  /** Only of a status that has no name. */
  readonly statusCode: string | null;
  readonly address: Address;
  readonly contacts: Contacts;
}

/** Not informed: 2.2 % of all establishments have it, all of them closed. */
const noActivity = 8_888_888;
/** `SEM MOTIVO`, the reason of those that are active. */
const noReason = 0;

const reader = new ColumnReader();

export function decodeRow(block: Buffer, positions: Int32Array, texts: TextsByCode): RowRecord {
  const read = reader.begin(block, positions);
  const flags = read.one(columns.rowFlags);
  const rare = (flags & rowFlags.rare) === 0 ? 0 : read.one(columns.rowRare);
  const phoneIf = (flag: number): Phone | null => ((flags & flag) === 0 ? null : readPhone(read));
  const reason = read.one(columns.reason);
  const postalCode = read.four(columns.postalCode);
  const municipality = read.two(columns.municipality);
  const state = read.one(columns.state);
  const statusCode = (rare & rareFlags.statusCode) === 0 ? null : padCode(read.one(columns.rareNumbers), 2);
  const country = (rare & rareFlags.country) === 0 ? noCode : read.two(columns.rareNumbers);
  const specialSince = (rare & rareFlags.special) === 0 ? 0 : read.two(columns.rareNumbers);
  const cityAbroad = (rare & rareFlags.cityAbroad) === 0 ? null : read.text(columns.rareTexts);
  const special = (rare & rareFlags.special) === 0 ? null : read.text(columns.rareTexts);
  return {
    statusCode,
    statusSince: (flags & rowFlags.ownSince) === 0 ? undefined : fromDayNumber(read.two(columns.since)),
    statusReason: reason === noReason || reason === noShortCode ? null : texts.get('reasons', reason),
    specialSituation: special === null ? null : { text: special, since: fromDayNumber(specialSince) },
    mainActivity: readActivity(read, columns.activity, texts),
    otherActivities: (flags & rowFlags.otherActivities) === 0 ? [] : readOtherActivities(read, texts),
    address: {
      streetKind: read.text(columns.streetKind),
      street: read.text(columns.street),
      number: read.text(columns.number),
      complement: read.text(columns.complement),
      district: read.text(columns.district),
      postalCode: postalCode === 0 ? null : padCode(postalCode, 8),
      state: fromStateNumber(state),
      municipality: municipality === noCode ? null : texts.getMunicipality(municipality),
      cityAbroad,
      country: country === noCode || country === 0 ? null : texts.get('countries', country),
    },
    contacts: {
      phone: phoneIf(rowFlags.phone),
      secondPhone: phoneIf(rowFlags.secondPhone),
      fax: phoneIf(rowFlags.fax),
      email: read.text(columns.email),
    },
  };
}

function readPhone(read: ColumnReader): Phone {
  const area = read.one(columns.phones);
  return { areaCode: area === 0 ? null : String(area), number: String(read.four(columns.phones)) };
}

function readOtherActivities(read: ColumnReader, texts: TextsByCode): readonly CodedText[] {
  const activities: CodedText[] = [];
  for (let count = read.one(columns.otherActivities); count > 0; count--) {
    const activity = readActivity(read, columns.otherActivities, texts);
    if (activity !== null) activities.push(activity);
  }
  return activities;
}

function readActivity(read: ColumnReader, column: number, texts: TextsByCode): CodedText | null {
  const number = read.two(column);
  if (number === 0) return null;
  const code = number === unlistedActivity ? read.three(column) : texts.getActivityCode(number);
  return code === noActivity ? null : texts.get('activities', code);
}
