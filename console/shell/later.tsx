// A screen, or a part of one, that is fetched when it is first shown, so that the first screen does not carry it. One that cannot be
// fetched is asked for again when the service is back, or from the new version of the page.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { isReachable } from '../api/client.ts';
import { explainMissing, forgetReload, newVersion } from './new-version.ts';
import { shellWords } from './words.ts';

interface Later<Props> {
  readonly View: ComponentType<Props>;
  /** Fetches it before it is shown. */
  prepare(): void;
}

/** Whoever goes to another screen has left what they were at: where that screen is gone, the page reloads by itself. */
export function laterScreen(load: () => Promise<ComponentType>): ComponentType {
  return later(load, { mayReload: true }).View;
}

/** Around a part of a screen there may be something that was typed or answered. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  return later(load, { mayReload: false });
}

function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whenGone: { readonly mayReload: boolean },
): Later<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  const prepare = () => {
    if (loaded.peek() !== undefined) return;
    load().then(
      (view) => {
        loaded.value = view;
        forgetReload();
      },
      () => explainMissing(whenGone),
    );
  };
  const View = (props: Props) => {
    const isThere = isReachable.value;
    const Loaded = loaded.value;
    useEffect(() => {
      if (isThere) prepare();
    }, [isThere]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (newVersion.value === 'none') return <p class="empty">{shellWords().loading}</p>;
    // The notice above says what is the matter; a screen still has a heading for whoever reads by headings.
    return whenGone.mayReload ? <h1 class="hidden">Console</h1> : null;
  };
  return { View, prepare };
}
