// The kinds of body that a request may have. A description has at most one of them.

import type { RequestDescription } from '../../schema/calls/request.ts';
import { compileFixed } from './fixed-body.ts';
import { compileForm } from './form-body.ts';
import { compileJson } from './json-body.ts';
import type { BodyCompiler, RequestBody } from './request-body.ts';
import { compileXml } from './xml-body.ts';

const kinds = { json: compileJson, form: compileForm, xml: compileXml, fixed: compileFixed } as const;

/** The body of a request, or undefined where it has none. */
export function compileBody(request: RequestDescription, compiler: BodyCompiler): RequestBody | undefined {
  const all = Object.keys(kinds) as (keyof typeof kinds)[];
  const [kind, ...others] = all.filter((each) => request[each] !== undefined);
  for (const other of others) compiler.fault([other], `${kind} is given too: keep one`);
  if (kind === undefined) return undefined;
  const compile = kinds[kind] as (value: unknown, compiler: BodyCompiler) => RequestBody;
  return compile(request[kind], compiler);
}
