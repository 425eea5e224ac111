// Reads the section `checks` as written in YAML and lists every fault with its place. A plan with one fault is not used.

import type { VerifiedNeeds } from '../person/evidence.ts';
import type { Condition, Test, Topic, Values } from './condition.ts';
import { type FreshFor, readFreshFor } from './fresh-for.ts';
import type { Plan, Step } from './plan.ts';
import { findWrongStandIns } from './stand-in.ts';
import { findConditionsTooEarly } from './too-early.ts';
import { findTopicValues, type PlainTopic, type PlanSource, type PlanSources, plainTopicNames } from './topics.ts';
import { findUnreachable } from './unreachable.ts';
import type { CheckFault, Path, PlacedStep } from './written-plan.ts';

export type ParsedChecks =
  | { readonly kind: 'valid'; readonly plan: Plan }
  | { readonly kind: 'invalid'; readonly faults: readonly CheckFault[] };

export type FindPurposes = () => readonly string[];

type Fault = (path: Path, problem: string) => void;

/** A step may use these words for an answer that comes later. */
export const laterWords = ['wait'] as const;
export const deadlineMsMax = 60_000;
export const planKeys = ['stages', 'verified_needs'] as const;
export const stepKeys = ['ask', 'when', 'stop_if', 'fallback', 'deadline_ms', 'fresh_for', 'async'] as const;

/** `findPurposes` is called only where the plan names one; without it any is believed. */
export function parseChecks(raw: unknown, sources: PlanSources, findPurposes?: FindPurposes): ParsedChecks {
  const faults: CheckFault[] = [];
  const fault: Fault = (path, problem) => faults.push({ path, problem });
  // A plan that declares nothing else may be the list of its stages.
  const isList = Array.isArray(raw);
  const top = isList ? { stages: raw } : readMapping(raw, [], planKeys, fault);
  const read = createStepReader(sources, findPurposes, fault);
  const stages = readStages(top['stages'], isList ? [] : ['stages'], read, fault);
  const isShaped = faults.length === 0;
  findRepeated(stages.flat(), fault);
  const verifiedNeeds = readNeeds(top['verified_needs'], stages.flat(), sources, fault);
  // A plan that is not whole would have the same fault told twice.
  if (isShaped && faults.length === 0) {
    faults.push(...findWrongStandIns(stages.flat(), sources));
    faults.push(...findUnreachable(stages, sources), ...findConditionsTooEarly(stages, sources));
  }
  if (faults.length > 0) return { kind: 'invalid', faults };
  return { kind: 'valid', plan: { stages: stages.map((stage) => stage.map(({ step }) => step)), verifiedNeeds } };
}

type ReadStep = (raw: unknown, path: Path) => PlacedStep[];

function readStages(raw: unknown, path: Path, readStep: ReadStep, fault: Fault): PlacedStep[][] {
  if (!Array.isArray(raw) || raw.length === 0) {
    fault(path, 'must be a list of stages, each with at least one step: this plan asks nobody');
    return [];
  }
  return raw.map((stage: unknown, index) => {
    const place = [...path, String(index)];
    if (!Array.isArray(stage)) return readStep(stage, place);
    if (stage.length === 0) fault(place, 'this stage asks nobody');
    return stage.flatMap((step, position) => readStep(step, [...place, String(position)]));
  });
}

