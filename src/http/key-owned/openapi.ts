// What belongs to one key and has its id in the address, in the OpenAPI document: it is read and deleted alike, whatever it is.

import type { ErrorCode } from '../../error-codes.ts';
import {
  limitHeaders,
  plainKeyErrors,
  purposeParameter,
  toAnswer,
  toErrorResponses,
  toHeaders,
  toPageParameters,
  toPathParameter,
} from '../openapi/parts.ts';
import { listLimitDefault, listLimitMax } from './list.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

interface KeyOwned {
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
  return toPathParameter('id', `As \`POST ${list}\` gave it.`, example);
}

export function toKeyOwnedOperations({ tags, id, notFound, read, delete: end }: KeyOwned): Record<string, object> {
  const { gives, schema, examples, ...reading } = read;
  const { errors: endErrors = [], ...ending } = end;
  const parameters = [id, purposeParameter];
  const errors = toErrorResponses([...plainKeyErrors, notFound]);
  return {
    get: { tags, ...reading, parameters, responses: { 200: toAnswer(gives, schema, examples), ...errors } },
    delete: {
      tags,
      ...ending,
      parameters,
      responses: {
        204: { description: 'It is gone.', headers: toHeaders(...limitHeaders) },
        ...toErrorResponses([...plainKeyErrors, notFound, ...endErrors]),
      },
    },
  };
}

interface KeyOwnedList extends Operation {
  readonly tags: readonly string[];
  readonly schema: string;
  readonly example: object;
}

export function toKeyOwnedListOperation({ tags, schema, example, ...operation }: KeyOwnedList): object {
  return {
    tags,
    ...operation,
    parameters: [
      ...toPageParameters({ limit: 'How many on a page.', limitMax: listLimitMax, limitDefault: listLimitDefault }),
      purposeParameter,
    ],
    responses: {
      200: toAnswer('A page.', schema, { page: example }),
      ...toErrorResponses(plainKeyErrors),
    },
  };
}
