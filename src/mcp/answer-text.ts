// An answer as the text that an assistant is given: codes and figures as JSON, each value once. What others have written (names,
// addresses, activities) stands apart in a fence, as data: a company may be called anything, an instruction too.

import { isCpf, maskCpf, maskCpfInName, parseCpf } from '../domain/numbers/cpf.ts';

export interface TextRules {
  /** Tells whether the answer shows a CPF in full. */
  readonly showsCpf: boolean;
}

export const fence = 'third_party_text';
const textMax = 300;
/** Words of the contract, days, times and figures: nothing that could be read as a sentence. */
const plain = /^(?:[a-z][a-z0-9_]{0,63}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?|[\d.,/-]{1,32}|\d+(?:\.\d+)*)$/;
const identifiers: Readonly<Record<string, RegExp>> = {
  request_id: /^req_[0-9a-z]{1,64}$/,
  cnpj: /^[0-9A-Z]{14}$/,
  head_office: /^[0-9A-Z]{14}$/,
  root: /^[0-9A-Z]{8}$/,
  state: /^[A-Z]{2}$/,
  policy_version: /^[\w.-]{1,64}$/,
};

export function toAnswerText(answer: object, rules: TextRules): string {
  const texts: string[] = [];
  const kept = keepPlain(answer, '', texts, rules);
  const data = JSON.stringify(kept);
  if (texts.length === 0) return data;
  return `${data}\n<${fence}>\n${texts.join('\n')}\n</${fence}>`;
}

/** Returns a value without the texts in it, or undefined if the value is itself a text. */
function keepPlain(value: unknown, path: string, texts: string[], rules: TextRules): unknown {
  if (typeof value === 'string') return keepText(value, path, texts, rules);
  if (typeof value !== 'object' || value === null) return value;
  const toPath = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => keepPlain(item, toPath(String(index)), texts, rules));
    // The others keep their places.
    return items.map((item) => item ?? null);
  }
  const fields = Object.entries(value).map(([name, field]) => [name, keepPlain(field, toPath(name), texts, rules)]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

function keepText(text: string, path: string, texts: string[], rules: TextRules): string | undefined {
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (name === 'cpf') return toShownCpf(text, rules);
  if (identifiers[name]?.test(text) === true) return text;
  if (plain.test(text)) return rules.showsCpf || !isCpf(text) ? text : toShownCpf(text, rules);
  texts.push(`${path}: ${toFenced(rules.showsCpf ? text : maskCpfInName(text))}`);
  return undefined;
}

function toShownCpf(text: string, { showsCpf }: TextRules): string {
  const parsed = parseCpf(text);
  if (parsed.kind === 'invalid') return '(not a CPF)';
  return showsCpf ? parsed.value : maskCpf(parsed.value);
}

/** On one line, without what could end the fence or hide in it. */
function toFenced(text: string): string {
  const seen = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, textMax);
  return JSON.stringify(seen).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
}
