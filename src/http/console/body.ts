// Reads the body of a console route: exactly the fields that its form names, each of the type and size that the form says. What is
// wrong is an `invalid_request` that lists every fault.

import { isRealDay } from '../../domain/dates/calendar.ts';
import type { FieldFaultCode } from '../../error-codes.ts';
import { AppError, type FieldFault } from '../../errors.ts';
import { toSafePointer } from '../request/validate.ts';

interface FieldForm<Value> {
  /** Returns undefined if the value is not acceptable. */
  read(raw: unknown): Value | undefined;
  readonly isOptional: boolean;
}

export type BodyForm = Readonly<Record<string, FieldForm<unknown>>>;
export type BodyOf<Form extends BodyForm> = {
  readonly [Name in keyof Form]: Form[Name] extends FieldForm<infer Value> ? Value : never;
};

export function text(lengthMax: number, lengthMin = 0): FieldForm<string> {
  const read = (raw: unknown) =>
    typeof raw === 'string' && raw.length >= lengthMin && raw.length <= lengthMax ? raw : undefined;
  return { read, isOptional: false };
}

/** `YYYY-MM-DD` */
export const day: FieldForm<string> = {
  read: (raw) => (typeof raw === 'string' && isRealDay(raw) ? raw : undefined),
  isOptional: false,
};

export function oneOf<const Values extends readonly string[]>(values: Values): FieldForm<Values[number]> {
  return { read: (raw) => values.find((value) => value === raw), isOptional: false };
}

const placeMax = 16_383;

/** Accepts whole numbers from 0 on. */
export function whole(max: number): FieldForm<number> {
  const isWhole = (raw: unknown): raw is number =>
    Number.isInteger(raw) && (raw as number) >= 0 && (raw as number) <= max;
  return { read: (raw) => (isWhole(raw) ? raw : undefined), isOptional: false };
}

/** The number is the place of a column, counted from 0. */
export const place = whole(placeMax);

/** A list, each of the values once at most. */
export function someOf<const Values extends readonly string[]>(values: Values): FieldForm<readonly Values[number][]> {
  const read = (raw: unknown) =>
    Array.isArray(raw) && raw.every((one) => values.includes(one))
      ? values.filter((one) => raw.includes(one))
      : undefined;
  return { read, isOptional: false };
}

/** `null` stands for "not given", as a missing field does. */
export function optional<Value>(form: FieldForm<Value>): FieldForm<Value | null> {
  return { read: (raw) => (raw === null ? null : form.read(raw)), isOptional: true };
}

export function readBody<Form extends BodyForm>(form: Form, body: unknown): BodyOf<Form> {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  const faults: FieldFault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { read, isOptional }] of Object.entries(form)) {
    const raw = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = raw === undefined && isOptional ? null : read(raw);
    if (value === undefined) faults.push(toFieldFault(`/${name}`, raw === undefined ? 'required' : 'invalid_type'));
    values[name] = value;
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(form, name)) faults.push(toFieldFault(toSafePointer(name), 'unknown_field'));
  }
  if (faults.length > 0) throw new AppError('invalid_request', { faults });
  return values as BodyOf<Form>;
}

function toFieldFault(pointer: string, code: FieldFaultCode): FieldFault {
  return { pointer, code };
}
