// Reads the `sources` section of confere.yaml with the profiles that it names and checks it as a whole:
// every fault at once, each with its file and line. Nothing of it is used while one fault is left.

import type { TSchema } from 'typebox';
import { type SourceName, sourceNames } from '../../domain/person/evidence.ts';
import { OperatorError } from '../../errors.ts';
import { isMapping, type KeyPath, readYamlFile, type YamlFile } from '../../yaml-file.ts';
import { createExpressionThread } from '../answer/expression-thread.ts';
import { type CheckContext, toErrorCode } from './check-context.ts';
import { checkCompanyParty, checkPersonParty } from './check-party.ts';
import type { CheckedPersonParty, CheckedSources, SourceFault } from './checked-party.ts';
import {
  type CompanyPartyDescription,
  companyPartySchema,
  type PersonPartyDescription,
  personPartySchema,
} from './description.ts';
import { mergeProfile } from './profile.ts';
import { concerns, withoutFaults } from './repair.ts';
import { findSchemaFaults } from './schema-faults.ts';

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

/** The sources of a file, or an OperatorError that lists all of its faults. */
export async function getSources(options: ReadOptions): Promise<CheckedSources> {
  const reading = await readSources(options);
  if (reading.kind === 'valid') return reading.sources;
  const faults = formatFaults(reading.faults);
  throw new OperatorError(`The sources are not described correctly:\n${faults.join('\n')}`, undefined, faults);
}

export function formatFaults(faults: readonly SourceFault[]): string[] {
  return faults.map(({ file, line, key, problem }) => `${file}:${line}: ${key}: ${problem}`);
}

export async function readSources({ file, findVariable, followSecrets = true }: ReadOptions): Promise<SourcesReading> {
  const main = readFile(file);
  if (main.error !== undefined) return { kind: 'invalid', faults: [{ file, key: 'sources', ...main.error }] };
  const faults: SourceFault[] = [];
  const warnings: SourceFault[] = [];
  const faultAt = (path: KeyPath, problem: string): void => {
    faults.push({ file, line: main.findPlace(['sources', ...path]).line, key: path.join('.') || 'sources', problem });
  };
  const section = getSection(main, faultAt);

  /** Merges, checks the shape, and looks further into what has the right shape. */
  const check = async <Description, Checked>(
    name: string,
    schema: TSchema,
    checkFurther: (description: Description, context: CheckContext) => Promise<Checked>,
  ): Promise<Checked | undefined> => {
    if (!Object.hasOwn(section, name)) return undefined;
    const merged = mergeProfile(main, name, section[name], (problem) => faultAt([name, 'profile'], problem));
    const at = (path: KeyPath, problem: string): SourceFault => ({
      ...merged.findPlace(path),
      key: [name, ...path].join('.'),
      problem,
    });
    const shapeFaults = findSchemaFaults(schema, merged.value);
    for (const { path, problem } of shapeFaults) faults.push(at(path, problem));
    return await checkFurther(withoutFaults(merged.value, shapeFaults) as Description, {
      findVariable,
      followSecrets,
      thread: createExpressionThread(),
      fault: (path, problem) => {
        if (!concerns(path, shapeFaults)) faults.push(at(path, problem));
      },
      warn: (path, problem) => warnings.push(at(path, problem)),
    });
  };

  const people: Partial<Record<SourceName, CheckedPersonParty>> = {};
  for (const name of sourceNames) {
    const person = await check(name, personPartySchema, (description: PersonPartyDescription, context) =>
      checkPersonParty(name, description, context),
    );
    if (person !== undefined) people[name] = person;
  }
  const companyFallback = await check(
    companyName,
    companyPartySchema,
    (description: CompanyPartyDescription, context) => checkCompanyParty(companyName, description, context),
  );
  if (faults.length > 0) return { kind: 'invalid', faults: inOrder(faults) };
  return { kind: 'valid', sources: { people, companyFallback, warnings: inOrder(warnings) } };
}

const companyName = 'company_fallback';
const knownNames: readonly string[] = [...sourceNames, companyName];

/** The section, with the faults that concern it as a whole. */
function getSection(main: YamlFile, faultAt: (path: KeyPath, problem: string) => void): Record<string, unknown> {
  if (main.value !== null && !isMapping(main.value)) {
    faultAt([], 'the file must be a mapping, such as one with the section `sources`');
    return {};
  }
  const section = (isMapping(main.value) ? main.value['sources'] : undefined) ?? {};
  if (!isMapping(section)) {
    faultAt([], 'must be a mapping of parties');
    return {};
  }
  for (const name of Object.keys(section)) {
    if (!knownNames.includes(name)) faultAt([name], `there is no such party; known: ${knownNames.join(', ')}`);
  }
  return section;
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
