// What a screen shows of something that goes on without it: looked at again and again while the page is seen and somebody is signed in.

import { useEffect, useState } from 'preact/hooks';
import { consoleState, isReachable } from '../api/client.ts';
import { useAttempt } from '../design/use-attempt.ts';

const lookMs = { busy: 1_000, idle: 10_000 };

interface Looks<Seen> {
  /** The value is undefined until the first answer. */
  readonly seen: Seen | undefined;
  /** `error` holds the reason why the last look or act failed. */
  readonly error: unknown;
  /** Tells whether an action that the operator asked for is in flight. */
  readonly isActing: boolean;
  /** Does something, after which the screen shows what that gave. */
  act(perform: () => Promise<Seen>): Promise<boolean>;
}

/** `isAtWork`: whether something is under way, so that the next look comes soon. */
export function useLooks<Seen>(ask: () => Promise<Seen>, isAtWork: (seen: Seen) => boolean): Looks<Seen> {
  const [seen, setSeen] = useState<Seen>();
  const { isBusy, error, attempt, setError } = useAttempt();
  const role = consoleState.value?.operator?.role;
  const isThere = isReachable.value;
  const everyMs = seen !== undefined && isAtWork(seen) ? lookMs.busy : lookMs.idle;

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
  return { seen, error, isActing: isBusy, act: (perform) => attempt(async () => setSeen(await perform())) };
}
