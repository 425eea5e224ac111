// A screen, or a part of one, that is fetched when it is first shown, so that the first screen does not carry it. One that cannot be
// fetched is asked for again when the service is back.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { isReachable } from '../api/client.ts';
import { shellWords } from './words.ts';

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  return function Later(props: Props) {
    const isThere = isReachable.value;
    const View = loaded.value;
    useEffect(() => {
      if (!isThere || loaded.peek() !== undefined) return;
      load().then(
        (view) => {
          loaded.value = view;
        },
        () => {
          isReachable.value = false;
        },
      );
    }, [isThere]);
    return View === undefined ? <p class="empty">{shellWords().loading}</p> : <View {...props} />;
  };
}
