// A positional string as a body, or as what one parameter of the query or of a form carries. A value that does not fit is refused:
// cut off, it would ask about something or somebody else.

import { sumWidths } from '../../answer/fixed/fixed-fields.ts';
import { encodeFixed, type FixedEncoding, holdsControl } from '../../answer/fixed/fixed-text.ts';
import type { FixedRequestDescription } from '../../schema/calls/fixed.ts';
import type { PlaceholderValues, Template } from '../template.ts';
import type { BodyCompiler, RequestBody, RequestProblem } from './request-body.ts';

type Field = FixedRequestDescription['blocks'][number]['fields'][number];

interface CompiledField {
  /** `path` locates the value of the field. */
  readonly path: readonly string[];
  readonly field: Field;
  readonly template: Template | undefined;
}

export function compileFixed(fixed: FixedRequestDescription, compiler: BodyCompiler): RequestBody {
  const { encoding = 'iso-8859-1', query, form } = fixed;
  if (query !== undefined && form !== undefined) {
    compiler.fault(['fixed', 'form'], 'query is given too: keep one');
  }
  const blocks = fixed.blocks.map((block, index) => compileBlock(block, ['fixed', 'blocks', String(index)], compiler));
  const parameter = query ?? form;
  const fields = blocks.flatMap((block) => block.fields);
  return {
    contentType: form === undefined ? `text/plain; charset=${encoding}` : 'application/x-www-form-urlencoded',
    ...(query === undefined ? {} : { place: 'query' }),
    findUnfit: (values) => findUnfit(fields, values, encoding),
    render: (values) => {
      const text = blocks.map(({ width, fields }) => renderBlock(width, fields, values)).join('');
      const bytes = encodeFixed(text, encoding) ?? new Uint8Array();
      return parameter === undefined ? bytes : `${encodeURIComponent(parameter)}=${toPercent(bytes)}`;
    },
  };
}

function compileBlock(
  block: FixedRequestDescription['blocks'][number],
  path: readonly string[],
  { compile, fault }: BodyCompiler,
) {
  const taken = sumWidths(block.fields);
  if (taken > block.width) fault([...path, 'width'], `its fields take ${taken} bytes, which is more`);
  const fields = block.fields.map((field, index): CompiledField => {
    const at = [...path, 'fields', String(index), 'value'];
    return { path: at, field, template: field.value === undefined ? undefined : compile(field.value, at) };
  });
  return { width: block.width, fields };
}

function findUnfit(
  fields: readonly CompiledField[],
  values: PlaceholderValues,
  encoding: FixedEncoding,
): RequestProblem | undefined {
  for (const { path, field, template } of fields) {
    let isControlled = false;
    const text = template?.render(values, (value) => {
      isControlled ||= holdsControl(value);
      return value;
    });
    const problem = isControlled ? 'it holds a control character' : findMisfit(text ?? '', field, encoding);
    if (problem !== undefined) return { path, problem };
  }
  return undefined;
}

/** It never says the value, which may be a secret or somebody's name. */
function findMisfit(text: string, { width, pad = ' ' }: Field, encoding: FixedEncoding): string | undefined {
  if (encodeFixed(text + pad, encoding) === undefined) return `it holds a character that ${encoding} does not have`;
  return text.length > width ? `it has ${text.length} characters, and the field ${width}` : undefined;
}

function renderBlock(width: number, fields: readonly CompiledField[], values: PlaceholderValues): string {
  const texts = fields.map(({ field, template }) => renderField(template?.render(values) ?? '', field));
  return texts.join('').padEnd(width);
}

function renderField(text: string, { width, align, pad = ' ' }: Field): string {
  return align === 'right' ? text.padStart(width, pad) : text.padEnd(width, pad);
}

/** Encodes bytes and not characters, because `encodeURIComponent` would write UTF-8. */
function toPercent(bytes: Uint8Array): string {
  let encoded = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    encoded += /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}
