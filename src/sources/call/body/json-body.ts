// JSON as a body: each of its strings may be a template. An entry without a value is left out of its object or list.

import type { PlaceholderValues } from '../template.ts';
import type { BodyCompiler, RequestBody } from './request-body.ts';

type Compiled = (values: PlaceholderValues) => unknown;

export function compileJson(json: unknown, { compile }: BodyCompiler): RequestBody {
  const root = compileNode(json, compile, ['json']);
  return { contentType: 'application/json', render: (values) => JSON.stringify(root(values)) };
}

function compileNode(node: unknown, compile: BodyCompiler['compile'], path: readonly string[]): Compiled {
  if (typeof node === 'string') {
    const template = compile(node, path);
    return (values) => template?.render(values);
  }
  if (Array.isArray(node)) {
    const items = node.map((item, index) => compileNode(item, compile, [...path, String(index)]));
    return (values) => items.map((item) => item(values)).filter((item) => item !== undefined);
  }
  if (node !== null && typeof node === 'object') {
    const entries = Object.entries(node).map(
      ([key, value]) => [key, compileNode(value, compile, [...path, key])] as const,
    );
    return (values) => Object.fromEntries(entries.map(([key, value]) => [key, value(values)]));
  }
  return () => node;
}
