// The long life of a service that never restarts: whatever is kept goes when its time is over, and a calendar that is wrong for a minute
// takes nothing away.

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openStores, type Stores } from '../../src/compose/parts/stores.ts';
import { type Config, loadConfig } from '../../src/config.ts';
import type { KeyId } from '../../src/domain/access/api-key.ts';
import { contractSourceNames } from '../../src/domain/person/contract-sources.ts';
import { createSandboxSources } from '../../src/sources/sandbox.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createOutputDirectory } from '../support/output.ts';
import { byName } from '../support/parties/contract-parties.ts';
import { get, post, readAnswer, startTestService, type TestService } from '../support/service/service.ts';
import { describeOnPostgres } from '../support/stores/on-postgres.ts';
import { openTestAudit } from '../support/stores/operator-audit.ts';
import { startPostgres, type TestPostgres } from '../support/stores/postgres.ts';

const dayMs = 86_400_000;
/** Of everything that is kept here. */
const keptDays = 10;
const settings = {
  CONFERE_AUDIT_EVIDENCE_DAYS: String(keptDays),
  CONFERE_AUDIT_RECORD_DAYS: String(keptDays),
  CONFERE_BATCHES_KEPT_HOURS: String(keptDays * 24),
  CONFERE_EVENTS_KEPT_DAYS: String(keptDays),
  CONFERE_WEBHOOKS_KEPT_DAYS: String(keptDays),
  CONFERE_IDEMPOTENCY_HOURS: '24',
};
const keyId = 'key_1' as KeyId;
const sealed = new Uint8Array([1]);
const sandbox = byName(createSandboxSources(systemClock));
const liveSources = contractSourceNames.map((name) => sandbox[name]);

interface OpenedStore {
  /** The address of a database that nodes share. */
  readonly store?: string;
  /** From now on its database refuses to delete any event, or no longer. */
  refuseDeletes(isRefused: boolean, directory: string): Promise<void>;
}

