// The kinds of body that a request may have. A description has at most one of them.

import type { RequestDescription } from '../../schema/calls/request.ts';
import { compileFixed } from './fixed-body.ts';
import { compileForm } from './form-body.ts';
import { compileJson } from './json-body.ts';
import type { BodyCompiler, RequestBody } from './request-body.ts';
import { compileXml } from './xml-body.ts';

const kinds = {
  json: compileJson,
  form: compileForm,
  xml: compileXml,
  fixed: compileFixed,
} as const;
type BodyKind = keyof typeof kinds;

/** The body of a request, or undefined where it has none. */
export function compileBody(request: RequestDescription, compiler: BodyCompiler): RequestBody | undefined {
  const given = (Object.keys(kinds) as BodyKind[]).filter((kind) => request[kind] !== undefined);
  const [kind, ...others] = given;
  for (const other of others) compiler.problem({ path: [other], problem: `${kind} is given too: keep one` });
  return kind === undefined ? undefined : compileKind(kind, request, compiler);
}

function compileKind<Kind extends BodyKind>(
  kind: Kind,
  request: RequestDescription,
  compiler: BodyCompiler,
): RequestBody {
  const compile = kinds[kind] as (value: RequestDescription[Kind], compiler: BodyCompiler) => RequestBody;
  return compile(request[kind], compiler);
}
