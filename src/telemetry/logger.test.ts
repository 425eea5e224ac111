import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { createLogger, scrub } from './logger.ts';

const clock = createManualClock({ nowMs: Date.parse('2026-11-15T12:00:00.123Z') });

function logged(format: 'json' | 'text', level: 'info' | 'error' = 'info'): string {
  const path = join(createTemporaryFolder('log'), 'log');
  const descriptor = openSync(path, 'a');
  const logger = createLogger({ level, format, descriptor, clock });
  logger.write('info', 'request', {
    request_id: 'req_1',
    method: 'POST',
    route: '/v1/verify/cpf',
    status: 200,
    duration_ms: 1.5,
    code: null,
  });
  logger.flush();
  closeSync(descriptor);
  return readFileSync(path, 'utf8');
}

test('a line is one JSON object with time, level, event and fields', () => {
  const text = logged('json');
  expect(text.endsWith('\n')).toBe(true);
  expect(JSON.parse(text)).toEqual({
    level: 'info',
    time: '2026-11-15T12:00:00.123Z',
    event: 'request',
    request_id: 'req_1',
    method: 'POST',
    route: '/v1/verify/cpf',
    status: 200,
    duration_ms: 1.5,
    code: null,
  });
});

test('the line of a request is one JSON object with exactly its fields, whatever the internal sentence holds', () => {
  const path = join(createTemporaryFolder('log'), 'log');
  const descriptor = openSync(path, 'a');
  const logger = createLogger({ level: 'info', format: 'json', descriptor, clock });
  const fields = {
    request_id: 'req_1',
    method: 'POST',
    route: '/v1/verify/cpf',
    status: 503,
    duration_ms: 0.125,
    key_id: 'key_1',
    outcome: null,
    code: 'sources_unavailable',
    internal: 'a "quoted" sentence\nwith a line break and \u2028',
  };
  logger.writeRequest('error', fields);
  logger.writeRequest('info', { ...fields, route: null, key_id: null, code: null, internal: null });
  logger.flush();
  closeSync(descriptor);
  const common = { time: '2026-11-15T12:00:00.123Z', event: 'request' };
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'error', ...common, ...fields },
    { level: 'info', ...common, ...fields, route: null, key_id: null, code: null, internal: null },
  ]);
});

test('a line without fields, or with quotes and line breaks in one, is still one line of JSON', () => {
  const path = join(createTemporaryFolder('log'), 'log');
  const descriptor = openSync(path, 'a');
  const logger = createLogger({ level: 'info', format: 'json', descriptor, clock });
  logger.write('info', 'stopping');
  logger.write('error', 'crashed', { internal: 'at "x"\nat y' });
  logger.flush();
  closeSync(descriptor);
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', time: '2026-11-15T12:00:00.123Z', event: 'stopping' },
    { level: 'error', time: '2026-11-15T12:00:00.123Z', event: 'crashed', internal: 'at "x"\nat y' },
  ]);
});

test('on a terminal a line is readable', () => {
  expect(logged('text')).toBe('12:00:00 info request POST /v1/verify/cpf 200 1.5ms request_id=req_1\n');
});

test('lines below the level are not written', () => {
  expect(logged('json', 'error')).toBe('');
});

test.each([
  ['the CPF 123.456.789-09 failed', 'the CPF [cpf] failed'],
  ['"/v1/12345678909/x"', '"/v1/[cpf]/x"'],
  ['Bearer cfr_live_0123456789abcdefghij', 'Bearer cfr_live_[key]'],
  ['req_01a1dcf63410757e9af913719be7a279', 'req_01a1dcf63410757e9af913719be7a279'],
  ['12345678900 is no CPF', '12345678900 is no CPF'],
])('the second net turns %j into %j', (line, expected) => {
  expect(scrub(line)).toBe(expected);
});