function describeLongLife(name: string, openStore: () => Promise<OpenedStore>): void {
  describe(`what is kept in ${name}`, () => {
    const clock = createManualClock({ nowMs: systemClock.nowMs() });
    let opened: OpenedStore;
    let service: TestService;
    let admin: string;
    let config: Config;
    let stores: Stores;
    let key: string;
    let batchId: string;

    beforeAll(async () => {
      opened = await openStore();
      const secrets = join(createOutputDirectory('secrets'), 'secrets');
      const env = {
        ...settings,
        CONFERE_SECRETS_DIR: secrets,
        ...(opened.store !== undefined && { CONFERE_STORE: opened.store }),
      };
      service = await startTestService(env, { clock, liveSources });
      admin = await service.listenForOperators();
      config = loadConfig({ cwd: service.directory, env: { ...env, CONFERE_DATA_DIR: './data' } });
      stores = await openStores(config, clock);
      key = await service.createKey({
        mode: 'live',
        rate: null,
        scopes: ['verify:cpf', 'verify:cnpj', 'verify:batch'],
      });
    });
    afterAll(async () => {
      await stores?.close();
      await service?.close();
    });

    const verify = () =>
      post(`${service.address}/v1/verify/cpf`, { cpf: '40442820135' }, { key, headers: { 'idempotency-key': 'once' } });

    /** Until every job of the service has looked at this time, but the one that is made to fail. */
    async function letJobsLook(failing?: string): Promise<void> {
      clock.advance(1_000);
      const at = clock.nowMs();
      const late = async () => {
        const { jobs } = (await get(`${admin}/status`)).body as { jobs: Record<string, string> };
        return Object.keys(jobs).filter((job) => job !== failing && Date.parse(jobs[job] ?? '') !== at);
      };
      await expect.poll(late, { timeout: 30_000 }).toEqual([]);
    }
    async function pass(days: number, failing?: string): Promise<void> {
      clock.advance(days * dayMs);
      await letJobsLook(failing);
      // A look may have begun before.
      await letJobsLook(failing);
    }

    async function keepEvent(id: string): Promise<void> {
      const nowMs = clock.nowMs();
      const event = { id, keyId, endpointId: 'wh_1', event: 'webhook.test', sealedBody: sealed } as const;
      // Not due before it is told to have been given up.
      await stores.webhooks.enqueue({ ...event, createdAtMs: nowMs + dayMs / 2 });
      const dead = { state: 'dead', attempts: 1, dueAtMs: nowMs, lastOutcome: '500', settledAtMs: nowMs } as const;
      await stores.webhooks.recordAttempt(id, dead);
    }

    async function keepOfEach(): Promise<void> {
      const nowMs = clock.nowMs();
      const untilMs = nowMs + keptDays * dayMs;
      expect((await verify()).status).toBe(200);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
      const sent = { method: 'POST', headers, body: '{"cpf":"40442820135"}\n' };
      const begun = await readAnswer(await fetch(`${service.address}/v1/batches`, sent));
      expect(begun.body).toMatchObject({ id: expect.any(String) });
      batchId = begun.body.id;
      await expect.poll(async () => (await stores.batches.find(batchId))?.state, { timeout: 30_000 }).toBe('completed');
      const watch = {
        id: 'wat_1',
        keyId,
        mode: 'test',
        kind: 'person',
        webhookId: null,
        snapshot: null,
        lists: null,
      } as const;
      await stores.watches.begin(
        { ...watch, purpose: 'kyc', legalBasis: null, untilMs, repeatId: null, createdAtMs: nowMs },
        9,
      );
      await stores.watches.appendList(watch.id, { part: 0, sealed });
      await stores.watches.start(watch.id, 1, 'print');
      await stores.webhooks.insertEndpoint({ id: 'wh_1', keyId, sealed, createdAtMs: nowMs });
      await keepEvent('msg_1');
      const answer = { name: 'a', subject: 'ana', sealed, boughtAtMs: nowMs, expiresAtMs: untilMs };
      await stores.boughtAnswers.keep(answer);
    }

    /** What is there, whoever may still see it. */
    async function listKept(): Promise<string[]> {
      const audit = await openTestAudit(config);
      const records = await audit.trail.find({ withoutActs: true }, { order: 'newest', limit: 100 });
      const is = {
        record: records.some(({ content }) => content !== null),
        evidence: records.some(({ hasDetails }) => hasDetails),
        batch: (await stores.batches.find(batchId)) !== undefined,
        watch: (await stores.watches.find('wat_1')) !== undefined,
        event: (await stores.events.list(keyId, { after: 0, sinceMs: 0 }, 9)).some(({ id }) => id === 'msg_1'),
        delivery: (await stores.webhooks.find('msg_1')) !== undefined,
        'kept answer': (await stores.boughtAnswers.find(['a'], 0)) !== undefined,
        'idempotent call': (await stores.calls.listAnswered('', 1)).length > 0,
      };
      return Object.entries(is).flatMap(([kind, isKept]) => (isKept ? [kind] : []));
    }
    const all = ['record', 'evidence', 'batch', 'watch', 'event', 'delivery', 'kept answer', 'idempotent call'];
    /** The shared audit goes month by month, by a command of its owner. */
    const isShared = name !== 'SQLite';
    const ofAudit = isShared ? ['record', 'evidence'] : [];

    test('outlives a minute of a calendar that is 400 days ahead', async () => {
      await keepOfEach();
      expect(await listKept()).toEqual(all);
      clock.jumpCalendar(400 * dayMs);
      for (let seconds = 0; seconds < 60; seconds += 20) {
        clock.advance(20_000);
        await letJobsLook();
        expect(await listKept()).toEqual(all);
      }
      clock.jumpCalendar(-400 * dayMs);
      await letJobsLook();
      expect(await listKept()).toEqual(all);
    });

    /** Of each kind that was found to be late: by how many days its oldest is. */
    async function readLate(): Promise<Record<string, number>> {
      const { retention_due: due } = (await get(`${admin}/status`)).body as { retention_due: Record<string, string> };
      const lateDays = (day: string) => Math.floor((clock.nowMs() - Date.parse(day)) / dayMs);
      return Object.fromEntries(
        Object.entries(due).flatMap(([kind, day]) => (lateDays(day) >= 1 ? [[kind, lateDays(day)]] : [])),
      );
    }

    test('goes within a day of its time, and not before, for as long as the service runs', async () => {
      await pass(keptDays - 1);
      expect(await listKept()).toEqual(all.filter((kind) => kind !== 'idempotent call'));
      await pass(2);
      expect(await listKept()).toEqual(ofAudit);
      // Long after the last record, and after the start.
      await pass(50);
      expect((await verify()).status).toBe(200);
      expect(await listKept()).toEqual(['record', 'evidence', 'idempotent call']);
      await pass(keptDays + 1);
      expect(await listKept()).toEqual(ofAudit);
      for (let season = 0; season < 3; season++) {
        expect((await verify()).status).toBe(200);
        await pass(80);
        expect(await listKept()).toEqual(ofAudit);
      }
    });

    test('is told within a day where deleting has stopped, and no longer once it goes on', async () => {
      const isOfAudit = (kind: string) => isShared && (kind === 'record' || kind === 'evidence');
      const listLate = async () => Object.entries(await readLate()).filter(([kind]) => !isOfAudit(kind));
      await keepEvent('msg_2');
      await opened.refuseDeletes(true, service.directory);
      await pass(keptDays + 2, 'event purge');
      // The last look may have come before the other purges.
      await pass(0.1, 'event purge');
      expect(await listLate()).toEqual([['event', 1]]);
      const text = await (await fetch(`${admin}/metrics`)).text();
      const at = /confere_retention_due_seconds\{kind="event"\} (\d+)/.exec(text)?.[1];
      expect(Math.floor(clock.nowMs() / 1000 - Number(at)) / 86_400).toBeGreaterThan(1);
      await opened.refuseDeletes(false, service.directory);
      await pass(1);
      await pass(0.1);
      expect(await listLate()).toEqual([]);
    });
  });
}

describeLongLife('SQLite', async () => ({
  async refuseDeletes(isRefused, directory) {
    const database = new Database(join(directory, 'data/confere.db'), { timeout: 10_000 });
    database.exec(
      isRefused
        ? "CREATE TRIGGER refuse BEFORE DELETE ON events BEGIN SELECT raise(ABORT, 'refused'); END"
        : 'DROP TRIGGER refuse',
    );
    database.close();
  },
}));

describeOnPostgres('the long life of a service with a shared database', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.close());
  describeLongLife('PostgreSQL', async () => {
    const database = await server.createDatabase();
    return {
      store: database.service,
      refuseDeletes: async (isRefused) => {
        await database.query(
          isRefused
            ? `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
               CREATE TRIGGER refuse BEFORE DELETE ON confere.events EXECUTE FUNCTION refuse()`
            : 'DROP TRIGGER refuse ON confere.events',
        );
      },
    };
  });
});
