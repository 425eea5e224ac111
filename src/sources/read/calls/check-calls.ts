// Checks all requests that one question to a party takes: those under `calls`, and `request` after them.

import type { KeyPath } from '../../../yaml-file.ts';
import { createCallReader } from '../../answer/call-values.ts';
import type { Expression } from '../../answer/expressions/expression.ts';
import type { VerifyXml } from '../../answer/xml/xml-signature.ts';
import type { ResolvedAuth } from '../../call/credentials/authentication.ts';
import type { EarlierCall } from '../../call/http-call.ts';
import { compileRequest, type RequestBuilder } from '../../call/request.ts';
import type { PlaceholderValues } from '../../call/template.ts';
import type { AsyncDescription } from '../../schema/calls/async.ts';
import { type CallDescription, callsMax } from '../../schema/calls/calls.ts';
import type { RequestDescription } from '../../schema/calls/request.ts';
import { checkOutcome, compileExpressionAt } from '../check-answers.ts';
import type { CheckContext } from '../check-context.ts';
import type { CheckedLater } from './check-async.ts';
import { checkResponse } from './check-response.ts';

interface Described {
  readonly calls?: readonly CallDescription[];
  readonly request: RequestDescription;
}

/** All that a party is sent. */
export interface DescribedRequests {
  readonly calls?: readonly Pick<CallDescription, 'request'>[];
  readonly request: RequestDescription;
  readonly async?: { readonly poll: Pick<AsyncDescription['poll'], 'request'> };
}

interface Slots {
  readonly subjectNames: readonly string[];
  readonly secretNames: readonly string[];
  /** Values of the token's answer, such as `token.jwt_token`. */
  readonly tokenNames: readonly string[];
  /** Of the last request. */
  readonly accept: string;
  readonly signXml?: ((text: string) => string) | undefined;
  /** Of every answer in XML: what an unsigned one says must not get into a later request. */
  readonly verifyXml?: VerifyXml | undefined;
}

export interface CheckedRequests {
  readonly calls: readonly EarlierCall[];
  readonly request: RequestBuilder;
  /** The values of a question that one of the requests uses. */
  readonly usedNames: readonly string[];
  readonly needsBirthDate: boolean;
  /** The expressions of the calls, by their keys. */
  readonly callExpressions: readonly (readonly [key: string, expression: Expression | undefined])[];
}

export async function checkRequests(
  { calls: described = [], request: last }: Described,
  slots: Slots,
  context: CheckContext,
): Promise<CheckedRequests> {
  checkNames(described, context);
  const compile = (request: RequestDescription, accept: string, index: number, path: KeyPath): RequestBuilder => {
    const givenNames = [...described.flatMap(toPlaceholders), ...slots.tokenNames];
    const findMisuse = (name: string) => findOrderFault(name, index, described);
    return compileRequest(request, { ...slots, accept, givenNames, findMisuse }, (under, problem) =>
      context.fault([...path, 'request', ...under], problem),
    );
  };
  const checked = await Promise.all(
    described.map(async (call, index) => {
      const path = ['calls', String(index)];
      const response = checkResponse(call.response, { path: [...path, 'response'], verify: slots.verifyXml }, context);
      const request = compile(call.request, response.accept, index, path);
      return await checkCall(call, { request, response }, path, context);
    }),
  );
  const calls = checked.map(({ call }) => call);
  const request = compile(last, slots.accept, described.length, []);
  const builders = [...calls.map((call) => call.request), request];
  return {
    calls,
    request,
    usedNames: [...new Set(builders.flatMap(({ names }) => names))],
    needsBirthDate: builders.some(({ needsBirthDate }) => needsBirthDate),
    callExpressions: checked.flatMap(({ expressions }) => expressions),
  };
}

/** As long as any. A name may have any length, and so may what another call gives. */
const sampleValues = { cpf: '00000000000', cnpj: '00000000000000', birth_date: '2000-01-01', name: null };

interface Fitted {
  readonly requests: CheckedRequests;
  readonly later: CheckedLater | undefined;
  readonly auth: ResolvedAuth;
  readonly secrets: PlaceholderValues;
}

/** A number, a date and a secret are as long whoever is asked about, and of the same characters: what does not fit now never will. */
export function checkFit({ requests, later, auth, secrets }: Fitted, context: CheckContext): void {
  const check = (builder: RequestBuilder, path: KeyPath, values: PlaceholderValues): void => {
    const unfit = builder.findUnfit({ ...values, ...secrets });
    if (unfit !== undefined) context.fault([...path, ...unfit.path], unfit.problem);
  };
  if ('token' in auth && typeof auth.token !== 'string') check(auth.token.request, ['auth'], auth.token.credentials);
  for (const [index, call] of requests.calls.entries())
    check(call.request, ['calls', String(index), 'request'], sampleValues);
  check(requests.request, ['request'], sampleValues);
  if (later !== undefined) check(later.request, ['async', 'poll', 'request'], sampleValues);
}

/** Each with the keys on the way to it. */
export function listRequests({ calls = [], request, async: later }: DescribedRequests) {
  return [
    ...calls.map((call, index) => ({ request: call.request, path: ['calls', String(index)] })),
    { request, path: [] },
    ...(later === undefined ? [] : [{ request: later.poll.request, path: ['async', 'poll'] }]),
  ];
}

async function checkCall(
  { name, outcomes: described = [], ...call }: CallDescription,
  wire: Pick<EarlierCall, 'request' | 'response'>,
  path: KeyPath,
  context: CheckContext,
) {
  const outcomes = await Promise.all(
    described.map((outcome, index) => checkOutcome(outcome, [...path, 'outcomes', String(index)], context)),
  );
  const numberPath = [...path, 'number'];
  const number = call.number === undefined ? undefined : await compileExpressionAt(call.number, numberPath, context);
  const values: Record<string, Expression> = {};
  for (const [key, text] of Object.entries(call.values ?? {})) {
    const expression = await compileExpressionAt(text, [...path, 'values', key], context);
    if (expression !== undefined) values[key] = expression;
  }
  const at = path.join('.');
  return {
    call: { name, ...wire, outcomes, reader: createCallReader(name, { number, values }) } satisfies EarlierCall,
    expressions: [
      ...outcomes.map(({ body }, index) => [`${at}.outcomes.${index}.body`, body] as const),
      [`${at}.number`, number] as const,
      ...Object.entries(values).map(([key, expression]) => [`${at}.values.${key}`, expression] as const),
    ],
  };
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

/** Why the request at this place cannot use a value: it is its own, or comes later. */
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

/** Whether a call uses a value of another, itself or by way of further ones. */
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
