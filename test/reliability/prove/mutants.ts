// Every mutant, in the order of the rows: what each row is there to notice.

import type { Mutant } from './mutant.ts';

const mutant = (
  row: string,
  id: string,
  breaks: string,
  ...edits: readonly (readonly [string, string, string])[]
): Mutant => ({
  row,
  id,
  breaks,
  edits: edits.map(([file, find, replace]) => ({ file, find, replace })),
});
const noticedBy = (suite: string, made: Mutant): Mutant => ({ ...made, suite });

const cpfResponse = 'src/http/answer/bodies/cpf-response.ts';
const alertLine = 'fraud_registry: { fraud_alert: toFraudAlert(fraudRegistry) }';
const recordVerification = 'src/app/audit/write/record-verification.ts';
const cleanDatabase = 'src/stores/erasure/clean-database.sqlite.ts';
const auditDatabase = 'src/stores/audit/audit-database.sqlite.ts';
const alwaysWritable = [
  'src/stores/audit/log/audit-log.ts',
  'const isWritable = () => probes.fault() === null;',
  'const isWritable = () => true;',
] as const;
const tracesSuite = 'test/e2e/operators/erasure-traces.test.ts';
const damagedSuite = 'test/e2e/operators/damaged-rows.test.ts';
const sealedRows = 'src/app/sealed-rows.ts';
const retentionSuite = 'test/http/retention.test.ts';
const purgeClock = 'src/app/jobs/purge-clock.ts';
const turns = 'src/http/per-tick-limiter.ts';
const stallCounts = [
  [turns, 'const turnMsMax = 20;', 'const turnMsMax = 1e9;'],
  [turns, 'const turnsMin = 5;', 'const turnsMin = 1e-6;'],
] as const;
const revokedWorks = ['src/domain/access/api-key.ts', 'return key.revokedAtMs === null && (', 'return ('] as const;

const tablesSuite = 'test/http/tables.test.ts';
const tableThreads = 'src/bulk/table-threads.ts';
const hostileWorkbooks = 'src/bulk/hostile-workbooks.test.ts';

