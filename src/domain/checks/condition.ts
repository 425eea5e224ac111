// A condition of a plan: tests over what is known so far. It is data, not an expression: each test names what it looks at and which
// values it accepts. What nobody told yet passes no test, so silence is never good news, nor bad news.

/** A test examines one of these topics. A signal and a source carry their own name. */
export type Topic =
  | 'registration'
  | 'name'
  | 'birth_date'
  | 'score'
  | 'pending_debts'
  | 'fraud_alert'
  | `signal ${string}`
  | `source ${string}`;

/** Words, or whole numbers with both ends included. `true` and `false` are words, too. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'band'; readonly from: number; readonly to: number };

export interface Test {
  readonly topic: Topic;
  readonly values: Values;
}

/** All of its tests hold. */
export type Condition = readonly Test[];

/** Returns the known values of a topic so far: none if no source reported it, several if sources differ on a signal. */
export type ReadTopic = (topic: Topic) => readonly (string | number | boolean)[];

/** Tells whether any of the conditions holds. */
export function anyHolds(conditions: readonly Condition[], readTopic: ReadTopic): boolean {
  return conditions.some((condition) => condition.every((test) => passes(test, readTopic)));
}

function passes({ topic, values }: Test, readTopic: ReadTopic): boolean {
  return readTopic(topic).some((told) => {
    if (values.kind === 'words') return values.words.includes(String(told));
    return typeof told === 'number' && told >= values.from && told <= values.to;
  });
}

/** As it is shown to an operator, such as `score 500 to 799 and name exact`. */
export function describeConditions(conditions: readonly Condition[]): string {
  return conditions.map((condition) => condition.map(describeTest).join(' and ')).join(', or ');
}

function describeTest({ topic, values }: Test): string {
  const subject = topic.startsWith('source ') ? topic.slice('source '.length) : topic.replaceAll('_', ' ');
  const accepted = values.kind === 'words' ? values.words.join(' or ') : `${values.from} to ${values.to}`;
  return `${subject} ${accepted.replaceAll('_', ' ')}`;
}
