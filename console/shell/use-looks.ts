// What a screen shows of something that goes on without it: looked at again and again while the page is seen and somebody is signed in.

import { type Dispatch, type StateUpdater, useEffect, useState } from 'preact/hooks';
import { consoleState, isReachable } from '../api/client.ts';

const lookMs = { busy: 1_000, idle: 10_000 };

interface Looks<Seen> {
  /** Undefined until the first answer. */
  readonly seen: Seen | undefined;
  /** Why the last look failed. */
  readonly error: unknown;
  readonly setSeen: Dispatch<StateUpdater<Seen | undefined>>;
  readonly setError: Dispatch<StateUpdater<unknown>>;
}

/** `isBusy`: whether something is under way, so that the next look comes soon. */
export function useLooks<Seen>(ask: () => Promise<Seen>, isBusy: (seen: Seen) => boolean): Looks<Seen> {
  const [seen, setSeen] = useState<Seen>();
  const [error, setError] = useState<unknown>();
  const role = consoleState.value?.operator?.role;
  const isThere = isReachable.value;
  const everyMs = seen !== undefined && isBusy(seen) ? lookMs.busy : lookMs.idle;

  useEffect(() => {
    if (!isThere || role === undefined) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const found = await ask();
          if (isOver) return;
          setSeen(found);
          setError(undefined);
        } catch (thrown) {
          if (!isOver) setError(thrown);
        }
      }
      if (!isOver) timer = setTimeout(look, everyMs);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [everyMs, isThere, role]);
  return { seen, error, setSeen, setError };
}
