// A form as a body, and a query, which is written the same way. An entry without a value is left out.

import type { PlaceholderValues, Template } from '../template.ts';
import type { BodyCompiler, RequestBody } from './request-body.ts';

export type FormEntries = readonly (readonly [string, Template | undefined])[];

export function compileForm(form: Readonly<Record<string, string>>, { compile }: BodyCompiler): RequestBody {
  const entries = Object.entries(form).map(([key, text]) => [key, compile(text, ['form', key])] as const);
  return {
    contentType: 'application/x-www-form-urlencoded',
    render: (values) => toForm(entries, values),
  };
}

export function toForm(entries: FormEntries, values: PlaceholderValues): string {
  const rendered = new URLSearchParams();
  for (const [key, template] of entries) {
    const value = template?.render(values);
    if (value !== undefined) rendered.append(key, value);
  }
  return rendered.toString();
}
