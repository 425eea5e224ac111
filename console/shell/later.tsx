// A screen, or a part of one, that is fetched when it is first shown, so that the first screen does not carry it. One that cannot be
// fetched is asked for again when the service is back, or from the new version of the page.

import { effect, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { consoleState, isReachable } from '../api/client.ts';
import { partWords } from '../design/words.ts';
import { explainMissing, newVersion } from './new-version.ts';

interface Later<Props> {
  readonly View: ComponentType<Props>;
  /** Fetches it before it is shown. */
  prepare(): void;
}

const screens: (() => void)[] = [];

/** Where the screen is gone, the page goes over to the new code by itself: what other screens hold goes with it. */
export function laterScreen(load: () => Promise<ComponentType>): ComponentType {
  const { View, prepare } = later(load, { mayChange: true });
  screens.push(prepare);
  return View;
}

/**
 * Once somebody is signed in and the page has nothing else to do, all screens are fetched: what is in memory outlives a new version of
 * the service, so that a working day goes on in the page that it began in.
 */
export function fetchScreensInTime(): void {
  const stop = effect(() => {
    if (!consoleState.value?.operator) return;
    queueMicrotask(() => stop());
    whenIdle(() => {
      for (const prepare of screens) prepare();
    });
  });
}

export function whenIdle(work: () => void): void {
  const inTime = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 2_000));
  inTime(work);
}

/** Around a part of a screen there may be something that was typed or answered. That it is missing is told before it is shown, unless `isSpare`. */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isSpare = false } = {},
): Later<Props> {
  return later(load, { mayChange: false, isSpare });
}

function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenGone: { readonly mayChange: boolean; readonly isSpare?: boolean },
): Later<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  /** The operator loses nothing if a part fails to load that the operator never asked to see. */
  let isShown = !whenGone.mayChange && whenGone.isSpare !== true;
  const prepare = () => {
    if (loaded.peek() !== undefined) return;
    load().then(
      (view) => {
        loaded.value = view;
      },
      () => {
        if (isShown) void explainMissing(whenGone);
      },
    );
  };
  const View = (props: Props) => {
    const isThere = isReachable.value;
    const Loaded = loaded.value;
    useEffect(() => {
      isShown = true;
      if (isThere) prepare();
    }, [isThere]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (newVersion.value === 'none') return <p class="empty">{partWords().loading}</p>;
    // The notice above says what is the matter; a screen still has a heading for whoever reads by headings.
    return whenGone.mayChange ? <h1 class="hidden">Console</h1> : null;
  };
  return { View, prepare };
}
