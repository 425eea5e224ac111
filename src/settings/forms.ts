// The forms that a setting may have: how each is read, and what is said of one that is not acceptable.

import { resolve } from 'node:path';
import { findNetwork } from '../domain/access/network.ts';
import { type Role, roles } from '../domain/access/operator.ts';
import { publishedLists } from '../domain/screening/list-names.ts';
import {
  defaultSensitivities,
  findSensitivityFaults,
  type Sensitivities,
  type SensitivityFault,
  sensitivityLevels,
} from '../domain/screening/sensitivity.ts';
import { isMapping } from '../yaml-file.ts';
import { type AnchorSetting, anchorForm, readAnchors } from './anchors.ts';
import { readSecretReference, type SecretAddress } from './secret-address.ts';
import { suggest } from './suggest.ts';

export interface Setting<Value> {
  readonly about: string;
  readonly fallback: Value;
  /** `form` describes the acceptable values in the message and in the docs. */
  readonly form: string;
  /** Returns undefined if the value is not acceptable. Relative paths start from the folder `base`. */
  read(raw: unknown, base: string): Value | undefined;
  /** Lists the faults of an unacceptable value, each as the end of a sentence. A setting has this method if `form` says too little. */
  findFaults?(raw: unknown): readonly string[];
}

export const text = <Value extends string | null>(fallback: Value, about: string): Setting<string | Value> => ({
  about,
  fallback,
  form: 'text',
  read: (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
});

export const path = <Value extends string | null>(fallback: Value, about: string): Setting<string | Value> => ({
  about,
  fallback,
  form: 'a path',
  read: (raw, base) => (typeof raw === 'string' && raw.trim() !== '' ? resolve(base, raw.trim()) : undefined),
});

/** Creates a setting that accepts a folder or an address of another kind. The code that uses the address parses it. */
export const depot = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'a folder, an address that begins with `http://` or `https://`, or `s3://BUCKET/PREFIX`',
  read: (raw, base) => {
    const trimmed = typeof raw === 'string' ? raw.trim() : '';
    if (trimmed === '') return undefined;
    if (/^(?:https?|s3):\/\//i.test(trimmed)) return trimmed;
    return trimmed.includes('://') ? undefined : resolve(base, trimmed);
  },
});

export const integer = <Value extends number | null>(
  fallback: Value,
  min: number,
  max: number,
  about: string,
): Setting<number | Value> => ({
  about,
  fallback,
  form: `a whole number from ${min} to ${max}`,
  read: (raw) => readNumber(raw, min, max, Number.isInteger),
});

export const share = (fallback: number, about: string): Setting<number> => ({
  about,
  fallback,
  form: 'a share from 0 to 1',
  read: (raw) => readNumber(raw, 0, 1, Number.isFinite),
});

export const toggle = (fallback: boolean, about: string): Setting<boolean> => ({
  about,
  fallback,
  form: '`true` or `false`',
  read: (raw) => (raw === true || raw === 'true' ? true : raw === false || raw === 'false' ? false : undefined),
});

export const choice = <const Values extends readonly string[]>(
  values: Values,
  fallback: Values[number],
  about: string,
): Setting<Values[number]> => ({
  about,
  fallback,
  form: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
  read: (raw) => values.find((value) => value === raw),
});

export const secretAddress = (scheme: RegExp, example: string, about: string): Setting<SecretAddress | null> => ({
  about,
  fallback: null,
  form: `an address such as \`${example}\`, or \`{ env: NAME }\` or \`{ file: PATH }\` that holds one`,
  read: (raw, base) => {
    if (typeof raw === 'string') return scheme.test(raw.trim()) ? { kind: 'text', text: raw.trim() } : undefined;
    return readSecretReference(raw, base);
  },
});

export const hostNames = (about: string): Setting<readonly string[]> => ({
  about,
  fallback: [],
  form: 'a list of host names without a port, such as `confere.bank.example` (in the environment: separated by commas)',
  read: (raw) => readList(raw, (item) => /^[\w-]+(?:\.[\w-]+)*\.?$/.test(item)),
});

export const origin = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'an address without a path, such as `https://confere.bank.example`',
  read: (raw) => {
    const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
    return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href ? url.origin : undefined;
  },
});

/** A secret itself, or where it is to be read; it is read when it is needed, and never printed. */
export const secret = (about: string): Setting<SecretAddress | null> => ({
  about,
  fallback: null,
  form: '`{ env: NAME }` or `{ file: PATH }` that holds it (in the environment: the secret itself)',
  read: (raw, base) => {
    if (typeof raw === 'string') return raw.trim() === '' ? undefined : { kind: 'text', text: raw.trim() };
    return readSecretReference(raw, base);
  },
});

/** An address of somebody else; over plain HTTP only on this machine. */
export const issuer = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'an address that begins with `https://`, exactly as the provider writes it',
  read: (raw) => {
    const url = typeof raw === 'string' ? URL.parse(raw.trim()) : null;
    if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
    const isThisMachine = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    return url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine) ? String(raw).trim() : undefined;
  },
});

export type GroupsByRole = Readonly<Record<Role, readonly string[]>>;

