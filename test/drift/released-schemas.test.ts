// No released step of a database's history is edited: docs/compatibility.md. A release adds the hashes of its steps to the fixture.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditMigrations } from '../../src/stores/audit/audit-database.sqlite.ts';
import { migrations as postgres } from '../../src/stores/postgres/schema/migrations.ts';
import { migrations as sqlite } from '../../src/stores/sqlite/migrations.ts';

const fixture = join(import.meta.dirname, '../fixtures/compatibility/schemas.json');
const released = JSON.parse(readFileSync(fixture, 'utf8')) as Readonly<Record<string, readonly string[]>>;
const steps = { audit: auditMigrations, postgres: postgres.map(({ sql }) => sql), sqlite };

/** The first step of a released history that is not as it was released. */
const findEdited = (history: readonly string[], hashes: readonly string[]) =>
  hashes.findIndex((each, index) => history[index] === undefined || hash('sha256', history[index]) !== each);

test.each(Object.entries(steps))('%s: every released step is as it was released', (engine, history) => {
  expect(released[engine]).toBeDefined();
  expect(findEdited(history, released[engine] ?? []), 'write a new step at the end instead').toBe(-1);
});

test('an edited step and one that is gone are found', () => {
  const hashes = ['CREATE TABLE a', 'CREATE TABLE b'].map((sql) => hash('sha256', sql));
  expect(findEdited(['CREATE TABLE a', 'CREATE TABLE b', 'more'], hashes)).toBe(-1);
  expect(findEdited(['CREATE TABLE a', 'CREATE TABLE c'], hashes)).toBe(1);
  expect(findEdited(['CREATE TABLE a'], hashes)).toBe(1);
});
