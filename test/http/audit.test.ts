// The audit through the whole service: what a verification leaves behind, and what happens when it cannot.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyAudit } from '../../src/app/audit/verify-audit.ts';
import type { OperatorAudit } from '../../src/compose/commands/audit/operator-audit.ts';
import { loadConfig } from '../../src/config.ts';
import type { Scope } from '../../src/domain/access/scopes.ts';
import { toAuditPath } from '../../src/stores/audit/audit-database.sqlite.ts';
import { createQuery } from '../support/parties/implied.ts';
import { parties } from '../support/parties/simulated-sources.ts';
import { type LiveStack, startLiveStack } from '../support/service/live-stack.ts';
import { get, post } from '../support/service/service.ts';
import { openTestAudit } from '../support/stores/operator-audit.ts';

async function openAudit(directory: string): Promise<OperatorAudit> {
  const env = { CONFERE_DATA_DIR: './data', CONFERE_SECRETS_DIR: './secrets' };
  const config = loadConfig({ cwd: directory, env });
  return openTestAudit(config);
}

describe('a CPF verification with a live key', () => {
  let stack: LiveStack;
  beforeAll(async () => {
    stack = await startLiveStack();
  });
  afterAll(() => stack.close());

  it('has left its record when its answer arrives, and the record makes the same decision again', async () => {
    const query = createQuery(1);
    const { body } = await stack.verify(query);
    const { read } = await openAudit(stack.service.directory);
    const [item] = await read.show(body.request_id);
    expect(item?.content).toMatchObject({
      kind: 'cpf',
      status: body.status,
      score: body.score,
      riskLevel: body.risk_level,
    });
    expect(item?.replay.kind).toBe('same');
    const { things } = await read.list({ subjects: read.toSubjects(query.cpf) }, { order: 'newest', limit: 10 });
    expect(things).toHaveLength(1);
  });

  it('carries its purpose, and is refused with one that is not configured', async () => {
    const url = `${stack.service.address}/v1/verify/cpf`;
    const headers = (purpose: string) => ({ key: stack.key, headers: { 'confere-purpose': purpose } });
    const refused = await post(url, { cpf: createQuery(2).cpf }, headers('curiosity'));
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_purpose' } });
    const { body } = await post(url, { cpf: createQuery(2).cpf }, headers('credit'));
    const { read } = await openAudit(stack.service.directory);
    expect((await read.show(body.request_id))[0]?.content?.purpose).toBe('credit');
  });

  it('carries the purpose of its key where it names none', async () => {
    const url = `${stack.service.address}/v1/verify/cpf`;
    const { cpf } = createQuery(3);
    const { read } = await openAudit(stack.service.directory);
    const verifyWith = async (purpose: string, headers: Record<string, string> = {}) => {
      const key = await stack.service.createKey({ mode: 'live', purpose });
      const { body } = await post(url, { cpf }, { key, headers });
      return (await read.show(body.request_id))[0]?.content?.purpose;
    };
    expect(await verifyWith('onboarding')).toBe('onboarding');
    expect(await verifyWith('onboarding', { 'confere-purpose': 'credit' })).toBe('credit');
    // The operator has taken the word off the list since.
    expect(await verifyWith('curiosity')).toBeNull();
  });

  it('is recorded also when the sources gave no result: they were asked', async () => {
    const query = createQuery(7);
    for (const party of Object.values(parties)) await stack.simulator.set(party, { fault: { kind: 'refused' } });
    const { body } = await stack.verify(query);
    await stack.simulator.reset();
    expect(body.code).toBe('sources_unavailable');
    const { read } = await openAudit(stack.service.directory);
    const { things } = await read.list({ subjects: read.toSubjects(query.cpf) }, { order: 'newest', limit: 1 });
    const [item] = things;
    expect(item?.content).toMatchObject({ status: 'sources_unavailable', score: null, requestId: body.request_id });
  });

  it('stands in one chain with all others, which can be proven', async () => {
    const { trail, check } = await openAudit(stack.service.directory);
    expect(await verifyAudit({ trail, check })).toMatchObject({ kind: 'intact', chains: 1 });
  });

  it('is refused before any source is asked while the audit cannot be written, and answered again afterwards', async () => {
    await stack.verify(createQuery(3));
    const other = new Database(toAuditPath(join(stack.service.directory, 'data')));
    other.exec('BEGIN IMMEDIATE');
    const first = await stack.verify(createQuery(4));
    expect(first).toMatchObject({ status: 503, body: { code: 'audit_unavailable' } });
    expect(first.headers.get('retry-after')).toBe('5');
    expect((await stack.verify(createQuery(5))).body.code).toBe('audit_unavailable');
    const admin = await stack.service.listenForOperators();
    expect((await get(`${admin}/status`, {})).body.audit).toMatchObject({
      writable: false,
      problem: expect.stringMatching(/^(SQLITE_BUSY|AUDIT_SLOW): The audit cannot be written, so CPF verifications/),
    });
    const isReadyFor = async (what: string) => {
      const { status, body } = await get(`${stack.service.address}/readyz?for=${what}`);
      return body.code ?? status;
    };
    expect((await get(`${stack.service.address}/readyz`)).status).toBe(200);
    expect([await isReadyFor('cpf'), await isReadyFor('screen')]).toEqual(['audit_unavailable', 'audit_unavailable']);
    expect([await isReadyFor('company'), await isReadyFor('people')]).toEqual([
      'registry_unavailable',
      'invalid_query',
    ]);
    expect((await get(`${admin}/readyz?for=cpf`)).status).toBe(503);
    expect((await get(`${admin}/status`)).body).toMatchObject({
      ready: true,
      ready_for: { cpf: false, screen: false },
    });
    other.exec('COMMIT');
    other.close();
    await vi.waitFor(async () => expect((await stack.verify(createQuery(6))).status).toBe(200), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await isReadyFor('cpf')).toBe(200);
    expect(stack.service.readLog().map(({ event }) => event)).toEqual(
      expect.arrayContaining(['audit_failed', 'audit_recovered']),
    );
  });

  it('is read again by the key that asked, word for word, until the person is erased; to others there is none', async () => {
    const { address } = stack.service;
    const scopes: Scope[] = ['verify:cpf', 'read:verification'];
    const key = await stack.service.createKey({ mode: 'live', scopes });
    const query = createQuery(8);
    const { body } = await post(`${address}/v1/verify/cpf`, { cpf: query.cpf }, { key });
    const url = `${address}/v1/verifications/${body.request_id}`;
    expect(await get(url, { key })).toMatchObject({ status: 200, body });

    const others = await stack.service.createKey({ mode: 'live', scopes });
    const unknown = `${address}/v1/verifications/req_${'0'.repeat(32)}`;
    const missing = await Promise.all([
      get(url, { key: others }),
      get(url, { key: await stack.service.createKey({ mode: 'test', scopes }) }),
      get(unknown, { key }),
      get(`${address}/v1/verifications/${query.cpf}`, { key }),
    ]);
    for (const { status, body: refused } of missing) {
      expect([status, { ...refused, request_id: '' }]).toEqual([404, { ...missing[0]?.body, request_id: '' }]);
      expect(refused.code).toBe('verification_not_found');
    }
    expect((await get(url, { key: stack.key })).body.code).toBe('insufficient_scope');

    const { read, trail } = await openAudit(stack.service.directory);
    const acts = (await read.list({ kind: 'act' }, { order: 'newest', limit: 100 })).things.map(
      ({ content }) => content,
    );
    const keyId = (await read.show(body.request_id)).find(({ content }) => content?.kind === 'cpf')?.content?.keyId;
    expect(acts).toContainEqual(
      expect.objectContaining({ act: 'verification_read', actor: keyId, target: body.request_id }),
    );
    expect(JSON.stringify(acts)).not.toContain(query.cpf);
    // Without the act that would cover it: the chain is not whole after this.
    await trail.forget((await read.show(body.request_id)).filter(({ content }) => content?.kind === 'cpf'));
    expect((await get(url, { key })).body.code).toBe('verification_not_found');
  });
});