export const groupsByRole = (about: string): Setting<GroupsByRole | null> => ({
  about,
  fallback: null,
  form: 'a mapping of `viewer`, `analyst` and `admin` to groups, such as `{ admin: [confere-admins] }` (in the environment: `admin=confere-admins,viewer=staff`)',
  read: (raw) => {
    const pairs = readPairs(raw);
    const found: Record<Role, string[]> = { viewer: [], analyst: [], admin: [] };
    for (const [name, given] of pairs ?? []) {
      const role = roles.find((one) => one === name);
      const groups = typeof given === 'string' ? [given] : given;
      const isList = Array.isArray(groups) && groups.every((group) => typeof group === 'string' && group !== '');
      if (role === undefined || !isList) return undefined;
      found[role].push(...groups);
    }
    return Object.values(found).some((groups) => groups.length > 0) ? found : undefined;
  },
});

export const rolesOf = (about: string): Setting<readonly Role[]> => ({
  about,
  fallback: [],
  form: 'a list of `viewer`, `analyst` and `admin`, such as `[analyst, admin]` (in the environment: separated by commas)',
  read: (raw) => readList(raw, (item) => roles.some((role) => role === item)) as readonly Role[] | undefined,
});

const workersMax = 64;

export const workers = (about: string): Setting<number | 'auto'> => ({
  about,
  fallback: 1,
  form: `a whole number from 1 to ${workersMax}, or \`auto\``,
  read: (raw) => (raw === 'auto' ? raw : readNumber(raw, 1, workersMax, Number.isInteger)),
});

export const networks = (about: string): Setting<readonly string[]> => ({
  about,
  fallback: [],
  form: 'a list of addresses or CIDR ranges, such as `10.0.0.0/8` (in the environment: separated by commas)',
  read: (raw) => readList(raw, (item) => findNetwork(item) !== undefined),
});

const aLevel = sensitivityLevels.map((level) => `\`${level}\``).join(', ');

export const sensitivities = (about: string): Setting<Sensitivities> => ({
  about,
  fallback: defaultSensitivities,
  form: `a mapping of lists to one of ${aLevel}, such as \`{ ofac: balanced }\` (in the environment: \`ofac=balanced,own-vip=high\`)`,
  read: (raw) => {
    const pairs = readPairs(raw);
    const isWhole = pairs !== undefined && findSensitivityFaults(pairs).length === 0;
    return isWhole ? { ...defaultSensitivities, ...(Object.fromEntries(pairs) as Sensitivities) } : undefined;
  },
  findFaults: (raw) => findSensitivityFaults(readPairs(raw) ?? []).map(toSensitivityFault),
});

function toSensitivityFault(fault: SensitivityFault): string {
  const { list } = fault;
  if (fault.kind === 'unknown_level') return `${list} must be one of ${aLevel}, and is ${JSON.stringify(fault.level)}`;
  return `there is no list ${JSON.stringify(list)}${suggest(list, publishedLists)}; known are ${publishedLists.join(', ')}, and own-NAME for a list of your own`;
}

export const words = (fallback: readonly string[], about: string): Setting<readonly string[]> => ({
  about,
  fallback,
  form: 'a list of words in lower case, such as `credit` (in the environment: separated by commas)',
  read: (raw) => readList(raw, (item) => /^[a-z][a-z0-9_]{0,63}$/.test(item)),
});

export const listNames = (about: string): Setting<readonly string[]> => ({
  about,
  fallback: [],
  form: 'a list of short names of lists, such as `ceis` (in the environment: separated by commas)',
  read: (raw) => readList(raw, (item) => /^[a-z][a-z0-9-]{0,63}$/.test(item)),
});

export const anchors = (about: string): Setting<readonly AnchorSetting[]> => ({
  about,
  fallback: [],
  form: anchorForm,
  read: readAnchors,
});

const purposeLengthMin = 5;
const purposeLengthMax = 200;

/** A switch that is turned on by saying what for; `true` says nothing. */
export const purpose = (about: string): Setting<string | null> => ({
  about,
  fallback: null,
  form: 'the purpose, in words (5 to 200 characters)',
  read: (raw) => {
    const words = typeof raw === 'string' ? raw.trim() : '';
    const isPurpose = words.length >= purposeLengthMin && words.length <= purposeLengthMax;
    return isPurpose && !/^(?:true|false)$|\p{Cc}/iu.test(words) ? words : undefined;
  },
});

function readList(raw: unknown, isItem: (item: string) => boolean): readonly string[] | undefined {
  const items = typeof raw === 'string' ? raw.split(',') : raw;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return undefined;
  const trimmed = items.map((item) => item.trim()).filter((item) => item !== '');
  return trimmed.every(isItem) ? trimmed : undefined;
}

/** A mapping, or pairs in the environment; undefined for what is neither. */
function readPairs(raw: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (typeof raw === 'string') return readWrittenPairs(raw);
  return isMapping(raw) ? Object.entries(raw) : undefined;
}

/** `admin=confere-admins,viewer=staff` */
function readWrittenPairs(text: string): readonly (readonly [string, unknown])[] {
  return text.split(',').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [name.trim(), rest.join('=').trim()];
  });
}

function readNumber(raw: unknown, min: number, max: number, isKind: (value: number) => boolean): number | undefined {
  const value = typeof raw === 'string' && /^\d+(\.\d+)?$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && isKind(value) && value >= min && value <= max ? value : undefined;
}
