// XML as a body. The template is read as XML when the description is checked, and written anew for each request: so a value can never
// become markup, and what has no value can be left out whole.

import { readXml } from '../../answer/xml/xml-events.ts';
import { XmlFault } from '../../answer/xml/xml-fault.ts';
import type { PlaceholderValues, Template } from '../template.ts';
import type { BodyCompiler, RequestBody } from './request-body.ts';

/** Encodes a value before the text around it. A text that is itself XML holds the value as XML. */
type Encode = (value: string) => string;

interface Attribute {
  readonly name: string;
  readonly template: Template | undefined;
  readonly encode: Encode;
}

interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children: (Element | Text)[];
  /** `encode` serves all texts of the element, because a comment or a section may cut an inner document into pieces, some without a tag. */
  encode: Encode;
}

interface Text {
  readonly template: Template | undefined;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

export function compileXml(text: string, compiler: BodyCompiler): RequestBody {
  const root = parseTemplate(text, compiler);
  return {
    contentType: 'text/xml; charset=utf-8',
    render(values) {
      const document = root === undefined ? '' : (renderElement(root, values) ?? '');
      return declaration + (compiler.signXml === undefined ? document : compiler.signXml(document));
    },
  };
}

function parseTemplate(text: string, { compile, fault }: BodyCompiler): Element | undefined {
  const path = ['xml'];
  const open: Element[] = [];
  let root: Element | undefined;
  try {
    readXml(text.trim(), {
      open({ name, attributes }) {
        const compiled = attributes.map((each): Attribute => {
          return { name: each.name, template: compile(each.value, path), encode: toEncode(each.value) };
        });
        const element: Element = { name, attributes: compiled, children: [], encode: asItIs };
        open.at(-1)?.children.push(element);
        root ??= element;
        open.push(element);
      },
      text(piece) {
        if (piece.trim() === '') return;
        const template = compile(piece, path);
        // Without a value there would be no document left.
        if (open.length === 1 && template !== undefined && template.names.length > 0)
          fault(path, 'the outermost element cannot hold a placeholder of its own');
        const element = open.at(-1) as Element;
        element.children.push({ template });
        if (element.encode === asItIs) element.encode = toEncode(piece);
      },
      close() {
        open.pop();
      },
    });
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    const place = error.line === undefined ? '' : ` (line ${error.line} of the text)`;
    fault(path, `this is no XML that can be sent: ${error.message}${place}`);
    return undefined;
  }
  return root;
}

const asItIs: Encode = (value) => value;

function toEncode(written: string): Encode {
  return written.includes('<') ? escapeXml : asItIs;
}

/** Returns undefined if a text of the element has no value. The element is then left out. */
function renderElement({ name, attributes, children, encode }: Element, values: PlaceholderValues): string | undefined {
  let content = '';
  for (const child of children) {
    if ('name' in child) {
      content += renderElement(child, values) ?? '';
      continue;
    }
    const text = child.template?.render(values, encode);
    if (text === undefined) return undefined;
    content += escapeXml(text);
  }
  const written = attributes.map((attribute) => {
    const value = attribute.template?.render(values, attribute.encode);
    return value === undefined ? '' : ` ${attribute.name}="${escapeXml(value)}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // As they are, a reader would make a blank or a line feed of them.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes a text or an attribute. Characters that XML cannot hold become the replacement character. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => escapes[character] as string);
}
