import { describe, expect, it } from 'vitest';
import { toListDataset } from '../../screening/snapshot/list-dataset.ts';
import { type ImportSession, importDraft, importNeededDraft, tryDraft } from './import-draft.ts';

interface Draft {
  readonly id: string;
}

/** A session that writes down what is asked of it. */
function open(given: Partial<ImportSession<Draft>> = {}) {
  const log: string[] = [];
  const stop = new AbortController();
  const session: ImportSession<Draft> = {
    dataset: toListDataset('ceis'),
    live: { id: 'old', dataAsOf: '2026-09-12', importedAt: '2026-09-13T10:00:00.000Z' },
    isHeld: false,
    survey: async () => '2026-10-10',
    async build() {
      log.push('build');
      return { id: 'new' };
    },
    judge: () => [],
    verify: async () => void log.push('verify'),
    publish: async () => void log.push('publish'),
    close: async (outcome) => void log.push(`close ${outcome.kind}${'reason' in outcome ? `: ${outcome.reason}` : ''}`),
    ...given,
  };
  return { log, stop, session, order: { overridden: [] as string[], signal: stop.signal } };
}

const cut = { name: 'cut', sentence: 'It is cut short.', portuguese: 'Está cortado.' };

describe('an import', () => {
  it('is read back before it goes live, and then noted', async () => {
    const { log, session, order } = open();
    expect(await importDraft(session, order)).toEqual({ id: 'new', overridden: [] });
    expect(log).toEqual(['build', 'verify', 'publish', 'close succeeded']);
  });

  it('of older data is refused before anything is built', async () => {
    const { log, session, order } = open({ survey: async () => '2026-08-08' });
    await expect(importDraft(session, order)).rejects.toThrow(/--force older_data/);
    expect(log).toEqual([expect.stringMatching(/^close failed: The file is of 2026-08-08/)]);
  });

  it('that something speaks against does not go live, unless all of it is overridden by name', async () => {
    const { log, session, order } = open({ judge: () => [cut], isHeld: true });
    await expect(importDraft(session, { ...order, overridden: ['rollback_hold'] })).rejects.toThrow(/--force cut/);
    expect(log).toEqual(['build', expect.stringMatching(/^close failed/)]);
    const { overridden } = await importDraft(session, { ...order, overridden: ['rollback_hold', 'cut'] });
    expect(overridden.map(({ name }) => name)).toEqual(['rollback_hold', 'cut']);
  });

  it('that is stopped while it is read back does not go live', async () => {
    const { log, stop, session, order } = open({ verify: async () => stop.abort() });
    await expect(importDraft(session, order)).rejects.toThrow();
    expect(log).toEqual(['build', 'close interrupted']);
  });

  it('notes nothing of a fault that nobody foresaw', async () => {
    const { log, session, order } = open({ verify: () => Promise.reject(new Error('a name of a file')) });
    await expect(importDraft(session, order)).rejects.toThrow();
    expect(log).toEqual(['build', 'close failed: An internal fault.']);
  });

  it('that is not needed switches nothing', async () => {
    const { log, session, order } = open();
    expect(await importNeededDraft(session, order, () => false)).toBeUndefined();
    expect(log).toEqual(['build', 'close unchanged']);
  });
});

describe('a dry run', () => {
  it('says what speaks against the draft and what is overridden, looks all the same, and switches nothing', async () => {
    const { log, session, order } = open({ judge: () => [cut], isHeld: true });
    const tried = await tryDraft(session, { ...order, overridden: ['cut'] }, async ({ id }) => `seen ${id}`);
    expect(tried).toMatchObject({ draft: { id: 'new' }, judgements: [{ name: 'rollback_hold' }], overridden: [cut] });
    expect(tried.effects).toBe('seen new');
    expect(log).toEqual(['build', 'close unchanged']);
  });
});
