// Reads the `sources` section of confere.yaml with the profiles that it names and checks it as a whole:
// every fault at once, each with its file and line. Nothing of it is used while one fault is left.

import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { TSchema } from 'typebox';
import { sourceNames } from '../domain/evidence.ts';
import { OperatorError } from '../errors.ts';
import { type CheckContext, toErrorCode } from './check-context.ts';
import { checkCompanySource, checkPersonSource } from './check-source.ts';
import type { CheckedCompanySource, CheckedPersonSource, CheckedSources } from './checked-source.ts';
import {
  type CompanySourceDescription,
  companySourceSchema,
  type PersonSourceDescription,
  personSourceSchema,
} from './description.ts';
import { findSchemaFaults, isMapping, type KeyPath } from './schema-faults.ts';
import { readYamlFile, type YamlFile } from './yaml-file.ts';

export interface SourceFault {
  readonly file: string;
  readonly line: number;
  /** Such as `bureau_a.request.path`. */
  readonly key: string;
  readonly problem: string;
}

export type SourcesReading =
  | { readonly kind: 'valid'; readonly sources: CheckedSources }
  | { readonly kind: 'invalid'; readonly faults: readonly SourceFault[] };

interface ReadOptions {
  readonly file: string;
  /** The value of an environment variable; secrets may be kept in them. */
  readonly findVariable: (name: string) => string | undefined;
  /** Default: true. */
  readonly followSecrets?: boolean;
}

const companyName = 'company_fallback';
const knownNames: readonly string[] = [...sourceNames, companyName];

/** The sources of a file, or an OperatorError that lists all of its faults. */
export async function getSources(options: ReadOptions): Promise<CheckedSources> {
  const reading = await readSources(options);
  if (reading.kind === 'valid') return reading.sources;
  throw new OperatorError(`The sources are not described correctly:\n${formatFaults(reading.faults).join('\n')}`);
}

export function formatFaults(faults: readonly SourceFault[]): string[] {
  return faults.map(({ file, line, key, problem }) => `${file}:${line}: ${key}: ${problem}`);
}

export async function readSources({ file, findVariable, followSecrets = true }: ReadOptions): Promise<SourcesReading> {
  const faults: SourceFault[] = [];
  const main = readFile(file);
  if (main.error !== undefined) return { kind: 'invalid', faults: [{ file, key: 'sources', ...main.error }] };
  const section = isMapping(main.value) ? (main.value['sources'] ?? {}) : {};
  const people = new Map<string, CheckedPersonSource>();
  let companyFallback: CheckedCompanySource | undefined;

  const faultAt = (path: KeyPath, problem: string): void => {
    faults.push({ file, line: main.findPlace(['sources', ...path]).line, key: path.join('.') || 'sources', problem });
  };
  if (!isMapping(section)) faultAt([], 'must be a mapping of parties');
  for (const [name, own] of Object.entries(isMapping(section) ? section : {})) {
    if (!knownNames.includes(name)) {
      faultAt([name], `there is no such party; known: ${knownNames.join(', ')}`);
      continue;
    }
    const merged = mergeProfile(main, name, own, faultAt);
    const context: CheckContext = {
      findVariable,
      followSecrets,
      fault: (path, problem) => faults.push({ ...findPlace(main, merged.profile, name, path), problem }),
    };
    if (name === companyName)
      companyFallback = await checkShape(companySourceSchema, merged.value, context, (description) =>
        checkCompanySource(name, description as CompanySourceDescription, context),
      );
    else {
      const person = await checkShape(personSourceSchema, merged.value, context, (description) =>
        checkPersonSource(name as CheckedPersonSource['name'], description as PersonSourceDescription, context),
      );
      if (person !== undefined) people.set(name, person);
    }
  }
  checkAllThree(isMapping(section) ? section : {}, faultAt);
  if (faults.length > 0) return { kind: 'invalid', faults: inOrder(faults) };
  return {
    kind: 'valid',
    sources: {
      people: people.size === 0 ? undefined : (Object.fromEntries(people) as CheckedSources['people']),
      companyFallback,
    },
  };
}

