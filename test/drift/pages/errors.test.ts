// Every code in both languages, thrown somewhere, and known to the document of the API.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  consoleErrors,
  type ErrorCode,
  errorKinds,
  type FieldFaultCode,
  fieldFaults,
} from '../../../src/error-codes.ts';
import { errorsInPortuguese, fieldFaultsInPortuguese } from '../../../src/http/answer/problem-portuguese.ts';
import { createOpenApiDocument } from '../../../src/http/reference/document.ts';

const root = join(import.meta.dirname, '../../..');
const registries = ['errors.ts', 'http/problem-portuguese.ts', 'http/openapi.ts', 'http/contract.ts'];
const code = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !registries.includes(path))
  .filter((path) => !/openapi|contract|^sim\//.test(path))
  .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
  .join('\n');

describe('errors in two languages', () => {
  test('every code has a title and a sentence in both, and they differ', () => {
    expect(Object.keys(errorsInPortuguese)).toEqual(Object.keys(errorKinds));
    for (const [name, { title, detail }] of Object.entries(errorsInPortuguese)) {
      const english = errorKinds[name as ErrorCode];
      for (const [text, other] of [
        [title, english.title],
        [detail, english.detail],
      ] as const) {
        expect(text.length, name).toBeGreaterThan(5);
        expect(text, name).not.toBe(other);
      }
      // What is quoted is what programs read: it must be the same in both.
      expect(detail.match(/`[^`]+`/g), name).toEqual(english.detail.match(/`[^`]+`/g));
    }
  });

  test('every fault of a field has a sentence in both', () => {
    expect(Object.keys(fieldFaultsInPortuguese)).toEqual(Object.keys(fieldFaults));
    for (const [name, text] of Object.entries(fieldFaultsInPortuguese)) {
      expect(text, name).not.toBe(fieldFaults[name as FieldFaultCode]);
    }
  });
});

describe('no code is documented that nothing throws', () => {
  test.each(Object.keys(errorKinds))('%s', (name) => {
    // Thrown, chosen by a function that throws what it is given, or what an error of the framework becomes.
    const uses = [
      `new AppError\\('${name}'`,
      `to(?:App|Key|Routing)?(?:Error|Refusal)\\([^;]*'${name}'`,
      `[A-Z_]{8,}: '${name}'`,
    ];
    expect(code).toMatch(new RegExp(uses.join('|')));
  });

  test.each(Object.keys(fieldFaults))('%s, of a field', (name) => {
    expect(code).toMatch(new RegExp(`(?:code|fault): '${name}'|Fault\\([^;]*'${name}'`));
  });
});

test('every code that can be thrown is documented with an example, on some operation', () => {
  const document = JSON.stringify(createOpenApiDocument().components.examples);
  // Whoever gets it has asked for an address that the document does not have, or uses the console.
  const undocumented = Object.keys(errorKinds).filter((name) => !document.includes(`"code":"${name}"`));
  expect(undocumented.toSorted()).toEqual([...consoleErrors, 'not_found'].toSorted());
  const { ErrorCode: inDocument } = createOpenApiDocument().components.schemas as Record<string, { enum?: unknown }>;
  expect(inDocument?.enum).toEqual(
    Object.keys(errorKinds).filter((name) => !consoleErrors.includes(name as ErrorCode)),
  );
});
