import { afterEach, expect, test, vi } from 'vitest';
import { createRunCounts } from '../../app/bulk/run/run-counts.ts';
import { createVerifyView } from './progress.ts';

const { isTTY, columns } = process.stderr;

afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(process.stderr, { isTTY, columns });
});

/** The last line that a terminal of that width shows of a run. */
function shownAt(width: number, trouble: string | undefined): string {
  Object.assign(process.stderr, { isTTY: true, columns: width });
  let written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    written += String(chunk);
    return true;
  });
  const view = createVerifyView(false);
  const counts = { ...createRunCounts(), rows: 123_456 };
  view.show({ counts, share: 0.25, trouble });
  view.stop();
  return written.split('\r\x1b[K').at(-1)?.trimEnd() ?? '';
}

test('the trouble stands first and whole in 80 columns', () => {
  const trouble = 'http://confere.internal:8080 does not answer (ECONNRESET).';
  expect(shownAt(80, trouble)).toMatch(/^==-{6} 25 % waiting: http:\/\/confere\.internal:8080 does not answer/);
  expect(shownAt(80, 'The quota is used up.')).toContain('waiting: The quota is used up. | 123,456 rows');
});

test('the bar gives way to the words, and has its whole width where there is room', () => {
  expect(/^[=-]+/.exec(shownAt(200, undefined))?.[0]).toHaveLength(40);
  expect(/^[=-]+/.exec(shownAt(40, undefined))?.[0].length).toBeLessThan(40);
  expect(shownAt(40, undefined).length).toBeLessThan(40);
});