/** What the shape does not allow is not looked into further. */
async function checkShape<Checked>(
  schema: TSchema,
  value: unknown,
  context: CheckContext,
  check: (description: unknown) => Promise<Checked>,
): Promise<Checked | undefined> {
  const faults = findSchemaFaults(schema, value);
  for (const { path, problem } of faults) context.fault(path, problem);
  return faults.length > 0 ? undefined : await check(value);
}

/** A partial answer that nobody asked for would look like a party that is always down. */
function checkAllThree(section: Readonly<Record<string, unknown>>, faultAt: (path: KeyPath, problem: string) => void) {
  const missing = sourceNames.filter((name) => !Object.hasOwn(section, name));
  if (missing.length > 0 && missing.length < sourceNames.length) {
    faultAt([], `${missing.join(' and ')} missing: describe all three parties about people, or none`);
  }
}

interface Merged {
  readonly value: unknown;
  readonly profile: YamlFile | undefined;
}

function mergeProfile(
  main: YamlFile,
  name: string,
  own: unknown,
  faultAt: (path: KeyPath, problem: string) => void,
): Merged {
  const value = withAbsolutePaths(own, main.file);
  if (!isMapping(value) || typeof value['profile'] !== 'string') return { value, profile: undefined };
  const named = value['profile'];
  const file = isAbsolute(named) ? named : join(dirname(main.file), named);
  const fault = (problem: string): Merged => {
    faultAt([name, 'profile'], problem);
    return { value, profile: undefined };
  };
  try {
    const profile = readYamlFile(file);
    if (profile.error !== undefined)
      return fault(`line ${profile.error.line} of the profile: ${profile.error.problem}`);
    if (!isMapping(profile.value)) return fault('the profile is not a mapping of keys');
    if (Object.hasOwn(profile.value, 'profile')) return fault('a profile cannot name another profile');
    return { value: merge(withAbsolutePaths(profile.value, file), value), profile };
  } catch {
    return fault('the profile cannot be read');
  }
}

/** Own keys win, mappings are merged key by key, lists are replaced. Authentication of another kind replaces the profile's. */
function merge(base: unknown, own: unknown, key = ''): unknown {
  if (!isMapping(base) || !isMapping(own)) return own;
  if (key === 'auth' && own['kind'] !== undefined && own['kind'] !== base['kind']) return own;
  const keys = new Set([...Object.keys(base), ...Object.keys(own)]);
  return Object.fromEntries(
    [...keys].map((each) => [each, Object.hasOwn(own, each) ? merge(base[each], own[each], each) : base[each]]),
  );
}

/** Paths are written relative to the file in which they stand. */
function withAbsolutePaths(source: unknown, file: string): unknown {
  const visit = (node: unknown): unknown => {
    if (!isMapping(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const isPath = typeof value === 'string' && value !== '' && (key === 'file' || key.endsWith('_file'));
        return [key, isPath ? resolve(dirname(file), value) : visit(value)];
      }),
    );
  };
  if (!isMapping(source)) return source;
  const parts = ['auth', 'tls', 'secrets'].filter((part) => Object.hasOwn(source, part));
  return { ...source, ...Object.fromEntries(parts.map((part) => [part, visit(source[part])])) };
}

/** The file that holds the key, or most of the way to it; the operator's own where both do. */
function findPlace(
  main: YamlFile,
  profile: YamlFile | undefined,
  name: string,
  path: KeyPath,
): Omit<SourceFault, 'problem'> {
  const key = [name, ...path].join('.');
  const inMain = main.findPlace(['sources', name, ...path]);
  const inProfile = profile?.findPlace(path);
  if (profile !== undefined && inProfile !== undefined && inProfile.depth > inMain.depth - 2) {
    return { file: profile.file, line: inProfile.line, key };
  }
  return { file: main.file, line: inMain.line, key };
}

function inOrder(faults: readonly SourceFault[]): SourceFault[] {
  return faults.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

function readFile(file: string): YamlFile {
  try {
    return readYamlFile(file);
  } catch (error) {
    throw new OperatorError(
      `${file} cannot be read (${toErrorCode(error)}). Name the file that describes your sources.`,
    );
  }
}
