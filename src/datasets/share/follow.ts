// Looks at a depot from time to time and takes what is newer, in a thread of its own, so that no answer waits for it. Nodes
// that were started together do not look together: every pause is drawn anew.

import type { Clock } from '../../app/clock.ts';
import type { NeededSnapshots } from '../../app/watches/ports.ts';
import type { DepotSettings } from '../depots/open-depot.ts';
import { startThreadConversation, type ThreadConversation } from '../thread-conversation.ts';

/** The result of one look. */
export type SourceLook =
  | { readonly kind: 'pulled'; readonly id: string; readonly dataAsOf: string }
  | { readonly kind: 'up_to_date' | 'older' | 'held' | 'nothing_published' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface FollowOrder {
  readonly directory: string;
  /** The store keeps these snapshots besides the live and the previous one. */
  readonly needed: NeededSnapshots;
  readonly depot: DepotSettings;
  /** The file with the keys of those who may publish, read anew for each look; null where no signature is asked for. */
  readonly publisherKey: string | null;
}

export interface FollowOptions extends Omit<FollowOrder, 'needed'> {
  /** The file of the thread, which knows its dataset and calls `lookOnce`. */
  readonly thread: URL;
  /** The follower calls this function before each look. */
  readonly findNeeded: () => Promise<NeededSnapshots>;
  readonly everyMs: number;
  /** Tells whether there is no data to answer from. The follower then looks at once, and again soon. */
  readonly isEmpty: () => boolean;
  readonly clock: Clock;
  /** 0 <= result < 1 */
  readonly random: () => number;
  readonly onLook: (look: SourceLook) => void;
}

export interface SourceFollower {
  /** The last look; undefined before the first. */
  last(): { readonly atMs: number; readonly look: SourceLook } | undefined;
  stop(): Promise<void>;
}

/** While there is nothing to answer from, a node is of no use. */
const emptyEveryMs = 20_000;
const firstWithinMs = 30_000;
const emptyFirstWithinMs = 1_000;

export function followSource(options: FollowOptions): SourceFollower {
  const { everyMs, isEmpty, clock, random, onLook } = options;
  let last: ReturnType<SourceFollower['last']>;
  let conversation: ThreadConversation<SourceLook> | undefined;
  let isStopped = false;
  let timer = schedule((isEmpty() ? emptyFirstWithinMs : Math.min(everyMs, firstWithinMs)) * random());

  function schedule(ms: number): NodeJS.Timeout {
    return setTimeout(() => void look(), ms).unref();
  }

  async function look(): Promise<void> {
    const { thread, directory, depot, publisherKey, findNeeded } = options;
    const needed = await findNeeded();
    if (isStopped) return;
    const order: FollowOrder = { directory, depot, publisherKey, needed };
    conversation = startThreadConversation<SourceLook>(thread, { workerData: order }, (error) => ({
      kind: 'failed',
      reason: error?.message ?? 'It was stopped.',
    }));
    const found = await conversation.next();
    conversation = undefined;
    if (isStopped) return;
    last = { atMs: clock.nowMs(), look: found };
    onLook(found);
    timer = schedule((isEmpty() ? Math.min(everyMs, emptyEveryMs) : everyMs) * (0.75 + 0.5 * random()));
  }

  return {
    last: () => last,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // What has arrived so far stays, and the next look goes on from there.
      await conversation?.end();
    },
  };
}
