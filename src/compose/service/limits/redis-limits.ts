// The limits of several machines together, in Redis or Valkey. Loaded only where the settings name one.

import { randomUUID } from 'node:crypto';
import type { AnswerStore, QuestionStore } from '../../../app/verify/ports.ts';
import { createRedisAnswers } from '../../../stores/answers/answers.redis.ts';
import { createRedisQuestions } from '../../../stores/answers/questions.redis.ts';
import { createRedisCounters } from '../../../stores/limits/counters.redis.ts';
import { createRedisInWork } from '../../../stores/limits/in-work.redis.ts';
import { openRedisLink, type RedisLinkOptions } from '../../../stores/redis/link.ts';
import { type LineageTalk, lineageKey } from '../../backend/store-lineage.ts';
import { randomShare } from '../../parts/random-share.ts';
import { type Limits, namesMax, toSet } from './limits.ts';

interface RedisLimitsOptions extends Omit<RedisLinkOptions, 'node' | 'random'> {
  readonly onAlone: () => void;
}

export interface RedisLimits extends Limits {
  /** The answers and questions use the same Redis connection if the settings require it. */
  readonly answers: AnswerStore;
  readonly questions: QuestionStore;
  readonly exchangeNewestServer: LineageTalk['exchange'];
  isReachable(): boolean;
  nodes(): number;
  close(): void;
}

/** Does not wait for Redis longer than a moment: without it the limits hold by the share of each node. */
export async function openRedisLimits({ onAlone, ...options }: RedisLimitsOptions): Promise<RedisLimits> {
  const node = randomUUID();
  const { clock } = options;
  const link = await openRedisLink({
    ...options,
    node,
    random: randomShare,
  });
  const inWork = createRedisInWork({ link, node, clock });
  return {
    ...toSet((set) => createRedisCounters({ link, set, clock, windowsMax: namesMax[set], onAlone })),
    inWork,
    answers: createRedisAnswers(link),
    questions: createRedisQuestions(link, node),
    exchangeNewestServer: (...texts) => link.ask('confereNewest', lineageKey, ...texts),
    isReachable: link.isReachable,
    nodes: link.nodes,
    close() {
      inWork.close();
      link.close();
    },
  };
}
