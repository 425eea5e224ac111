// What belongs to one key and has its id in the address, in the OpenAPI document: it is read and deleted alike, whatever it is.

import { describeAnswer, limitHeaders, toHeaders, toPageParameters, toPathParameter } from '../openapi/parts.ts';
import type { OperationText } from '../operation.ts';
import { listLimitDefault, listLimitMax } from './list.ts';

interface Text {
  readonly summary: string;
  readonly description: string;
}

interface ReadText extends Text {
  readonly gives: string;
  readonly schema: string;
  readonly examples: Readonly<Record<string, unknown>>;
}

export function toIdParameter(list: string, example: string): object {
  return toPathParameter('id', `As \`POST ${list}\` gave it.`, example);
}

export function describeRead(id: object, { gives, schema, examples, ...text }: ReadText): OperationText {
  return { ...text, parameters: [id], responses: { 200: describeAnswer(gives, schema, examples) } };
}

export function describeDelete(id: object, text: Text): OperationText {
  return {
    ...text,
    parameters: [id],
    responses: { 204: { description: 'It is gone.', headers: toHeaders(...limitHeaders) } },
  };
}

interface ListText extends Text {
  readonly schema: string;
  readonly example: object;
  /** Further parameters of the query. */
  readonly filters?: readonly object[];
}

export function describeList({ schema, example, filters = [], ...text }: ListText): OperationText {
  return {
    ...text,
    parameters: [
      ...toPageParameters({ limit: 'How many on a page.', limitMax: listLimitMax, limitDefault: listLimitDefault }),
      ...filters,
    ],
    responses: { 200: describeAnswer('A page.', schema, { page: example }) },
  };
}