export const mutants: readonly Mutant[] = [
  mutant('steady-cpf', 'alert-dropped', 'a fraud alert is not answered', [
    cpfResponse,
    alertLine,
    'fraud_registry: { fraud_alert: null }',
  ]),
  mutant('steady-cnpj', 'missing-is-inconclusive', 'a company that is not there is not told so', [
    'src/app/verify/verify-cnpj.ts',
    "isFallbackDown ? 'inconclusive' : 'not_found'",
    "'inconclusive'",
  ]),
  mutant('overload-sources', 'no-admission-limit', 'any number of calls to a source is admitted', [
    'src/sources/protect/with-resilience.ts',
    'canAdmit: (besides = 0) => inFlight + besides < settings.concurrency',
    'canAdmit: () => true',
  ]),
  mutant('overload-processor', 'queue-kills', 'a request that has to wait ends the process', [
    turns,
    'queue.push({ work, sinceMs: countedMs });',
    "setImmediate(() => { throw new Error('a queue'); });",
  ]),
  mutant('one-bureau', 'dead-is-not-found', 'a bureau that is down is read as one that knows nobody', [
    'src/sources/live-person-source.ts',
    "return { evidence: { kind: 'unavailable', reason }, cached: false, ...(isPending && { order }) };",
    "return { evidence: { kind: 'not_found' }, cached: false, ...(isPending && { order }) };",
  ]),
  mutant('fraud-registry-down', 'silence-is-no-alert', 'a fraud registry that does not answer reads as "no alert"', [
    cpfResponse,
    alertLine,
    'fraud_registry: { fraud_alert: toFraudAlert(fraudRegistry) ?? false }',
  ]),
  mutant('all-down', 'another-error', 'an outage of all sources is told as a fault of ours', [
    'src/app/verify/verify-cpf.ts',
    'if (decision === null) throw failure;',
    "if (decision === null) throw new Error('nothing is known');",
  ]),
  noticedBy(
    'test/contracts/sources/http-sources.test.ts',
    mutant('hostile-bureau', 'another-person', 'an answer about another person is taken', [
      'src/sources/answer/asked.ts',
      'if (echo === undefined || echo === number) return undefined;',
      'if (echo === undefined || echo !== undefined) return undefined;',
    ]),
  ),
  mutant('kills', 'answer-before-record', 'an answer does not wait for its record', [
    recordVerification,
    'const written = patience ? recordWithRetries(entry, { log, isThere, ...patience }) : log.append(entry);',
    'setTimeout(() => void log.append(entry).catch(() => {}), 300); if (entry.atMs > 0) return undefined; const written = Promise.resolve();',
  ]),
  mutant('kills', 'revoked-works', 'a revoked key still works', revokedWorks),
  mutant('power-loss', 'audit-not-synced', 'the audit is written with synchronous = OFF', [
    auditDatabase,
    'synchronous = FULL',
    'synchronous = OFF',
  ]),
  mutant('power-loss', 'keys-not-synced', 'keys are written with synchronous = OFF', [
    'src/stores/sqlite/connection.ts',
    'synchronous = FULL',
    'synchronous = OFF',
  ]),
  mutant('disk', 'always-writable', 'the audit always counts as writable', alwaysWritable),
  mutant('disk', 'probe-writes-nothing', 'the audit counts as well again without a write that shows it', [
    'src/stores/audit/log/audit-thread.sqlite.ts',
    'writer.probe(order.bytes);',
    'void writer;',
  ]),
  mutant('trace', 'intent-after-call', 'parties are called while their intent is on its way', [
    'src/app/verify/ask/ask-recorded.ts',
    'return intent === undefined ? callAdmitted() : awaitIntent(intent).then(callAdmitted);',
    'const early = callAdmitted(); return intent === undefined ? early : awaitIntent(intent).then(() => early);',
  ]),
  mutant('trace', 'audit-not-synced', 'the audit is written with synchronous = OFF', [
    auditDatabase,
    'synchronous = FULL',
    'synchronous = OFF',
  ]),
  mutant('trace', 'always-writable', 'the audit always counts as writable', alwaysWritable),
  mutant('trace', 'without-bound', 'any number of verifications goes without an intent where some may', [
    recordVerification,
    'untraced.size < withoutIntentMax',
    'withoutIntentMax > 0',
  ]),
  noticedBy(
    'test/contracts/audit/audit-history.test.ts',
    mutant('history', 'mac-not-checked', 'any hash passes for one with our MAC', [
      'src/app/audit/proof/audit-check.ts',
      'extend(before, facts).hash.equals(link);',
      'extend(before, facts).hash.length === link.length;',
    ]),
  ),
  noticedBy(
    'test/contracts/audit/audit-attacks.test.ts',
    mutant('history', 'find-not-compared', 'the proof does not compare what records are found by with their contents', [
      'src/app/audit/proof/check-part.ts',
      'if (!opener.isFindOurs(group) || ',
      'if (false && ',
    ]),
  ),
  noticedBy(
    'test/contracts/audit/audit-attacks.test.ts',
    mutant('history', 'returned-not-named', 'a record that was erased may be put back', [
      'src/app/audit/verify-audit.ts',
      'if (look === looksMax) return true;',
      'if (look === looksMax) return false;',
    ]),
  ),
  noticedBy(
    'test/contracts/audit/packed-groups.test.ts',
    mutant('history', 'find-not-checked', 'a search believes what anybody has written for it to find records by', [
      'src/stores/audit/trail/search-filter.ts',
      'if (isSearch) refuseForeign(outline, opener);',
      '',
    ]),
  ),
  noticedBy(
    'test/contracts/audit/packed-groups.test.ts',
    mutant('history', 'pack-loses-parts', 'a pack keeps only the last of the groups that were committed', [
      'src/app/audit/groups/change-group.ts',
      'parts: Buffer.concat(groups.map(({ parts }) => parts)),',
      'parts: groups.at(-1)?.parts ?? Buffer.alloc(0),',
    ]),
  ),
  noticedBy(
    'src/app/audit/groups/group.test.ts',
    mutant('history', 'seed-kept', 'the salts of an erased record still follow from what is kept', [
      'src/app/audit/groups/change-group.ts',
      "return { kind: 'each', records };",
      "return records.length === 0 ? { kind: 'each', records } : kept;",
    ]),
  ),
  noticedBy(
    'test/contracts/audit/audit-history.test.ts',
    mutant('history', 'head-not-remembered', 'the last end is not written down outside the data directory', [
      'src/stores/audit/state/remembered-heads.file.ts',
      'const file = open(chain);',
      'const file = open(chain);\n      if (file >= 0) return;',
    ]),
  ),
  noticedBy(
    'test/contracts/key-owned/proven-rows.test.ts',
    mutant('rows-beside-the-chain', 'any-checksum', 'any checksum of the right length passes for ours', [
      'src/app/row-proof.ts',
      'timingSafeEqual(mac, stored)',
      'mac.length === stored.length',
    ]),
  ),
  noticedBy(
    'test/contracts/key-owned/proven-rows.test.ts',
    mutant('rows-beside-the-chain', 'owner-not-covered', 'the checksum of an endpoint does not say whose it is', [
      'src/app/kept/watches.ts',
      "proven: ['id', 'key_id', 'sealed', 'created_at_ms'],",
      "proven: ['id', 'sealed', 'created_at_ms'],",
    ]),
  ),
  noticedBy(
    'test/contracts/keys/key-store.test.ts',
    mutant('rows-beside-the-chain', 'put-back-works', 'a revoked key whose row is back works again', [
      'src/app/keys/key-memory.ts',
      'if (revokedAtMs === undefined) return key;',
      'if (revokedAtMs !== null) return key;',
    ]),
  ),
  noticedBy(
    'src/app/batches/results/whole-results.test.ts',
    mutant('rows-beside-the-chain', 'result-gone', 'a finished batch does not miss a result', [
      'src/app/batches/results/whole-results.ts',
      "if (state !== 'completed') return found;",
      'if (state !== undefined) return found;',
    ]),
  ),
  noticedBy(
    'test/e2e/operators/reconcile.test.ts',
    mutant('rows-beside-the-chain', 'gone-is-fine', 'a row that is gone is not compared with its acts', [
      'src/app/audit/reconcile/reconcile.ts',
      "return mustBeThere && untilMs > nowMs ? 'gone' : undefined;",
      'return void mustBeThere;',
    ]),
  ),
  noticedBy(
    'test/e2e/operators/reconcile.test.ts',
    mutant('rows-beside-the-chain', 'seen-at-night-alone', 'a start refuses no key that is back', [
      'src/compose/service/audit/reconcile.ts',
      'stores.keys.refuse(putBack.filter(',
      'void (putBack.filter(',
    ]),
  ),
  noticedBy(
    'test/e2e/operators/reconcile.test.ts',
    mutant('rows-beside-the-chain', 'clearance-back', 'a start ignores no clearance that is back', [
      'src/compose/service/audit/reconcile.ts',
      'stores.endedRows.add(clearances);',
      'void clearances;',
    ]),
  ),
  noticedBy(
    'test/contracts/key-owned/proven-rows.test.ts',
    mutant('rows-beside-the-chain', 'ended-counts', 'a row that was ended counts again', [
      'src/app/row-proof.ts',
      "else if (isEnded(table, row)) onFault({ ...fault, against: 'put_back' });",
      'else if (isEnded(table, row)) return true;',
    ]),
  ),
  noticedBy(
    'test/e2e/operators/erasure.test.ts',
    mutant(
      'erasure',
      'free-space-kept',
      'what is deleted is not overwritten (secure_delete = OFF), and free space is left as it is',
      ...['src/stores/sqlite/connection.ts', auditDatabase, cleanDatabase].map(
        (file) => [file, 'secure_delete = ON', 'secure_delete = OFF'] as const,
      ),
      [cleanDatabase, 'const found = await find(path);', 'const found = (await find(path)).slice(0, 0);'],
    ),
  ),
  noticedBy(
    'test/e2e/operators/erasure.test.ts',
    mutant('erasure', 'ledger-not-applied', 'a restored backup does not go through the ledger of erasures', [
      'src/app/privacy/erase-person.ts',
      'const missing = await listMissing(parts);\n  if (missing.length === 0) return { erasures: 0',
      'const missing = (await listMissing(parts)).slice(0, 0);\n  if (missing.length === 0) return { erasures: 0',
    ]),
  ),
  noticedBy(
    'test/e2e/operators/erasure.test.ts',
    mutant(
      'erasure',
      'served-before-forgotten',
      'a node serves from an older copy before it has gone through the ledger',
      ['src/compose/service/service.ts', 'await forgetErased(core);', ''],
    ),
  ),
  noticedBy(
    tracesSuite,
    mutant('erasure', 'hits-by-row-stay', 'an event is about a person only where it names the number', [
      'src/app/privacy/person.ts',
      'kept.about.some((each) => isSubjectOf(person, each)) ||',
      '',
    ]),
  ),
  noticedBy(
    tracesSuite,
    mutant('erasure', 'acts-stay', 'the act of a clearance does not tell whom it is about', [
      'src/app/screening/clearances/manage-clearances.ts',
      '[of.subject, of.row, of.id, ...more]',
      '[of.row, of.id, ...more]',
    ]),
  ),
  noticedBy(
    tracesSuite,
    mutant('erasure', 'others-go-too', 'an event about several people goes with one of them', [
      'src/app/privacy/places/sealed-things.ts',
      'if (left.length === 0) return undefined;',
      'if (left.length < hits.length) return undefined;',
    ]),
  ),
  noticedBy(
    'test/e2e/registry/damage.test.ts',
    mutant('damaged-registry', 'checksum-ignored', 'a block is believed without its checksum', [
      'src/registry/snapshot/snapshot.ts',
      'if (crc32(target) !== this.index.checksums[block])',
      'if (crc32(target) === -1)',
    ]),
  ),
  noticedBy(
    damagedSuite,
    mutant('damaged-rows', 'one-ends-all', 'a row that does not open ends everything that opens it among others', [
      sealedRows,
      'if (!(error instanceof DamagedSealError)) throw error;',
      'if (error) throw error;',
    ]),
  ),
  noticedBy(
    damagedSuite,
    mutant('damaged-rows', 'left-out-untold', 'a row is left out without a word', [
      sealedRows,
      '        onDamaged(row);\n',
      '',
    ]),
  ),
  noticedBy(
    damagedSuite,
    mutant('damaged-rows', 'erased-all-the-same', 'an erasure that could not look into a row ends as if it had', [
      'src/cli/commands/audit/privacy.ts',
      'if (damaged.length === 0) return;',
      'if (damaged.length >= 0) return;',
    ]),
  ),
  noticedBy(
    'test/contracts/key-owned/list-watches.test.ts',
    mutant('damaged-rows', 'missed-untold', 'a comparison that lacks a part of its list counts as whole', [
      'src/app/watches/lists/read-customers.ts',
      'if (customers === undefined) onLost();',
      'if (customers === undefined) continue;',
    ]),
  ),
  mutant('clock-jumps', 'limits-by-calendar', 'limits are counted by the calendar', [
    'src/stores/limits/counters.memory.ts',
    'hit(name, windowMs, events = 1) {\n      const nowMs = clock.monotonicMs();',
    'hit(name, windowMs, events = 1) {\n      const nowMs = clock.nowMs();',
  ]),
  noticedBy(
    retentionSuite,
    mutant('retention', 'time-of-the-start', 'deleting goes by the time at which the process began', [
      purgeClock,
      'const stepMs = gainMax * (monotonicMs - lookedMs);',
      'const stepMs = 0 * (monotonicMs - lookedMs);',
    ]),
  ),
  noticedBy(
    retentionSuite,
    mutant('retention', 'calendar-believed', 'deleting believes a calendar that has jumped', [
      purgeClock,
      'return Math.min(calendarMs, reachedMs);',
      'return calendarMs;',
    ]),
  ),
  noticedBy(
    retentionSuite,
    mutant('retention', 'seen-at-the-start', 'only a start looks whether anything is kept for too long', [
      'src/compose/service/retention.ts',
      'const lookEveryMs = 3_600_000;',
      'const lookEveryMs = Number.POSITIVE_INFINITY;',
    ]),
  ),
  noticedBy(
    'test/e2e/service/trouble/malformed.test.ts',
    mutant('malformed', 'bad-json-is-ours', 'a body that is no JSON is answered with 500', [
      'src/http/request/json-body.ts',
      "throw new AppError('invalid_json', { internal: 'not JSON', detail: toJsonSentence(text) });",
      "throw new Error('not JSON');",
    ]),
  ),
  noticedBy(
    tablesSuite,
    mutant(
      'hostile-files',
      'read-in-place',
      'tables that are sent are read in the thread that answers',
      [
        'src/compose/service/core.ts',
        'openTable: tables.open,',
        "openTable: ({ bytes }, order, opened) => openSentTable(bytes, { ...order, rowsMax: config['batches.rows_max'] }, opened),",
      ],
      [
        'src/compose/service/core.ts',
        "from '../../bulk/table-threads.ts';",
        "from '../../bulk/table-threads.ts';\nimport { openSentTable } from '../../bulk/sent-table.ts';",
      ],
    ),
  ),
  noticedBy(
    tablesSuite,
    mutant('hostile-files', 'outlives-its-client', 'a table is read on when its sender has left', [
      tableThreads,
      "signal.addEventListener('abort', leave, { once: true });",
      'void leave;',
    ]),
  ),
  noticedBy(
    tablesSuite,
    mutant('hostile-files', 'memory-is-ours', 'a thread that runs out of memory is told as a fault of ours', [
      tableThreads,
      "if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#abandon",
      "if (error.code === 'ERR_NEVER') this.#abandon",
    ]),
  ),
  noticedBy(
    'src/bulk/table-threads.test.ts',
    mutant('hostile-files', 'any-time', 'a thread may have any time of the processor', [
      tableThreads,
      "const giveUp = () => this.#waiting === waiting && this.#abandon('time', toTooHard());",
      'const giveUp = () => void waiting;',
    ]),
  ),
  noticedBy(
    'src/bulk/table-threads.test.ts',
    mutant('hostile-files', 'all-at-once', 'any number of whole files is held in memory', [
      tableThreads,
      'this.#leaveWhole ??= await this.#enter(this.#limits.whole);',
      'void this.#leaveWhole;',
    ]),
  ),
  noticedBy(
    'test/drift/pump/expressions.test.ts',
    mutant('hostile-files', 'quadratic-expression', 'a cell is looked at by an expression that is not linear', [
      'src/app/bulk/written-number.ts',
      '/^\\d+(?:[.,]\\d*)?e\\+?\\d+$/i',
      '/^\\d+[.,]?\\d*e\\+?\\d+$/i',
    ]),
  ),
  noticedBy(
    'src/app/bulk/question.test.ts',
    mutant('hostile-files', 'long-number', 'a cell of any length is looked at as a number', [
      'src/app/bulk/written-number.ts',
      'text.length > cellLengthMax',
      'text.length > 1e9',
    ]),
  ),
  noticedBy(
    'src/bulk/xlsx/xlsx-table.test.ts',
    mutant('hostile-files', 'padding-is-free', 'cells that pad a row take no room', [
      'src/bulk/xlsx/sheet-reader.ts',
      'charactersPerCell * Math.max(1, this.#column - this.#cells.length)',
      '0 * charactersPerCell',
    ]),
  ),
  noticedBy(
    'src/bulk/xlsx/xlsx-table.test.ts',
    mutant('hostile-files', 'any-column', 'a cell may stand in any column', [
      'src/bulk/xlsx/sheet-reader.ts',
      'this.#column >= columnsMax',
      'this.#column >= 1e99',
    ]),
  ),
  noticedBy(
    'src/bulk/xlsx/xlsx-table.test.ts',
    mutant('hostile-files', 'empty-columns-kept', 'what stands to the right of the columns is kept', [
      'src/bulk/xlsx/sheet-reader.ts',
      'if (this.#column >= this.#columnsKept) return;',
      '',
    ]),
  ),
  noticedBy(
    'src/bulk/xlsx/xlsx-table.test.ts',
    mutant('hostile-files', 'long-row', 'a row of a workbook may have any length', [
      'src/bulk/xlsx/sheet-reader.ts',
      'const isTooLong = this.#rowCharacters > rowTextMax;',
      'const isTooLong = this.#rowCharacters > 1e12;',
    ]),
  ),
  noticedBy(
    hostileWorkbooks,
    mutant('hostile-files', 'long-xml', 'a comment or an attribute of XML may be of any length', [
      'src/xml-stream.ts',
      'parser.position += piece.length;',
      'void parser.position;',
    ]),
  ),
  noticedBy(
    hostileWorkbooks,
    mutant('hostile-files', 'entities', 'XML may define entities', [
      'src/xml-stream.ts',
      "throw toError('doctype');",
      'void toError;',
    ]),
  ),
  noticedBy(
    hostileWorkbooks,
    mutant('hostile-files', 'overfull', 'a workbook may have any number of sheets, styles and links', [
      'src/bulk/xlsx/workbook.ts',
      'const itemsMax = 70_000;',
      'const itemsMax = 1e9;',
    ]),
  ),
  noticedBy(
    hostileWorkbooks,
    mutant('hostile-files', 'overlaps', 'parts of an archive may lie upon each other', [
      'src/bulk/xlsx/zip-parts.ts',
      'if (packedBytes > zip.fileSize)',
      'if (packedBytes > 1e12)',
    ]),
  ),
  noticedBy(
    hostileWorkbooks,
    mutant('hostile-files', 'missing-text', 'a text that is not there reads as an empty one', [
      'src/bulk/xlsx/sheet-reader.ts',
      'if (text === undefined) throw toMisplaced();',
      "if (text === undefined) return '';",
    ]),
  ),
  noticedBy(
    'src/screening/files/hostile-files.test.ts',
    mutant('hostile-files', 'lying-zip', 'the size that a zip says is believed', [
      'src/datasets/files/file-member.ts',
      'if (isImpossible(entry))',
      'if (isImpossible(entry) && entries < 0)',
    ]),
  ),
  noticedBy(
    'src/datasets/files/file-member.test.ts',
    mutant('hostile-files', 'many-entries', 'a zip of an import may have any number of entries', [
      'src/datasets/files/file-member.ts',
      'const entriesMax = 10_000;',
      'const entriesMax = 1e9;',
    ]),
  ),
  mutant('slow-clients', 'never-dropped', 'a client may take any time for its request', [
    'src/http/server.ts',
    'const requestTimeoutMs = 5_000;',
    'const requestTimeoutMs = 5_000_000;',
  ]),
  noticedBy(
    'test/http/connections/framing.test.ts',
    mutant('framing', 'two-hosts', 'two Host headers are taken', [
      'src/http/request/header-rules.ts',
      'if (hosts !== 1 && ',
      'if (hosts > 9 && ',
    ]),
  ),
  mutant('key-guessing', 'revoked-works', 'a revoked key still works', revokedWorks),
  mutant('personal-data', 'url-in-log', 'the log tells the address that was asked for', [
    'src/http/connections/request-record.ts',
    'route: request.pattern ?? request.routeOptions?.url ?? null,',
    'route: request.url,',
  ]),
  mutant('restart', 'no-drain', 'a service that stops cuts its connections at once', [
    'src/cli/serve/retire.ts',
    'if (service.connections() > 0) await sleep(drainMs);',
    'service.server.server.closeAllConnections();',
  ]),
  mutant('stalled', 'stall-counts', 'the time in which the process was held up counts as waiting', ...stallCounts),
  noticedBy(
    'src/http/per-tick-limiter.test.ts',
    mutant('stalled', 'stall-counts-in-turns', 'the same, noticed by the test of the queue alone', ...stallCounts),
  ),
  noticedBy(
    'src/telemetry/loop-watch.test.ts',
    mutant('stalled', 'any-lateness', 'a loop that is a little late counts as one that stood still', [
      'src/telemetry/loop-watch.ts',
      'if (stoodMs > stoodMsMin)',
      'if (stoodMs > stoodMsMin / 100)',
    ]),
  ),
  noticedBy(
    'test/http/loop.test.ts',
    mutant('stalled', 'untold', 'nothing tells of a loop that stood still', [
      'src/compose/service/service.ts',
      'log.loopStood(stall);',
      'void stall;',
    ]),
  ),
  noticedBy(
    'test/e2e/verify/watch-many.test.ts',
    mutant('background', 'listeners-removed', 'a comparison hears nothing of its thread after the first answer', [
      'src/datasets/thread-conversation.ts',
      "worker.on('message', (news",
      "worker.once('message', (news",
    ]),
  ),
  noticedBy(
    'test/contracts/key-owned/job-lease.test.ts',
    mutant('background', 'lease-without-time', 'a process that lives keeps its lease however long it is silent', [
      'src/stores/jobs/job-lease.sqlite.ts',
      'ageMs < leaseMs && instance.isAlive(held.owner)',
      'instance.isAlive(held.owner)',
    ]),
  ),
  mutant('readiness', 'latch', 'a look at the database is never over', [
    'src/stores/sqlite/health.ts',
    'foundAtMs = clock.monotonicMs();\n      underWay = undefined;',
    'void foundAtMs;',
  ]),
  mutant('readiness', 'ready-500', 'not ready is told as a fault of ours', [
    'src/http/routes/probes.ts',
    'if (unreadiness !== undefined) throw unreadiness;',
    "if (unreadiness !== undefined) throw new Error('not ready');",
  ]),
  mutant('idempotency-race', 'everybody-claims', 'each process takes a call for its own', [
    'src/stores/idempotency/idempotency.sqlite.ts',
    'if (claimed?.changes === 1) return undefined;',
    'if (claimed !== undefined) return undefined;',
  ]),
  mutant('limits', 'half-counted', 'two requests count as one', [
    'src/stores/limits/counters.memory.ts',
    'window.count = Math.max(0, window.count + events);',
    'window.count = Math.max(0, window.count + events / 2);',
  ]),
  noticedBy(
    'test/contracts/postgres/newest-server.test.ts',
    mutant('foreign-installation', 'any-mark-believed', 'a mark is believed whoever has signed it', [
      'src/compose/backend/installation.ts',
      'mac.length === wanted.length && timingSafeEqual(mac, wanted)',
      'mac.length === wanted.length',
    ]),
  ),
  noticedBy(
    'test/http/limits/shared-limits.test.ts',
    mutant('foreign-installation', 'one-name-for-all', 'every installation has the same names in Redis', [
      'src/compose/backend/installation.ts',
      'const nameLength = 12;',
      'const nameLength = 0;',
    ]),
  ),
  noticedBy(
    'src/stores/postgres/lineage.test.ts',
    mutant('foreign-installation', 'any-cluster-newer', 'a later timeline of another cluster counts as newer', [
      'src/stores/postgres/lineage.ts',
      'a.system === b.system && a.timeline',
      'a.timeline',
    ]),
  ),
  mutant('store-comes-back', 'never-tried', 'an audit that failed is not tried again', [
    'src/stores/audit/log/audit-probes.ts',
    'if (isStopped || isUnderWay) return;\n    clearTimeout(timer);',
    'if (isStopped || isUnderWay || timer !== undefined) return;\n    clearTimeout(timer);',
  ]),
  mutant(
    'store-comes-back',
    'lost-unnoticed',
    'a node that has lost its database is ready for CPF until somebody asks',
    ['src/compose/service/audit/audit.ts', 'stores.shared?.isReachable() === false', 'stores.shared === null'],
  ),
  noticedBy(
    'src/stores/audit/log/audit-recovery.test.ts',
    mutant('store-comes-back', 'proof-of-disks', 'a server that is back has to prove itself as a dying disk has', [
      'src/stores/audit/log/audit-recovery.ts',
      'relapses === 0 || !mayFlap ? 0',
      'relapses === 0 ? 0',
    ]),
  ),
];
