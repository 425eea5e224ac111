import { expect, test } from 'vitest';
import { listScripts } from './scripts.ts';

test('a name in several alphabets is found in each of them', () => {
  expect(listScripts('Ivan PETROV (Иван Петров)')).toEqual([
    'Ivan PETROV (Иван Петров)',
    'Ivan PETROV',
    '(Иван Петров)',
  ]);
  for (const name of ['João D’Ávila - 1', 'Иван Петров', '張偉明', '', '123'])
    expect(listScripts(name)).toEqual([name]);
});