function createStepReader(sources: PlanSources, findPurposes: FindPurposes | undefined, fault: Fault): ReadStep {
  const readName = (raw: unknown, path: Path): string | undefined => {
    if (typeof raw === 'string' && Object.hasOwn(sources, raw)) return raw;
    fault(path, `must be a source that \`sources\` describes: ${listSourceNames(sources)}`);
    return undefined;
  };

  const readTest = (topic: Topic, raw: unknown, path: Path): Test[] => {
    const known = findTopicValues(topic, sources);
    if (known === undefined) {
      const [kind] = topic.split(' ');
      const problem =
        kind === 'signal' ? 'no source has this signal' : `unknown source; known: ${listSourceNames(sources)}`;
      fault(path, problem);
      return [];
    }
    const values = readValues(raw, known, path, fault);
    return values === undefined ? [] : [{ topic, values }];
  };

  const readCondition = (raw: unknown, path: Path): Condition => {
    const given = readMapping(raw, path, [...plainTopicNames, 'signals', 'sources'], fault);
    if (Object.keys(given).length === 0) fault(path, 'says nothing; leave it out, or name what must hold');
    const { signals, sources: outcomes, ...plain } = given;
    const readNamed = (kind: 'signal' | 'source', section: unknown, place: Path): Test[] =>
      section === undefined
        ? []
        : Object.entries(readMapping(section, place, undefined, fault)).flatMap(([name, values]) =>
            readTest(`${kind} ${name}`, values, [...place, name]),
          );
    return [
      ...Object.entries(plain)
        .filter(([topic]) => (plainTopicNames as readonly string[]).includes(topic))
        .flatMap(([topic, values]) => readTest(topic as PlainTopic, values, [...path, topic])),
      ...readNamed('signal', signals, [...path, 'signals']),
      ...readNamed('source', outcomes, [...path, 'sources']),
    ];
  };

  const readConditions = (raw: unknown, path: Path): readonly Condition[] => {
    if (raw === undefined) return [];
    if (!Array.isArray(raw)) return [readCondition(raw, path)];
    if (raw.length === 0) fault(path, 'says nothing; leave it out, or name what must hold');
    return raw.map((each, index) => readCondition(each, [...path, String(index)]));
  };

  const readFresh = (raw: unknown, path: Path, asked: readonly unknown[]): FreshFor => {
    if (raw === undefined) return {};
    const given = readMapping(raw, path, undefined, fault);
    if (Object.keys(given).length === 0) fault(path, 'names no purpose; leave it out, or say for which and how long');
    const known = asked.filter((name) => typeof name === 'string' && Object.hasOwn(sources, name));
    const ofStep = known.map((name) => sources[name as string] as PlanSource);
    return readFreshFor(given, path, { sources: ofStep, purposes: findPurposes?.() }, fault);
  };

  const readAwaited = (raw: unknown, path: Path, { ask, fallback }: Record<string, unknown>): boolean => {
    if (raw === undefined) return false;
    // It would be asked and paid at the deadline, and the caller would wait all the same.
    if (fallback !== undefined) fault(path, 'a step with a fallback cannot wait: leave out async or fallback');
    if (!(laterWords as readonly unknown[]).includes(raw))
      fault(path, `must be ${laterWords.join(' or ')}, or be left out`);
    if (typeof ask === 'string' && Object.hasOwn(sources, ask) && sources[ask]?.answersLater !== true)
      fault(path, `no answer of ${ask} comes later, so there is nothing to wait for: that source has no async`);
    return true;
  };

  return (raw, path) => {
    const given = readMapping(raw, path, stepKeys, fault);
    const { ask: asked, when, stop_if, fallback, deadline_ms: deadlineMs } = given;
    const ask = readName(asked, asked === undefined ? path : [...path, 'ask']);
    if (deadlineMs !== undefined && !isWhole(deadlineMs, 1, deadlineMsMax)) {
      fault([...path, 'deadline_ms'], `must be a whole number from 1 to ${deadlineMsMax}`);
    }
    const step = {
      when: readConditions(when, [...path, 'when']),
      stopIf: readConditions(stop_if, [...path, 'stop_if']),
      fallback: fallback === undefined ? null : (readName(fallback, [...path, 'fallback']) ?? null),
      deadlineMs: deadlineMs === undefined ? null : (deadlineMs as number),
      freshFor: readFresh(given['fresh_for'], [...path, 'fresh_for'], [asked, fallback]),
      isAwaited: readAwaited(given['async'], [...path, 'async'], given),
    };
    return ask === undefined ? [] : [{ step: { ask, ...step }, path }];
  };
}

