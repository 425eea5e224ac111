import { afterEach } from 'vitest';
import { createSqliteBoughtAnswers } from '../../../src/stores/answers/bought-answers.sqlite.ts';
import { createSqliteEventStore } from '../../../src/stores/events/events.sqlite.ts';
import type { SqliteStore } from '../../../src/stores/sqlite/database.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openTestStore } from '../../support/stores/sqlite-store.ts';
import { describeBoughtAnswerStore } from './bought-answer-store.contract.ts';

const opened: SqliteStore[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

describeBoughtAnswerStore('SQLite', () => {
  const sqlite = openTestStore(createOutputDirectory('bought'));
  opened.push(sqlite);
  return { store: createSqliteBoughtAnswers(sqlite), events: createSqliteEventStore(sqlite) };
});
