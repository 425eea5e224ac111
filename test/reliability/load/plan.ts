// What a load generator is told and what it tells afterwards: plain data that passes between processes.

/** Requests that are due at a steady pace, whatever became of the ones before. */
export interface LoadPlan {
  readonly address: string;
  readonly key: string;
  readonly subjects: PeoplePlan | CompaniesPlan;
  readonly perSecond: number;
  readonly seconds: number;
  /** For so long the same is sent before, and not reported: a generator that begins opens its connections and compiles its code. */
  readonly warmUpSeconds?: number;
}

/** Every request is about a person of its own, explained, so that it can be judged by the sources that answered. */
export interface PeoplePlan {
  readonly kind: 'people';
  /** Two plans with numbers further apart than their requests ask about different people. */
  readonly first: number;
}

/** Known companies by Zipf's law, the first of them with letters in their numbers, and absent ones. */
export interface CompaniesPlan {
  readonly kind: 'companies';
  /** The `expected.jsonl` of the dump that the registry was imported from. */
  readonly expectedFile: string;
  readonly missingShare: number;
}

/** One entry per request in each list, in the order of the due times. */
export interface LoadReport {
  /** Requests a second: what was planned, and what the generator came to. */
  readonly rate: { readonly planned: number; readonly sent: number };
  /** Since the first request was due. */
  readonly dueMs: readonly number[];
  /** From the due time to the last byte. */
  readonly latencyMs: readonly number[];
  /** HTTP status and code of the problem, such as `503 overloaded`; `lost` when no whole answer came. */
  readonly outcomes: readonly string[];
  /** 2xx answers that are not what the simulator or the dump implies; the first few, without anything of a person. */
  readonly wrong: { readonly count: number; readonly examples: readonly string[] };
  /** 2xx answers in which this source was unavailable. */
  readonly unavailable: Readonly<Record<string, number>>;
  /** 2xx answers that say that there is no fraud alert. */
  readonly noAlert: number;
  /** Refusals with 429 or 503 that do not say when to come back. */
  readonly withoutRetryAfter: number;
}
