// A steady, modest load through the balancer: people, people with an Idempotency-Key that is sent twice, companies. Every answer is compared
// with the one that the simulated parties and the imported registry imply.

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CompaniesPlan } from '../../reliability/load/plan.ts';
import { createSubjects, type Subject } from '../../reliability/load/subjects.ts';
import { createRandom } from '../../support/http/malformed.ts';
import { type Answer, post } from '../../support/service/service.ts';
import { nodeHeader } from './balancer.ts';

const kinds = ['cpf', 'once', 'cnpj'] as const;
export type Kind = (typeof kinds)[number];

export interface Outcome {
  readonly kind: Kind;
  /** Which node answered; null where none did. */
  readonly node: string | null;
  /** `200`, or the status with the code: `503 audit_unavailable`. */
  readonly result: string;
  /** What is wrong with an answer, without anything of a person. */
  readonly fault: string | undefined;
  readonly sentAtMs: number;
  readonly endedAtMs: number;
}

export interface Load {
  /** In the order in which they were answered. */
  readonly outcomes: readonly Outcome[];
  /** The answers about people, which the audit must hold: the id of the request, and whom it was about. */
  readonly answered: ReadonlyMap<string, string>;
  /** Whom was asked about, each in one call (or one that was repeated with its Idempotency-Key). */
  readonly cpfs: readonly string[];
  end(): Promise<void>;
}

interface LoadOptions {
  readonly address: string;
  readonly key: string;
  readonly companies: CompaniesPlan;
}

export const sendEveryMs = 45;
const peopleAtOnce = 100;
const companiesMade = 500;

export function startLoad({ address, key, companies }: LoadOptions): Load {
  const outcomes: Outcome[] = [];
  const answered = new Map<string, string>();
  const cpfs: string[] = [];
  const underWay = new Set<Promise<void>>();
  const known = createSubjects(companies, companiesMade);
  const random = createRandom(29);
  let people: Subject[] = [];
  let made = 0;
  let sent = 0;

  function takePerson(): Subject {
    if (people.length === 0) {
      people = [...createSubjects({ kind: 'people', first: 5_000_000 + made }, peopleAtOnce)];
      made += peopleAtOnce;
    }
    const person = people.pop() as Subject;
    cpfs.push(JSON.parse(person.body).cpf);
    return person;
  }

  async function call(kind: Kind, subject: Subject, repeated?: Repeated): Promise<Answer> {
    const sentAtMs = performance.now();
    const headers: Record<string, string> = repeated === undefined ? {} : { 'idempotency-key': repeated.id };
    const answer = await post(`${address}${subject.path}`, subject.body, { key, headers });
    const isAnswered = answer.status === 200;
    outcomes.push({
      kind,
      node: answer.headers.get(nodeHeader),
      result: isAnswered ? '200' : `${answer.status} ${answer.body?.code}`,
      fault: isAnswered ? findFault(subject, answer, repeated?.first) : undefined,
      sentAtMs,
      endedAtMs: performance.now(),
    });
    if (isAnswered && kind !== 'cnpj') answered.set(answer.body.request_id, answer.body.cpf);
    return answer;
  }

  async function callTwice(person: Subject): Promise<void> {
    const id = `call-${sent}`;
    const first = await call('once', person, { id });
    await sleep(100);
    await call('once', person, { id, first });
  }

  function sendNext(): void {
    // Not in turn: the balancer takes turns as well, and each node would be asked about one kind alone.
    const kind = kinds[Math.floor(random() * kinds.length)];
    const begun: Promise<unknown> =
      kind === 'cnpj'
        ? call(kind, known[sent % known.length] as Subject)
        : kind === 'cpf'
          ? call(kind, takePerson())
          : callTwice(takePerson());
    sent++;
    const settled: Promise<void> = begun.then(
      () => void underWay.delete(settled),
      (error: unknown) => {
        underWay.delete(settled);
        // The balancer is here and always answers.
        outcomes.push({
          kind: 'cpf',
          node: null,
          result: 'fault of the test',
          fault: String(error),
          sentAtMs: 0,
          endedAtMs: 0,
        });
      },
    );
    underWay.add(settled);
  }

  const timer = setInterval(sendNext, sendEveryMs);
  return {
    outcomes,
    answered,
    cpfs,
    async end() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

interface Repeated {
  /** Its Idempotency-Key. */
  readonly id: string;
  /** What was answered the first time. */
  readonly first?: Answer;
}

function findFault({ judge }: Subject, { body }: Answer, first: Answer | undefined): string | undefined {
  const { fault } = judge(body);
  if (fault !== undefined) return fault;
  if (first?.status === 200 && !isDeepStrictEqual(first.body, body))
    return 'the second answer to a call is another one';
  return undefined;
}

/** How many good answers of each kind each node must have given one after the other. */
const inARow = 3;

/** Whether each of the nodes answers everything again; judged by what was sent from `sinceMs` on. */
export function isNormal({ outcomes }: Load, nodes: readonly string[], sinceMs: number): boolean {
  return nodes.every((node) =>
    kinds.every((kind) => {
      const last = outcomes
        .filter((outcome) => outcome.node === node && outcome.kind === kind && outcome.sentAtMs >= sinceMs)
        .slice(-inARow);
      return last.length === inARow && last.every(({ result }) => result === '200');
    }),
  );
}
