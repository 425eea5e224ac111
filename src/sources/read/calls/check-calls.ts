// Checks all requests that one question to a party takes: those under `calls`, and `request` after them.

import type { KeyPath } from '../../../yaml-file.ts';
import { createCallReader } from '../../answer/call-values.ts';
import type { VerifyXml } from '../../answer/xml/xml-signature.ts';
import type { ResolvedAuth } from '../../call/credentials/authentication.ts';
import type { EarlierCall } from '../../call/http-call.ts';
import { compileRequest, type RequestBuilder, type Slots } from '../../call/request.ts';
import type { PlaceholderValues } from '../../call/template.ts';
import { type CallDescription, callsMax } from '../../schema/calls/calls.ts';
import type { RequestDescription } from '../../schema/calls/request.ts';
import type { PartyDescription } from '../../schema/party.ts';
import { checkOutcomes, compileExpressionAt, compileExpressions } from '../check-answers.ts';
import type { CheckContext } from '../check-context.ts';
import type { CheckedLater } from './check-async.ts';
import { checkResponse } from './check-response.ts';

/** `accept` is that of the last request. */
interface RequestSlots extends Pick<Slots, 'subjectNames' | 'secretNames' | 'accept' | 'signXml'> {
  /** Values of the token's answer, such as `token.jwt_token`. */
  readonly tokenNames: readonly string[];
  /** The check verifies every answer in XML, because an unsigned statement must not enter a later request. */
  readonly verifyXml?: VerifyXml | undefined;
}

export interface CheckedRequests {
  /** The source makes these calls before `request`, in this order. */
  readonly calls: readonly EarlierCall[];
  readonly request: RequestBuilder;
  /** The values of a question that one of the requests uses: two questions that agree in these ask the same. */
  readonly usedNames: readonly string[];
  readonly needsBirthDate: boolean;
}

export async function checkRequests(
  { calls: described = [], request: last }: Pick<PartyDescription, 'calls' | 'request'>,
  slots: RequestSlots,
  context: CheckContext,
): Promise<CheckedRequests> {
  checkNames(described, context);
  const compile = (request: RequestDescription, accept: string, index: number, path: KeyPath): RequestBuilder => {
    const givenNames = [...described.flatMap(toPlaceholders), ...slots.tokenNames];
    const findMisuse = (name: string) => findOrderFault(name, index, described);
    const builder = compileRequest(request, { ...slots, accept, givenNames, findMisuse }, (under, problem) =>
      context.fault([...path, 'request', ...under], problem),
    );
    for (const { name, path: under } of builder.tied) {
      if (name === 'birth_date' && request.needs_birth_date === true) continue;
      const problem = `without {${name}} Confere sends nothing, because the rest of this text would be left out with it`;
      context.warn(
        [...path, 'request', ...under],
        `${problem}: give it a place of its own, or write {${name}|json} or {${name}|xml} in a document`,
      );
    }
    return builder;
  };
  const calls: EarlierCall[] = [];
  for (const [index, call] of described.entries()) {
    const path = ['calls', String(index)];
    const response = checkResponse(call.response, { path: [...path, 'response'], verify: slots.verifyXml }, context);
    const request = compile(call.request, response.accept, index, path);
    calls.push(await checkCall(call, { request, response }, path, context));
  }
  const request = compile(last, slots.accept, described.length, []);
  const builders = [...calls.map((call) => call.request), request];
  return {
    calls,
    request,
    usedNames: [...new Set(builders.flatMap(({ names }) => names))],
    needsBirthDate: builders.some(({ needsBirthDate }) => needsBirthDate),
  };
}

/** The samples are as long as any value of their kind. A name may have any length, and so may a value from another call. */
const sampleValues = { cpf: '00000000000', cnpj: '00000000000000', birth_date: '2000-01-01', name: 'A' };

interface Fitted {
  readonly requests: CheckedRequests;
  readonly later: CheckedLater | undefined;
  readonly auth: ResolvedAuth;
  readonly secrets: PlaceholderValues;
}

/** Checks the lengths. Numbers, dates and secrets have the same length and characters for every subject, so a misfit now is permanent. */
export function checkFit({ requests, later, auth, secrets }: Fitted, context: CheckContext): void {
  const check = (builder: RequestBuilder, path: KeyPath, values: PlaceholderValues): void => {
    const unfit = builder.findUnfit?.({ ...values, ...secrets });
    if (unfit !== undefined) context.fault([...path, ...unfit.path], unfit.problem);
  };
  if ('token' in auth && typeof auth.token !== 'string') check(auth.token.request, ['auth'], auth.token.credentials);
  for (const [index, call] of requests.calls.entries())
    check(call.request, ['calls', String(index), 'request'], sampleValues);
  check(requests.request, ['request'], sampleValues);
  if (later !== undefined) check(later.request, ['async', 'poll', 'request'], sampleValues);
}

/** Each with the keys on the way to it. */
export function listRequests({ calls = [], request, async: later }: PartyDescription) {
  return [
    ...calls.map((call, index) => ({ request: call.request, path: ['calls', String(index)] })),
    { request, path: [] },
    ...(later === undefined ? [] : [{ request: later.poll.request, path: ['async', 'poll'] }]),
  ];
}

async function checkCall(
  { name, ...call }: CallDescription,
  wire: Pick<EarlierCall, 'request' | 'response'>,
  path: KeyPath,
  context: CheckContext,
): Promise<EarlierCall> {
  const outcomes = await checkOutcomes(call.outcomes, [...path, 'outcomes'], context);
  const number = await compileExpressionAt(call.number, [...path, 'number'], context);
  const values = await compileExpressions(call.values, [...path, 'values'], context);
  return { name, ...wire, outcomes, reader: createCallReader(name, { number, values }) };
}

function checkNames(calls: readonly CallDescription[], context: CheckContext): void {
  if (calls.length > callsMax) context.fault(['calls'], `at most ${callsMax} calls before the last one`);
  const seen = new Set<string>();
  for (const [index, { name }] of calls.entries()) {
    if (seen.has(name)) context.fault(['calls', String(index), 'name'], 'another call has this name');
    seen.add(name);
  }
}

function toPlaceholders({ name, values }: CallDescription): string[] {
  return Object.keys(values ?? {}).map((value) => `call.${name}.${value}`);
}

/** Returns the reason why the request at this place cannot use a value. The value is the request's own, or it comes later. */
function findOrderFault(placeholder: string, index: number, calls: readonly CallDescription[]): string | undefined {
  const from = calls.findIndex((call) => toPlaceholders(call).includes(placeholder));
  const giver = calls[from];
  if (giver === undefined || from < index) return undefined;
  if (from === index) return `{${placeholder}} is a value of this very call, which exists only after it`;
  const user = calls[index];
  if (user !== undefined && needs(giver, user, calls)) {
    return `{${placeholder}} makes a circle: the call ${giver.name} needs a value of ${user.name}, so no order fits`;
  }
  return `{${placeholder}} does not exist yet: the call ${giver.name} comes later, so put it before this one`;
}

/** Tells whether a call uses a value of another, directly or through further calls. */
function needs(
  call: CallDescription,
  other: CallDescription,
  calls: readonly CallDescription[],
  seen = new Set<CallDescription>(),
): boolean {
  if (seen.has(call)) return false;
  seen.add(call);
  const text = JSON.stringify(call.request);
  const used = calls.filter((each) => toPlaceholders(each).some((name) => text.includes(`{${name}}`)));
  return used.some((each) => each === other || (each !== call && needs(each, other, calls, seen)));
}
