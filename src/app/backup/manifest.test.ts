import { expect, test } from 'vitest';
import { encodeManifest, parseManifest } from './manifest.ts';

const file = { path: 'registry/snapshots/20261108-a/blocks.bin', bytes: 3, sha256: 'a'.repeat(64) };
const about = { confere: '1.0.0', made_at: '2026-11-15T12:00:00.000Z', registry_data_as_of: null };
const manifest = { ...about, lists: ['own-x'], files: [file] };

test('what is written is read again', () => {
  expect(parseManifest(encodeManifest(manifest))).toMatchObject(manifest);
});

test.each([
  '../confere.db',
  'lists/../x',
  '/etc/passwd',
  'registry/../../x',
  'registry/.hidden/x',
  'registry//x',
  'instances/x',
  'registry/',
  'confere.db\n',
])('a path that leads elsewhere, such as %j, is refused', (path) => {
  expect(() => parseManifest(encodeManifest({ ...manifest, files: [{ ...file, path }] }))).toThrow('damaged');
});

test.each([['not JSON'], ['null'], ['{}'], ['{"format":"confere-registry","files":[]}']])(
  '%s is not a backup',
  (text) => {
    expect(() => parseManifest(text)).toThrow('is not that of a backup');
  },
);

test('a newer form, a missing hash and a size that is no number are refused', () => {
  const text = encodeManifest(manifest);
  expect(() => parseManifest(text.replace('"format_version": 1', '"format_version": 3'))).toThrow('another version');
  expect(() => parseManifest(text.replace(file.sha256, 'abc'))).toThrow('damaged');
  expect(() => parseManifest(text.replace('"bytes": 3', '"bytes": "3"'))).toThrow('damaged');
});
