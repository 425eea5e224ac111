import { expect, test } from 'vitest';
import { publishedLists as names } from '../../domain/screening/list-names.ts';
import { publishedLists } from './catalogue.ts';

test('the settings know every published list, and no other', () => {
  expect(publishedLists.map(({ id }) => id)).toEqual([...names]);
});
