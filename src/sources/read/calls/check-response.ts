// From `response` to the format in which the answers of a party are read.

import type { KeyPath } from '../../../yaml-file.ts';
import type { BodyFormat } from '../../answer/body/body-format.ts';
import { jsonFormat } from '../../answer/body/json-body.ts';
import { createFixedFormat } from '../../answer/fixed/fixed-format.ts';
import { createXmlFormat } from '../../answer/xml/xml-body.ts';
import type { VerifyXml } from '../../answer/xml/xml-signature.ts';
import type { ResponseDescription } from '../../schema/calls/response.ts';
import type { CheckContext } from '../check-context.ts';
import { checkFixedResponse } from './check-fixed.ts';

interface Place {
  /** Leads to the description, for its faults. */
  readonly path: KeyPath;
  /** Takes the signature off an answer in XML that has to have one. */
  readonly verify?: VerifyXml | undefined;
}

export function checkResponse(
  description: ResponseDescription | undefined,
  { path, verify }: Place,
  { fault }: CheckContext,
): BodyFormat {
  if (description === undefined || description === 'json') return jsonFormat;
  if (description === 'xml') return createXmlFormat({ lists: [], verify });
  const { xml, fixed } = description;
  if (xml !== undefined && fixed !== undefined) fault([...path, 'fixed'], 'xml is given too: keep one');
  if (xml !== undefined) return createXmlFormat({ lists: xml.lists ?? [], verify });
  if (fixed === undefined) {
    fault(path, 'it names no format; write json, xml, {xml: {lists: […]}} or {fixed: {…}}');
    return jsonFormat;
  }
  checkFixedResponse(fixed, (under, problem) => fault([...path, 'fixed', ...under], problem));
  return createFixedFormat(fixed);
}
