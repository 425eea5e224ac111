// A page that was left open while the console was built anew asks for files that are gone. The page that the service gives out now tells
// this from a service that is away: its script names every file of its build.

import { signal } from '@preact/signals';
import { isReachable } from '../api/client.ts';

/** Whether the service has another version of this page, and whether the page is on its way to it or leaves that to the reader. */
export const newVersion = signal<'none' | 'reloading' | 'offered'>('none');

/** Stays with the address over a reload, and nowhere else. */
const reloadMark = 'reloaded for a new version';

const holders: (() => boolean)[] = [];

/** `holds` says whether a reload would lose something that was typed, chosen or answered: then nobody but the reader reloads. */
export function keepOverVersions(holds: () => boolean): void {
  holders.push(holds);
}

/** For what could not be fetched. `mayReload` where the screen itself would lose nothing by it. */
export async function explainMissing({ mayReload }: { readonly mayReload: boolean }): Promise<void> {
  if (!(await isReplaced().catch(() => false))) isReachable.value = false;
  else if (mayReload && history.state !== reloadMark && !holders.some((holds) => holds())) {
    newVersion.value = 'reloading';
    history.replaceState(reloadMark, '');
    location.reload();
  } else newVersion.value = 'offered';
}

/** What was missing is there: the next time that something is, the page may reload again. */
export function forgetReload(): void {
  if (history.state === reloadMark) history.replaceState(null, '');
}

async function isReplaced(): Promise<boolean> {
  const response = await fetch('/console', { credentials: 'same-origin', cache: 'no-store' });
  const page = await response.text();
  const script = document.querySelector('script[type="module"]')?.textContent ?? '';
  // A proxy has pages of its own.
  return response.ok && page.includes('<div id="console">') && !page.includes(script);
}
