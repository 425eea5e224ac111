// Questions that machines have at the same moment, in Redis or Valkey: who asks, and for a moment the answer, sealed. While Redis is
// away everybody asks for themselves.

import { answerBytesMax, type QuestionStore, type QuestionTurn } from '../../app/verify/ports.ts';
import type { RedisLink } from '../redis/link.ts';

export function createRedisQuestions(link: RedisLink, node: string): QuestionStore {
  let turns = 0;
  return {
    async take(name, lifeMs, asker = String(++turns)) {
      const key = `questions:${name}`;
      const who = `${node} ${asker}`;
      const reply = await link.ask('confereTakeQuestion', key, who, lifeMs);
      if (reply === 0) return { kind: 'theirs' };
      if (typeof reply === 'string') return { kind: 'answered', sealed: Buffer.from(reply, 'base64url') };
      if (reply !== 1) return { kind: 'unreachable' };
      const turn: QuestionTurn = {
        async prolong() {
          await link.ask('confereTakeQuestion', key, who, lifeMs);
        },
        async end(answer) {
          const isLeft = answer !== undefined && answer.sealed.length <= answerBytesMax;
          const text = isLeft ? Buffer.from(answer.sealed).toString('base64url') : '';
          await link.ask('confereEndQuestion', key, who, text, answer?.lifeMs ?? 0);
        },
      };
      return { kind: 'mine', turn };
    },
  };
}
