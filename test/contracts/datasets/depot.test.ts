import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { openDepot, openWritableDepot, parseDepot } from '../../../src/datasets/depots/open-depot.ts';
import { credentials, startObjectServer } from '../../support/registry/object-server.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { describeSharedPlace } from './depot.contract.ts';

const { signal } = new AbortController();
const tools = {
  clock: systemClock,
  connections: 2,
  attemptsMax: 3,
  random: () => 0,
  sleep: async () => {},
  onRetry: () => {},
};
const toSettings = (address: string, endpoint: string, more: Record<string, string> = {}) => {
  const variables: Record<string, string> = { ...credentials, AWS_ENDPOINT_URL: endpoint, ...more };
  return parseDepot(address, (name) => variables[name]);
};

describeSharedPlace('Folder', async () =>
  openWritableDepot({ kind: 'folder', folder: createTemporaryFolder('depot') }, tools),
);

describeSharedPlace('S3', async () => {
  const { url } = await startObjectServer();
  return openWritableDepot(toSettings('s3://bucket/a/prefix', url), tools);
});

test('S3: what is refused says why, and credentials are never part of it', async () => {
  const { url, log } = await startObjectServer();
  const wrong = openWritableDepot(toSettings('s3://bucket', url, { AWS_SECRET_ACCESS_KEY: 'canary' }), tools);
  const refused = await wrong.write('latest.json', Buffer.from('x'), signal).catch((error: Error) => error.message);
  expect(refused).toMatch(/answered 403 for latest.json: check the credentials .*\(SignatureDoesNotMatch\)$/);
  expect(refused).not.toContain('canary');
  // It does not get better by asking again.
  expect(log).toHaveLength(1);
  await wrong.close();
});

test('S3: a server that is busy or breaks off is asked again, a bounded number of times', async () => {
  const server = await startObjectServer();
  const depot = openWritableDepot(toSettings('s3://bucket/p', server.url), tools);
  let turn = 0;
  server.mischief = () => (['busy', 'cut', undefined] as const)[turn++ % 3];
  await depot.write('latest.json', Buffer.from('x'), signal);
  expect(server.objects.has('/bucket/p/latest.json')).toBe(true);
  server.mischief = () => 'cut';
  await expect(depot.write('latest.json', Buffer.from('y'), signal)).rejects.toThrow('the connection was lost');
  expect(String(server.objects.get('/bucket/p/latest.json'))).toBe('x');
  await depot.close();
});

test('HTTP: reads what a web server publishes, tells what is missing from what is forbidden, and cannot be written to', async () => {
  const server = await startObjectServer({ isSigned: false });
  server.objects.set('/registry/latest.json', Buffer.from('there'));
  const settings = parseDepot(`${server.url}/registry`, () => undefined);
  const depot = openDepot(settings, tools);
  expect(String(await depot.read('latest.json', 100, signal))).toBe('there');
  expect(await depot.read('other.json', 100, signal)).toBeUndefined();
  server.mischief = () => 'half';
  await expect(depot.read('latest.json', 100, signal)).rejects.toThrow('the connection was lost');
  expect(() => openWritableDepot(settings, tools)).toThrow('publish into the folder that it serves');
  await depot.close();
});

test.each([
  ['ftp://user:canary@host/x', /^ftp:\/\/…: known are a folder/],
  ['https://host/x?y', /without \? or #/],
  ['s3://Bucket_/x', /must be s3:\/\/BUCKET/],
  ['s3://bucket/../x', /must be s3:\/\/BUCKET/],
])('an address that is none is refused in a sentence: %s', (address, sentence) => {
  expect(() => toSettings(address, 'http://127.0.0.1:1')).toThrow(sentence);
  expect(() => toSettings(address, 'http://127.0.0.1:1')).not.toThrow('canary');
});

test('S3 without credentials says which variables it needs', () => {
  expect(() => parseDepot('s3://bucket/x', () => undefined)).toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
});