/** Finds sources with several places in a plan. Each has one place, so that it is asked only once about a person. */
function findRepeated(steps: readonly PlacedStep[], fault: Fault): void {
  const fallbacks = new Map(steps.map(({ step }) => [step.ask, step.fallback]));
  const seen = new Set<string>();
  const see = (name: string, path: Path, otherwise: string): void => {
    if (seen.has(name)) fault(path, otherwise);
    seen.add(name);
  };
  for (const { step, path } of steps) see(step.ask, [...path, 'ask'], `${step.ask} has a step already`);
  for (const { step, path } of steps) {
    if (step.fallback === null) continue;
    const cycle = findCycle(step.ask, fallbacks);
    if (cycle !== undefined) fault([...path, 'fallback'], `these fallbacks go in a circle: ${cycle.join(' → ')}`);
    else see(step.fallback, [...path, 'fallback'], `${step.fallback} has a place in the plan already`);
  }
}

function findCycle(start: string, fallbacks: ReadonlyMap<string, string | null>): string[] | undefined {
  const way = [start];
  for (let next = fallbacks.get(start) ?? null; next !== null; next = fallbacks.get(next) ?? null) {
    way.push(next);
    if (next === start) return way;
    // A circle further on, of which this step is no part.
    if (way.indexOf(next) < way.length - 1) return undefined;
  }
  return undefined;
}

function readNeeds(
  raw: unknown,
  steps: readonly PlacedStep[],
  sources: PlanSources,
  fault: Fault,
): VerifiedNeeds | null {
  if (raw === undefined) return null;
  const path = ['verified_needs'];
  if (!Array.isArray(raw)) {
    fault(path, 'must be a list of sources');
    return null;
  }
  const stepOf = new Map<unknown, Step>(steps.map(({ step }) => [step.ask, step]));
  for (const [index, name] of raw.entries()) {
    if (!stepOf.has(name))
      fault([...path, String(index)], 'no step of the plan asks it: nobody would ever be verified');
  }
  const hasRole = (role: string) => raw.some((name) => sources[name]?.roles.includes(role));
  if (!hasRole('identity')) fault(path, 'needs at least one source with the role identity');
  if (!hasRole('fraud')) fault(path, 'needs a source with the role fraud: without it nobody is verified');
  // Whoever stands in for a source also stands in for the need of it.
  return raw.map((name) => [name, stepOf.get(name)?.fallback ?? null].filter((each) => each !== null));
}

function readValues(raw: unknown, known: Values, path: Path, fault: Fault): Values | undefined {
  if (known.kind === 'band') return readBand(raw, known, path, fault);
  const given = (Array.isArray(raw) ? raw : [raw]).map((value: unknown) =>
    typeof value === 'boolean' ? String(value) : value,
  );
  if (given.length > 0 && given.every((word) => typeof word === 'string' && known.words.includes(word))) {
    return { kind: 'words', words: given as string[] };
  }
  fault(path, `must be one or several of ${known.words.join(', ')}`);
  return undefined;
}

function readBand(raw: unknown, known: Values & { kind: 'band' }, path: Path, fault: Fault): Values | undefined {
  const { from = known.from, to = known.to } = readMapping(raw, path, ['from', 'to'], fault);
  if (!isWhole(from, known.from, known.to) || !isWhole(to, known.from, known.to)) {
    fault(path, `from and to must be whole numbers from ${known.from} to ${known.to}`);
    return undefined;
  }
  if (from > to) {
    fault(path, 'from is greater than to: no value lies between');
    return undefined;
  }
  return { kind: 'band', from, to };
}

function readMapping(
  raw: unknown,
  path: Path,
  keys: readonly string[] | undefined,
  fault: Fault,
): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    fault(path, keys === undefined ? 'must be a mapping' : `must be a mapping with ${keys.join(', ')}`);
    return {};
  }
  for (const key of Object.keys(raw)) {
    if (keys !== undefined && !keys.includes(key)) fault([...path, key], `unknown key; known here: ${keys.join(', ')}`);
  }
  return raw as Record<string, unknown>;
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

function listSourceNames(sources: PlanSources): string {
  return Object.keys(sources).join(', ') || 'none';
}
