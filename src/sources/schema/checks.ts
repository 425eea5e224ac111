// The shape of the sections `checks` and `key_budgets` as an editor sees them. What it cannot say, such as that a name is described or a step
// can run, is checked where the plan is read.

import { type TSchema, Type } from 'typebox';
import { deadlineMsMax, laterWords, type planKeys, type stepKeys } from '../../domain/checks/parse-checks.ts';
import { findTopicValues, type PlainTopic, plainTopicNames, sourceOutcomes } from '../../domain/checks/topics.ts';
import { sourceNamePattern } from '../../domain/person/evidence.ts';
import { budgetSchema } from './price.ts';
import { closed, integer, oneOf } from './shapes.ts';

const source = (description: string) => Type.String({ pattern: sourceNamePattern, description });
const orSeveral = (one: TSchema, description: string) =>
  Type.Union([one, Type.Array(one, { minItems: 1 })], { description });
const band = (minimum: number, maximum: number) =>
  closed({
    from: Type.Optional(integer(minimum, maximum, 'This number or more.')),
    to: Type.Optional(integer(minimum, maximum, 'This number or less.')),
  });

const topicMeanings: Readonly<Record<PlainTopic, string>> = {
  registration: 'The status of the registration.',
  name: 'How the given name compares with the registered one.',
  birth_date: 'How the given date of birth compares with the registered one.',
  score: 'The score of a bureau, both ends included.',
  pending_debts: 'Whether a bureau knows of debts.',
  fraud_alert: 'Whether the fraud registry has an alert.',
};

function toTopicSchema(topic: PlainTopic): TSchema {
  const values = findTopicValues(topic, {});
  const description = topicMeanings[topic];
  if (values?.kind === 'band') return { ...band(values.from, values.to), description };
  const words = values?.words ?? [];
  const isFlag = words.every((word) => word === 'true' || word === 'false');
  return orSeveral(isFlag ? Type.Boolean() : oneOf(words, 'One of them is enough.'), description);
}

/** A band of any whole number, or words: only the signal itself knows which. */
const signalValues = Type.Union([
  band(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  Type.Boolean(),
  Type.String(),
  Type.Array(Type.Union([Type.String(), Type.Boolean()]), { minItems: 1 }),
]);

const conditionSchema = closed(
  {
    ...Object.fromEntries(plainTopicNames.map((topic) => [topic, Type.Optional(toTopicSchema(topic))])),
    signals: Type.Optional(
      Type.Record(Type.String(), signalValues, { description: 'Signals, by their names, with the values that hold.' }),
    ),
    sources: Type.Optional(
      Type.Record(Type.String({ pattern: sourceNamePattern }), orSeveral(oneOf(sourceOutcomes, 'How it ended.'), ''), {
        description: 'Sources, by their names, with how they ended.',
      }),
    ),
  },
  'All of it must hold.',
);
const conditions = (description: string) =>
  Type.Optional(orSeveral(conditionSchema, `${description} Of a list one is enough.`));

const stepSchema = closed(
  {
    ask: source('The source that is asked.'),
    when: conditions('Asked only where this holds by what earlier stages told. Default: always.'),
    stop_if: conditions('Where this holds after the stage, no later stage is asked. Default: never.'),
    fallback: Type.Optional(source('Another source, asked only where this one is unavailable.')),
    deadline_ms: Type.Optional(integer(1, deadlineMsMax, 'The most time that this source gets.')),
    fresh_for: Type.Optional(
      Type.Record(Type.String(), Type.String({ pattern: '^[1-9][0-9]{0,6}(d|h|min)$' }), {
        description: 'How long an answer may serve again, by purpose, such as 30d, 12h or 45min. Default: never.',
      }),
    ),
    async: Type.Optional(
      oneOf(
        laterWords,
        'wait: where its answer is still to come at the deadline, the caller gets 202, as with Prefer: respond-async.',
      ),
    ),
  } satisfies Record<(typeof stepKeys)[number], TSchema>,
  'A source, and when it is asked.',
);

const stages = Type.Array(Type.Union([stepSchema, Type.Array(stepSchema, { minItems: 1 })]), {
  minItems: 1,
  description: 'Asked one after the other. A stage is a step, or a list of steps that are asked at the same time.',
});

export const checksSchema = Type.Union(
  [
    stages,
    closed({
      stages,
      verified_needs: Type.Optional(
        Type.Array(source('It must answer.'), {
          minItems: 2,
          description:
            'The sources that must answer for verified: one with the role identity and one with the role fraud.',
        }),
      ),
    } satisfies Record<(typeof planKeys)[number], TSchema>),
  ],
  { description: 'The plan by which sources are asked. Default: all at once.' },
);

export const keyBudgetsSchema = Type.Record(Type.String({ pattern: '^key_[a-z0-9]+$' }), budgetSchema, {
  additionalProperties: false,
  description: 'What an API key may spend on all sources together, by the id of the key.',
});
