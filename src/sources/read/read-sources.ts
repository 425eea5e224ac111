// Reads the `sources` section of confere.yaml with the profiles that it names and checks it as a whole:
// every fault at once, each with its file and line. Nothing of it is used while one fault is left.

import type { TSchema } from 'typebox';
import { companyParty } from '../../app/audit/entry.ts';
import type { FindPurposes } from '../../domain/checks/parse-checks.ts';
import { contractSourceNames, isContractSource } from '../../domain/person/contract-sources.ts';
import { isSourceName } from '../../domain/person/evidence.ts';
import { OperatorError } from '../../errors.ts';
import { isMapping, type KeyPath, readYamlFile, type YamlFile } from '../../yaml-file.ts';
import { createAnswerThread } from '../answer/thread/answer-thread.ts';
import type { EnvironmentProxy } from '../call/proxy.ts';
import {
  type CompanyPartyDescription,
  companyPartySchema,
  type PersonPartyDescription,
  personPartiesMax,
  personPartySchema,
} from '../schema/party.ts';
import { type CheckContext, toErrorCode } from './check-context.ts';
import { checkKeyBudgets } from './check-key-budgets.ts';
import { checkCompanyParty, checkPersonParty } from './check-party.ts';
import { checkPlan } from './check-plan.ts';
import type { CheckedPersonParty, CheckedSources, SourceFault } from './checked-party.ts';
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
  /** `environmentProxy` holds what the environment says of proxies. Without it only a description names one. */
  readonly environmentProxy?: EnvironmentProxy;
  /** Default: true. */
  readonly followSecrets?: boolean;
  /** The purposes that a caller may name. Without it `fresh_for` may name any. */
  readonly findPurposes?: FindPurposes;
  /**
   * This option defines whether a client certificate that has ended or is not valid yet is a fault. Without the option, the reader does not check.
   * A service treats it as a warning, because one ended certificate must not stop the other sources.
   */
  readonly certificates?: { readonly nowMs: number; readonly outOfTime: 'fault' | 'warning' };
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

export async function readSources(options: ReadOptions): Promise<SourcesReading> {
  const { file, findVariable, followSecrets = true, findPurposes, certificates, environmentProxy } = options;
  const main = readFile(file);
  if (main.error !== undefined) return { kind: 'invalid', faults: [{ file, key: 'sources', ...main.error }] };
  const faults: SourceFault[] = [];
  const warnings: SourceFault[] = [];
  const faultIn = (place: KeyPath, problem: string, key = place.join('.')): void => {
    faults.push({ file, line: main.findPlace(place).line, key, problem });
  };
  const faultAt = (path: KeyPath, problem: string): void =>
    faultIn(['sources', ...path], problem, path.join('.') || 'sources');
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
      environmentProxy,
      followSecrets,
      thread: createAnswerThread(),
      inThread: [],
      fault: (path, problem) => {
        if (!concerns(path, shapeFaults)) faults.push(at(path, problem));
      },
      nowMs: certificates?.nowMs,
      outOfTime: (path, problem) => (certificates?.outOfTime === 'fault' ? faults : warnings).push(at(path, problem)),
      warn: (path, problem) => warnings.push(at(path, problem)),
    });
  };

  const people: CheckedPersonParty[] = [];
  const names = listPeople(section, faultAt);
  for (const name of names) {
    const person = await check(name, personPartySchema, (description: PersonPartyDescription, context) =>
      checkPersonParty(name, description, context),
    );
    if (person !== undefined) people.push(person);
  }
  for (const { source, signal } of findConflicts(people)) {
    faultAt([source, 'signals', signal], 'another source declares this signal otherwise; one name means one thing');
  }
  const companyFallback = await check(
    companyParty,
    companyPartySchema,
    (description: CompanyPartyDescription, context) => checkCompanyParty(companyParty, description, context),
  );
  const plan = checkPlan(main.value, { names, people, findPurposes }, faultIn);
  const keyBudgets = checkKeyBudgets(main.value, [...people, companyFallback], faultIn);
  if (faults.length > 0) return { kind: 'invalid', faults: inOrder(faults) };
  return { kind: 'valid', sources: { people, companyFallback, plan, keyBudgets, warnings: inOrder(warnings) } };
}

/**
 * Tells whether a party of the file states its charges. It looks at nothing else, and serves callers that need the parties for their prices alone.
 */
export function hasPrices(file: string): boolean {
  return hasParty(file, ['price']);
}

/** The same of what may be spent on it. */
export function hasPricesOrBudgets(file: string): boolean {
  return hasParty(file, ['price', 'budget']);
}

function hasParty(file: string, saying: readonly string[]): boolean {
  const main = readFile(file);
  return Object.entries(getSection(main, () => {})).some(([name, own]) => {
    const { value } = mergeProfile(main, name, own, () => {});
    return isMapping(value) && saying.some((key) => value[key] !== undefined);
  });
}

export function hasKeyBudgets(file: string): boolean {
  const { value } = readFile(file);
  return isMapping(value) && value['key_budgets'] !== undefined;
}

/** The contract's own first, then as the file has them: who is asked for the same is heard in this order. */
function listPeople(section: Record<string, unknown>, faultAt: (path: KeyPath, problem: string) => void): string[] {
  const others = Object.keys(section).filter((name) => name !== companyParty && !isContractSource(name));
  const named = others.filter((name) => {
    if (!isSourceName(name))
      faultAt([name], 'a source is named by 2 to 32 of a-z, 0-9 and _, the first of them a letter');
    return isSourceName(name);
  });
  const people = [...contractSourceNames.filter((name) => Object.hasOwn(section, name)), ...named];
  for (const name of people.slice(personPartiesMax)) {
    faultAt([name], `at most ${personPartiesMax} sources are asked about a person`);
  }
  return people;
}

/** Signals that do not say the same as one of that name before them. */
function findConflicts(people: readonly CheckedPersonParty[]): { readonly source: string; readonly signal: string }[] {
  const declared = new Map<string, string>();
  return people.flatMap(({ name: source, signals }) =>
    signals.flatMap(({ name: signal, declaration }) => {
      const text = JSON.stringify(declaration);
      const first = declared.get(signal) ?? text;
      declared.set(signal, first);
      return first === text ? [] : { source, signal };
    }),
  );
}

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
