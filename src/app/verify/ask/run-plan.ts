// Asks the sources about a person by a plan: stage after stage, under the one deadline of the request. It does not know what is written
// down before.

import { type Plan, type Step, shareOut, type Walk, walkPlan } from '../../../domain/checks/plan.ts';
import { createTopicReader } from '../../../domain/checks/topic-reader.ts';
import { isMissing } from '../../../domain/person/counted-evidence.ts';
import type { PersonQuery, SourceName } from '../../../domain/person/evidence.ts';
import type { Clock } from '../../clock.ts';
import type { PersonSource, PersonSources } from '../ports.ts';
import { type Answers, type KnownAnswers, toUnasked } from './ask-sources.ts';
import { createDeadlines, type Deadlines } from './deadlines.ts';

interface RunPlanOptions {
  readonly plan: Plan;
  readonly sources: PersonSources;
  readonly query: PersonQuery;
  /** `purpose` states why the person is asked about. It decides which answers are kept, and for how long. */
  readonly purpose: string | null;
  /** The list follows the order of the sources. */
  readonly known: KnownAnswers;
  readonly deadlineMs: number;
  readonly clock: Clock;
}

type Answer = Answers[number];
type Asked = Readonly<Record<SourceName, Answer>>;

export async function runPlan(options: RunPlanOptions): Promise<Answers> {
  const { plan, sources, query, deadlineMs, clock } = options;
  const endMs = clock.monotonicMs() + deadlineMs;
  const deadlines = createDeadlines(clock);
  const ask = createStepAsker({ ...options, deadlines });
  const walk = walkPlan<Answer>(plan, (so) => createTopicReader(query, toAnswers(sources, so)));
  let stage = walk.next();
  while (!stage.done) {
    const steps = stage.value;
    const leftMs = Math.max(0, endMs - clock.monotonicMs());
    const stageMs = shareOut(leftMs, countStagesFrom(plan, steps));
    const answered = await Promise.all(steps.map((step) => ask(step, stageMs)));
    const outcomes: Asked = Object.assign({}, ...answered);
    stage = walk.next({ outcomes, isFinal: steps.some((step) => isLost(step, outcomes, sources)) });
  }
  return toAnswers(sources, stage.value);
}

interface StepAskerParts extends Pick<RunPlanOptions, 'sources' | 'query' | 'purpose' | 'known' | 'clock'> {
  readonly deadlines: Deadlines;
}

function createStepAsker({ sources, query, purpose, known, deadlines, clock }: StepAskerParts) {
  const byName = new Map(sources.map((source, place) => [source.name, { source, kept: known[place] }]));

  const askSource = async (name: SourceName, allowedMs: number): Promise<Answer> => {
    const { source, kept } = byName.get(name) as { source: PersonSource; kept: Answer | undefined };
    if (kept !== undefined) return kept;
    const deadline = deadlines.open(allowedMs);
    try {
      return { ...(await source.ask(query, deadline.signal, purpose)), allowedMs };
    } finally {
      deadline.end();
    }
  };

  /** With somebody to stand in, half of the time is left for that one. */
  return async ({ ask, fallback, deadlineMs }: Step, stageMs: number): Promise<Asked> => {
    const startedMs = clock.monotonicMs();
    const withinStep = Math.min(stageMs, deadlineMs ?? stageMs);
    const answer = await askSource(ask, fallback === null ? withinStep : Math.min(withinStep, stageMs / 2));
    if (fallback === null || !isMissing(answer)) return { [ask]: answer };
    const leftMs = Math.max(0, stageMs - (clock.monotonicMs() - startedMs));
    return { [ask]: answer, [fallback]: await askSource(fallback, leftMs) };
  };
}

/** Counts the stages from the one of these steps on. */
function countStagesFrom({ stages }: Plan, [first]: readonly Step[]): number {
  return stages.length - stages.findIndex((stage) => stage.includes(first as Step));
}

/** Tells whether a required source is lost. There is then no result, so that no further source needs to be paid. */
function isLost({ ask, fallback }: Step, outcomes: Asked, sources: PersonSources): boolean {
  const isGone = (name: SourceName | null) => name === null || !outcomes[name] || isMissing(outcomes[name]);
  return isGone(ask) && isGone(fallback) && sources.some(({ name, required }) => required && name === ask);
}

/** One of each source, in their order, whether it was asked or not. */
function toAnswers(sources: PersonSources, { outcomes, notAsked }: Walk<Answer>): Answers {
  return sources.map((source) => outcomes[source.name] ?? toUnasked(source, notAsked[source.name] ?? 'not_in_plan'));
}
