// People, each asked about by one caller: in one call, or in calls that are repeated with one Idempotency-Key, at both nodes at once too.

import { setTimeout as sleep } from 'node:timers/promises';
import { createQuery } from '../../../../support/parties/implied.ts';
import { nodeNames } from '../../cluster.ts';
import { answersOf, type Ledger, type Person } from '../ledger.ts';
import { pickNode, type Request, type Scene, send, sendWithRetries } from './scene.ts';

/** Those of other tests have lower numbers. */
const firstPerson = 40_000_000;
export const outcomeUnknown = '409 idempotency_outcome_unknown';

export function createPerson({ people }: Ledger, how: Person['how']): Person {
  const number = firstPerson + people.length;
  const person: Person = { label: `person ${number}`, query: createQuery(number), how, sent: [] };
  people.push(person);
  return person;
}

function toCall({ main }: Pick<Scene, 'main'>, { label, query, how }: Person): Request {
  const { cpf, name, birthDate } = query;
  return {
    what: 'verify',
    path: '/v1/verify/cpf?explain=true',
    key: main.key,
    body: JSON.stringify({ cpf, name, birth_date: birthDate }),
    ...(how === 'once' ? { idempotencyKey: label } : {}),
  };
}

export async function askOne(scene: Scene): Promise<void> {
  const person = createPerson(scene.ledger, 'single');
  await send(scene, pickNode(scene), toCall(scene, person), person.sent);
}

export async function askOnce(scene: Scene): Promise<void> {
  const { random, ledger } = scene;
  const person = createPerson(ledger, 'once');
  const call = toCall(scene, person);
  const isFinal = ({ result }: { readonly result: string }) => result === outcomeUnknown;
  const both = random() < 0.5 ? nodeNames : [pickNode(scene)];
  await Promise.all(both.map((node) => send(scene, node, call, person.sent)));
  await sendWithRetries(scene, { ...call, what: 'verify again' }, person.sent, { times: 10, isFinal });
  if (random() < 0.5) return;
  await sleep(1_000 + random() * 20_000);
  if (!scene.isOver()) await send(scene, pickNode(scene), { ...call, what: 'verify later' }, person.sent);
}

/** Once all is calm, at both nodes, one after the other. */
export async function askOnceMore(scene: Scene, person: Person): Promise<void> {
  // Of those whose answer is not known anywhere, a second look says nothing.
  if (answersOf(person, 200).length === 0 && !person.sent.some(({ result }) => result === outcomeUnknown)) return;
  for (const node of nodeNames) {
    await send(scene, node, { ...toCall(scene, person), what: 'verify at the end' }, person.sent);
  }
}
