// Errors once: operations name the same responses and examples over and over, and the document holds each of them as a component.

import { STATUS_CODES } from 'node:http';
import { errorKinds } from '../../error-codes.ts';
import { plainKeyErrors } from './parts.ts';

type Json = Record<string, unknown>;
/** `Responses` maps each status of an operation to its response. Error responses have the form that `toErrorResponses` makes. */
type Responses = Readonly<Record<string, Json>>;

interface ErrorComponents {
  readonly responses: Record<string, Json>;
  readonly examples: Record<string, Json>;
}

/** `paths` with a reference in the place of every response to an error, and the components that are referred to. */
export function shareErrors<Paths extends object>(paths: Paths): { readonly paths: Paths } & ErrorComponents {
  const components: ErrorComponents = { responses: {}, examples: {} };
  const shared = mapValues(paths, (operations: object) =>
    mapValues(operations, (operation: { readonly responses: Responses }) => ({
      ...operation,
      responses: mapValues(operation.responses, (response: Json, status) => share(response, status, components)),
    })),
  );
  return { paths: shared as Paths, responses: toSorted(components.responses), examples: toSorted(components.examples) };
}

function share(response: Json, status: string, { responses, examples }: ErrorComponents): Json {
  const content = response['content'] as Record<string, { readonly examples: Record<string, Json> }> | undefined;
  const problem = content?.['application/problem+json'];
  if (problem === undefined) return response;
  const name = toResponseName(status, Object.keys(problem.examples));
  const own = mapValues(problem.examples, (example: Json, code) => {
    const exampleName = toPascal(code);
    examples[exampleName] = example;
    return { $ref: `#/components/examples/${exampleName}` };
  });
  const whole = { ...response, content: { 'application/problem+json': { ...problem, examples: own } } };
  if (JSON.stringify(responses[name] ?? whole) !== JSON.stringify(whole))
    throw new Error(`Two responses have the name ${name} and differ.`);
  responses[name] = whole;
  return { $ref: `#/components/responses/${name}` };
}

/** Generators make types of it: the code, where there is one; otherwise the status, with those codes that not every operation has. */
function toResponseName(status: string, codes: readonly string[]): string {
  const [only] = codes;
  if (only !== undefined && codes.length === 1) return toPascal(only);
  const statusName = (STATUS_CODES[status] ?? status).replaceAll(/\W/g, '');
  const plain = plainKeyErrors.filter((code) => errorKinds[code].status === Number(status)) as readonly string[];
  const isWithoutKey = !plain.every((code) => codes.includes(code));
  const special = codes.filter((code) => isWithoutKey || !plain.includes(code)).map(toPascal);
  return [statusName, ...special.filter((name) => name !== statusName)].join('');
}

function toPascal(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function toSorted(components: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function mapValues<Value, Result>(
  values: object,
  toResult: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toResult(value as Value, name)]));
}
