import { describe, expect, test } from 'vitest';
import { isOperatorName } from '../../domain/access/operator.ts';
import { findRole, toOperatorName, toOwnScreen } from './single-sign-on.ts';

describe('a name of the provider', () => {
  test.each([
    ['Ana.Souza@Banco.example', 'ana.souza@banco.example'],
    ['João Araújo', 'joao-araujo'],
    ['  -..ana', 'ana'],
    ['李', 'sso-'],
    ['x'.repeat(200), 'x'.repeat(60)],
    ['ana#2', 'ana-2'],
  ])('%s becomes %s', (text, name) => {
    expect(toOperatorName(text)).toBe(name);
  });

  test('is always one that an operator could have', () => {
    for (const text of ['', '.', 'a', '💡', 'ana', '@@@', '\u0000'])
      expect(isOperatorName(toOperatorName(text))).toBe(true);
  });
});

test('of several roles the highest holds, and no group is no role', () => {
  const groups = { viewer: ['staff'], analyst: ['risk'], admin: ['it'] };
  expect(findRole({ groups: ['staff', 'it'] }, groups)).toBe('admin');
  expect(findRole({ groups: ['staff'] }, groups)).toBe('viewer');
  expect(findRole({ groups: ['IT', 'others'] }, groups)).toBeUndefined();
});

test('the way back leads to a screen of the console and nowhere else', () => {
  for (const screen of ['/console', '/console/painel', '/console/consultas/abc-1'])
    expect(toOwnScreen(screen)).toBe(screen);
  for (const other of [
    '//evil.example',
    '/console//evil',
    '/consoles',
    '/console/a?b',
    '/console/%2e',
    'javascript:1',
    '',
  ])
    expect(toOwnScreen(other)).toBe('/console');
});
