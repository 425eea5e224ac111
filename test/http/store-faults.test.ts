// What a caller gets when the database fails. What the disk, a lock or the machine is to blame for may be tried again; our own mistakes are 500.

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { PersonSource } from '../../src/app/verify/ports.ts';
import { systemClock } from '../../src/clock.ts';
import { createSandboxSources } from '../../src/sources/sandbox.ts';
import { openTestService, post } from '../support/service/service.ts';

let fault: Error;

const failing = (source: PersonSource): PersonSource => ({
  ...source,
  ask() {
    throw fault;
  },
});
const service = await openTestService({}, { testSources: createSandboxSources(systemClock).map(failing) });
const key = await service.createKey({ rate: null });

async function verify(thrown: Error) {
  fault = thrown;
  const { status, headers, body } = await post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key });
  const find = () => service.readLog().find((line) => line['request_id'] === body.request_id);
  await expect.poll(find, { timeout: 60_000 }).toBeDefined();
  return { status, code: body.code, retryAfter: headers.get('retry-after'), internal: String(find()?.['internal']) };
}

const toDriverError = (code: string) => new Database.SqliteError('words of the driver', code);
const toThreadError = (code: string) => Object.assign(new Error('words of the thread'), { code });

test.each([
  ...['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_BUSY_TIMEOUT'],
  ...['SQLITE_LOCKED', 'SQLITE_LOCKED_SHAREDCACHE', 'SQLITE_PROTOCOL'],
  ...['SQLITE_IOERR', 'SQLITE_IOERR_READ', 'SQLITE_IOERR_SHORT_READ', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_SHMMAP'],
  ...['SQLITE_FULL', 'SQLITE_READONLY_CANTINIT', 'SQLITE_CANTOPEN', 'SQLITE_PERM', 'SQLITE_NOLFS', 'SQLITE_NOMEM'],
  ...['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'ERR_STORE_BEHIND', 'ERR_STORE_THREAD'],
])('%s can be tried again, and the log has the code', async (code) => {
  const error = code.startsWith('SQLITE_') ? toDriverError(code) : toThreadError(code);
  expect(await verify(error)).toEqual({
    ...{ status: 503, code: 'overloaded', retryAfter: '2' },
    internal: `the store does not answer (${code})`,
  });
});

test.each(['SQLITE_ERROR', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_MISUSE', 'SQLITE_RANGE', 'SQLITE_TOOBIG'])(
  '%s is a mistake of ours',
  async (code) => {
    const internal = expect.stringContaining(code);
    expect(await verify(toDriverError(code))).toEqual({
      status: 500,
      code: 'internal_error',
      retryAfter: null,
      internal,
    });
  },
);
