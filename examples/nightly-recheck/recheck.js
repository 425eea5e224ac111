// Verifies every customer again and tells what has changed since the last night. Begun again after a crash it goes on where it
// stopped, and asks nobody twice: the rows of tonight are in a file, and the call under way has the same Idempotency-Key.

import { appendFileSync, createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@confere/client';

const [customersFile = 'customers.ndjson', folder = '.'] = process.argv.slice(2);
const night = process.env.NIGHT ?? new Date().toISOString().slice(0, 10);
const tonight = join(folder, `answers-${night}.ndjson`);

const confere = createClient({
  url: process.env.CONFERE_URL ?? 'http://127.0.0.1:8080',
  key: process.env.CONFERE_API_KEY ?? '',
});

const readAnswers = (file) =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      // A line that a crash cut off is no answer.
      .filter((line) => line.endsWith('}'))
      .map((line) => JSON.parse(line))
      .map((answer) => [answer.id, answer]),
  );
const done = existsSync(tonight) ? readAnswers(tonight) : new Map();
const lastFile = readdirSync(folder)
  .filter((name) => /^answers-\d{4}-\d\d-\d\d\.ndjson$/.test(name) && join(folder, name) < tonight)
  .sort()
  .at(-1);
const last = lastFile === undefined ? new Map() : readAnswers(join(folder, lastFile));

/** One customer on a line: {"id":"c-1","cpf":"…","name":"…"} or {"id":"c-2","cnpj":"…"}. */
async function* readCustomers() {
  for await (const line of createInterface({ input: createReadStream(customersFile) })) {
    if (line.trim() === '') continue;
    const { id, ...request } = JSON.parse(line);
    if (!done.has(id)) yield { id, request };
  }
}

// The calls need only what the contract knows; who each one was is kept beside them.
const ids = [];
async function* toRequests() {
  for await (const { id, request } of readCustomers()) {
    ids.push(id);
    yield request;
  }
}

const counts = { same: 0, changed: 0, new: 0, failed: 0 };
// What is left of a line that was cut off ends here.
if (existsSync(tonight)) appendFileSync(tonight, '\n');
const rows = confere.verifyMany(toRequests(), {
  concurrency: 8,
  idempotencyKey: (_request, index) => `recheck-${night}-${ids[index]}`,
});
for await (const row of rows) {
  const id = ids[row.index];
  if (row.kind === 'failed') {
    counts.failed++;
    console.error(`${id}: ${row.error.code}`);
    continue;
  }
  const { status, risk_level } = row.answer;
  appendFileSync(tonight, `${JSON.stringify({ id, status, risk_level })}\n`);
  const before = last.get(id);
  if (before === undefined) counts.new++;
  else if (before.status === status && before.risk_level === risk_level) counts.same++;
  else {
    counts.changed++;
    console.log(JSON.stringify({ id, before: toShort(before), now: toShort(row.answer) }));
  }
}
console.error(
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', '),
);
process.exitCode = counts.failed > 0 ? 1 : 0;

function toShort({ status, risk_level }) {
  return `${status}/${risk_level}`;
}
