// A process that works on an audit until somebody kills it: it appends in groups of one to five, packs, erases, purges and signs, and tells
// what is on the disk. Records are known by their numbers.

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { toErasureActs } from '../../../src/app/audit/proof/covers.ts';
import { toDraft, toSubjectHash } from '../../../src/app/audit/record.ts';
import { openAuditWriter } from '../../../src/stores/audit/log/audit-writer.sqlite.ts';
import { openSqliteAuditTrail } from '../../../src/stores/audit/trail/audit-trail.sqlite.ts';

const [directory = '', run = '0'] = process.argv.slice(2);
const key = (byte: number) => new Uint8Array(32).fill(byte);
const secrets = { generation: 1, subjectKey: key(1), detailsKey: key(2), headSeed: key(3), linkKey: key(4) };
const startMs = Date.UTC(2026, 10, 15);
const writer = openAuditWriter({
  dataDirectory: directory,
  secrets: [secrets],
  busyTimeoutMs: 10_000,
  stateFolder: join(directory, 'state'),
});
const trail = openSqliteAuditTrail(directory, () => [secrets]);
const tell = (what: string, numbers: readonly number[]) => writeSync(1, `${what} ${numbers.join(' ')}\n`);

function toRecord(number: number) {
  const head = `[1,${startMs + number},"cpf","req_${String(number).padStart(32, '0')}","key_a",`;
  return [head, `cpf:${number}`, ',null,"verified",1,"low",null,null,1,null,null,null]', '{"format":1}'] as const;
}

let number = Number(run) * 100_000 + 1;
for (let turn = 1; ; turn++) {
  const some = Array.from({ length: 1 + (turn % 5) }, () => number++);
  writer.append(some.map(toRecord), startMs + turn);
  tell('kept', some);
  if (turn % 3 === 0) writer.pack(2);
  if (turn % 7 === 0) {
    const [gone = 0] = some;
    const places = await trail.findErasable(
      [toSubjectHash(secrets.subjectKey, `cpf:${gone}`)],
      Number.MAX_SAFE_INTEGER,
    );
    // What goes is told before: whether it went nobody knows who was killed.
    tell('forgetting', [gone]);
    writer.append(toErasureActs('era', places, { actor: 'root', atMs: startMs }).map(toDraft), startMs);
    await trail.forget(places);
  }
  if (turn % 11 === 0) {
    const first = Number(run) * 100_000 + 1;
    tell('purging', [first + 5]);
    writer.purge('details', startMs + first + 5, 3, startMs);
    writer.purge('contents', startMs + first + 5, 3, startMs);
  }
  if (turn % 13 === 0) writer.signHead(startMs + turn);
}
