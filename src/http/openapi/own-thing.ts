// What belongs to one key and has its id in the address, in the OpenAPI document: it is read and deleted alike, whatever it is.

import type { ErrorCode } from '../../errors.ts';
import { listLimitDefault, listLimitMax } from '../routes/own-list.ts';
import {
  limitHeaders,
  plainKeyErrors,
  purposeParameter,
  toErrorResponses,
  toExamples,
  toHeaders,
  toPageParameters,
  toReference,
} from './parts.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

interface OwnThing {
  readonly tags: readonly string[];
  readonly id: object;
  readonly notFound: ErrorCode;
  readonly read: Operation & {
    readonly gives: string;
    readonly schema: string;
    readonly examples: Readonly<Record<string, unknown>>;
  };
  readonly delete: Operation & { readonly errors?: readonly ErrorCode[] };
}

export function toIdParameter(list: string, example: string): object {
  const description = `As \`POST ${list}\` gave it.`;
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string' }, example };
}

export function toOwnThingOperations({ tags, id, notFound, read, delete: end }: OwnThing): Record<string, object> {
  const { gives, schema, examples, ...reading } = read;
  const { errors: endErrors = [], ...ending } = end;
  const parameters = [id, purposeParameter];
  const errors = toErrorResponses([...plainKeyErrors, notFound]);
  const headers = toHeaders(...limitHeaders);
  const content = { 'application/json': { schema: toReference(schema), examples: toExamples(examples) } };
  return {
    get: { tags, ...reading, parameters, responses: { 200: { description: gives, headers, content }, ...errors } },
    delete: {
      tags,
      ...ending,
      parameters,
      responses: {
        204: { description: 'It is gone.', headers },
        ...toErrorResponses([...plainKeyErrors, notFound, ...endErrors]),
      },
    },
  };
}

interface OwnList extends Operation {
  readonly tags: readonly string[];
  readonly schema: string;
  readonly example: object;
}

export function toOwnListOperation({ tags, schema, example, ...operation }: OwnList): object {
  return {
    tags,
    ...operation,
    parameters: [
      ...toPageParameters({ limit: 'How many on a page.', limitMax: listLimitMax, limitDefault: listLimitDefault }),
      purposeParameter,
    ],
    responses: {
      200: {
        description: 'A page.',
        headers: toHeaders(...limitHeaders),
        content: { 'application/json': { schema: toReference(schema), examples: toExamples({ page: example }) } },
      },
      ...toErrorResponses(plainKeyErrors),
    },
  };
}
