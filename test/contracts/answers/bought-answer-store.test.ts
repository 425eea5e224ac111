import { createSqliteBoughtAnswers } from '../../../src/stores/answers/bought-answers.sqlite.ts';
import { createSqliteEventStore } from '../../../src/stores/events/events.sqlite.ts';
import { createOutputDirectory } from '../../support/output.ts';
import { openStoreOfTest } from '../../support/stores/sqlite-store.ts';
import { describeBoughtAnswerStore } from './bought-answer-store.contract.ts';

describeBoughtAnswerStore('SQLite', () => {
  const sqlite = openStoreOfTest(createOutputDirectory('bought'));
  return { store: createSqliteBoughtAnswers(sqlite), events: createSqliteEventStore(sqlite) };
});
