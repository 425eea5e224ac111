import { createBoughtAnswers } from '../../../src/stores/answers/bought-answers.sql.ts';
import { createEventStore } from '../../../src/stores/events/events.sql.ts';
import { createSqliteSql } from '../../../src/stores/sql/sql.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeBoughtAnswerStore } from './bought-answer-store.contract.ts';

describeBoughtAnswerStore('SQLite', () => {
  const sqlite = openStoreOfTest(createOutputDirectory('bought'));
  return { store: createBoughtAnswers(createSqliteSql(sqlite)), events: createEventStore(createSqliteSql(sqlite)) };
});
