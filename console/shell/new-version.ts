// A page that was left open while the console was built anew. It learns so from the service, which knows the build of every page that
// asks, or from files that are gone. At a click it goes over to the new code without a reload. The old code hands on what was typed,
// chosen and answered in this page's memory, because anything that outlives a reload is on a disk.

import { type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import { isReachable, pageOwner } from '../api/client.ts';

/** `stuck`: the new code could not be had, and only a reload is left, which loses what the page holds. */
export const newVersion = signal<'none' | 'offered' | 'changing' | 'stuck'>('none');

/** This number identifies the form of the data that a page hands to the next version. The next version ignores data of another form. */
const keptForm = 1;

interface Kept {
  readonly form: number;
  /** `operator` names the owner of the data. */
  readonly operator: string | undefined;
  readonly of: Readonly<Record<string, unknown>>;
}

const memory = globalThis as { confereKept?: Kept };
const handedOn = memory.confereKept?.form === keptForm ? memory.confereKept : undefined;
export const formerOperator = handedOn?.operator;

const takers = new Map<string, () => unknown>();

/**
 * Registers a part of the state that survives a change of version. `take` collects it for the next version, and `give` receives it from the
 * previous one.
 */
export function keepOverVersions<Part>(name: string, take: () => Part, give: (part: Part) => void): void {
  takers.set(name, take);
  const part = handedOn?.of[name];
  if (part !== undefined) give(part as Part);
}

/** The same for signals, each by its name. */
export function keepSignals(name: string, signals: Readonly<Record<string, Signal>>): void {
  keepOverVersions(
    name,
    () => Object.fromEntries(Object.entries(signals).map(([key, { value }]) => [key, value])),
    (kept) => {
      for (const key in signals) (signals[key] as Signal).value = kept[key];
    },
  );
}

/** Once somebody has said "later", only what is missing is a reason to ask again. */
let isPutOff = false;

export function offerNewVersion(): void {
  if (newVersion.value === 'none' && !isPutOff) newVersion.value = 'offered';
}

export function putOffNewVersion(): void {
  isPutOff = true;
  newVersion.value = 'none';
}

/** Explains why the page could not fetch a file. `mayChange` says that the screen itself would lose nothing by loading new code. */
export async function explainMissing({ mayChange }: { readonly mayChange: boolean }): Promise<void> {
  const build = await findBuild().catch(() => undefined);
  if (build === undefined || build === getOwnBuild()) isReachable.value = false;
  else if (mayChange) await changeOver();
  else newVersion.value = 'offered';
}

export async function changeOver(): Promise<void> {
  newVersion.value = 'changing';
  try {
    const build = await findBuild();
    if (build === undefined) throw new Error('the service is away');
    const script = `/console/assets/page-${build}.js`;
    const [found] = await Promise.all([fetch(script), addStyles(`/console/assets/page-${build}.css`)]);
    if (!found.ok) throw new Error('the new code is not there');
    leave(build);
    await import(/* @vite-ignore */ script);
  } catch {
    newVersion.value = 'stuck';
  }
}

const buildMark = 'confere-build';
const getMark = () => document.querySelector<HTMLMetaElement>(`meta[name="${buildMark}"]`);

export function getOwnBuild(): string {
  return getMark()?.content ?? '';
}

/** Returns the build of the page that the service serves now. Pages that a proxy serves carry no build. */
async function findBuild(): Promise<string | undefined> {
  const response = await fetch('/console', { credentials: 'same-origin', cache: 'no-store' });
  const page = await response.text();
  return new RegExp(`<meta name="${buildMark}" content="([\\w-]+)"`).exec(page)?.[1];
}

function addStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = () => resolve();
    link.onerror = reject;
    document.head.prepend(link);
  });
}

/** Takes this version's screens out of the page, and leaves what they held where the next one looks. */
function leave(build: string): void {
  const of = Object.fromEntries([...takers].map(([name, take]) => [name, take()]));
  memory.confereKept = { form: keptForm, operator: pageOwner.value?.name, of };
  dispatchEvent(new Event('confere-leaving'));
  const place = document.getElementById('console') as HTMLElement;
  render(null, place);
  const empty = document.createElement('div');
  empty.id = place.id;
  place.replaceWith(empty);
  for (const style of document.querySelectorAll('style')) style.remove();
  getMark()?.setAttribute('content', build);
}
