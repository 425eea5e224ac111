// XML as a body. The template is read as XML when the description is checked, and written anew for each request: so a value can never
// become markup, and what has no value can be left out whole.

import { readXml } from '../../answer/xml/xml-events.ts';
import { XmlFault } from '../../answer/xml/xml-fault.ts';
import { escapeXml } from '../document-forms.ts';
import type { PlaceholderValues, Template } from '../template.ts';
import type { BodyCompiler, RequestBody } from './request-body.ts';

interface Attribute {
  readonly name: string;
  readonly template: Template | undefined;
}

interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly children: (Element | Text)[];
  /** Every template in the element, its own texts first. */
  readonly templates: Template[];
}

interface Text {
  /** The text as it was written. A comment or a section may cut a text into pieces, of which one alone says little. */
  written: string;
  template: Template | undefined;
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

function parseTemplate(text: string, { compile, leaveOutTogether, fault }: BodyCompiler): Element | undefined {
  const path = ['xml'];
  const open: Element[] = [];
  let root: Element | undefined;
  const close = (element: Element): void => {
    const texts = element.children.filter((child) => 'written' in child);
    const around = texts.map(({ written }) => written).join('');
    for (const text of texts) text.template = compile(text.written, path, around);
    const own = texts.flatMap(({ template }) => template ?? []);
    element.templates.unshift(...own);
    // Without a value there would be no document left.
    if (element === root && own.some(({ needs }) => needs.length > 0))
      fault(path, 'the outermost element cannot hold a placeholder of its own');
    leaveOutTogether(own, element.templates, path);
    open.at(-1)?.templates.push(...element.templates);
  };
  try {
    readXml(text.trim(), {
      open({ name, attributes }) {
        const compiled = attributes.map((each): Attribute => {
          return { name: each.name, template: compile(each.value, path) };
        });
        const templates = compiled.flatMap(({ template }) => template ?? []);
        const element: Element = { name, attributes: compiled, children: [], templates };
        open.at(-1)?.children.push(element);
        root ??= element;
        open.push(element);
      },
      text(piece) {
        const children = open.at(-1)?.children ?? [];
        const last = children.at(-1);
        if (last !== undefined && 'written' in last) last.written += piece;
        else if (piece.trim() !== '') children.push({ written: piece, template: undefined });
      },
      close() {
        close(open.pop() as Element);
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

/** Returns undefined if a text of the element has no value. The element is then left out. */
function renderElement({ name, attributes, children }: Element, values: PlaceholderValues): string | undefined {
  let content = '';
  for (const child of children) {
    if ('name' in child) {
      content += renderElement(child, values) ?? '';
      continue;
    }
    const text = child.template?.render(values);
    if (text === undefined) return undefined;
    content += escapeXml(text);
  }
  const written = attributes.map((attribute) => {
    const value = attribute.template?.render(values);
    return value === undefined ? '' : ` ${attribute.name}="${escapeXml(value)}"`;
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}
