// Questions that several processes of one machine have at the same moment: one process, the coordinator, knows who asks, and frees what a
// process had that is gone. Nothing of it is written to a disk.

import type { Clock } from '../../app/clock.ts';
import { answerBytesMax, type QuestionState, type QuestionStore, type QuestionTurn } from '../../app/verify/ports.ts';

/** A message travels between processes in this form. Answers are base64url, and the asking process chooses the id. */
export type QuestionMessage =
  | { readonly step: 'prolong'; readonly name: string; readonly id: number; readonly lifeMs: number }
  | { readonly step: 'end'; readonly name: string; readonly id: number; readonly answer?: LeftAnswer };

export interface TakeMessage {
  readonly name: string;
  readonly id: number;
  readonly lifeMs: number;
}

export type TakeReply = 'mine' | 'theirs' | { readonly sealed: string };

interface LeftAnswer {
  readonly sealed: string;
  readonly lifeMs: number;
}

/** One process, as the coordinator knows it. */
export interface QuestionMember {
  take(message: TakeMessage): TakeReply;
  tell(message: QuestionMessage): void;
  /** All that the process had; it is gone. */
  leaveAll(): void;
}

interface Question {
  readonly member: object;
  readonly id: number;
  endsAtMs: number;
  /** Tells whether another process wants the answer as well. */
  isAwaited: boolean;
  sealed?: string;
}

/** The sweep for unended questions runs at most this often. */
const sweepEveryMs = 1_000;

/** The side that knows all of it: opens one member for each process. */
export function createQuestionCoordinator(clock: Clock): () => QuestionMember {
  const questions = new Map<string, Question>();
  let sweptAtMs = clock.monotonicMs();

  function sweep(nowMs: number): void {
    if (nowMs - sweptAtMs < sweepEveryMs) return;
    sweptAtMs = nowMs;
    for (const [name, { endsAtMs }] of questions) if (nowMs >= endsAtMs) questions.delete(name);
  }

  return () => {
    const member = {};
    const findOwn = (name: string, id: number): Question | undefined => {
      const question = questions.get(name);
      return question?.member === member && question.id === id && question.sealed === undefined ? question : undefined;
    };
    return {
      take({ name, id, lifeMs }) {
        const nowMs = clock.monotonicMs();
        sweep(nowMs);
        const question = questions.get(name);
        if (question === undefined || nowMs >= question.endsAtMs) {
          questions.set(name, { member, id, endsAtMs: nowMs + lifeMs, isAwaited: false });
          return 'mine';
        }
        if (question.sealed !== undefined) return { sealed: question.sealed };
        question.isAwaited = true;
        return 'theirs';
      },
      tell(message) {
        const question = findOwn(message.name, message.id);
        if (question === undefined) return;
        const nowMs = clock.monotonicMs();
        if (message.step === 'prolong') question.endsAtMs = nowMs + message.lifeMs;
        else if (message.answer !== undefined && question.isAwaited) {
          question.sealed = message.answer.sealed;
          question.endsAtMs = nowMs + message.answer.lifeMs;
        } else questions.delete(message.name);
      },
      leaveAll() {
        for (const [name, question] of questions)
          if (question.member === member && question.sealed === undefined) questions.delete(name);
      },
    };
  };
}

interface SharedQuestionsOptions {
  /** Rejects when the coordinator is gone or does not answer. */
  readonly ask: (message: TakeMessage) => Promise<TakeReply>;
  readonly tell: (message: QuestionMessage) => void;
}

export function createSharedQuestions({ ask, tell }: SharedQuestionsOptions): QuestionStore {
  let lastId = 0;
  return {
    async take(name, lifeMs) {
      const id = ++lastId;
      const turn: QuestionTurn = {
        prolong: async () => tell({ step: 'prolong', name, id, lifeMs }),
        async end(answer) {
          const isLeft = answer !== undefined && answer.sealed.length <= answerBytesMax;
          const left = isLeft && { sealed: Buffer.from(answer.sealed).toString('base64url'), lifeMs: answer.lifeMs };
          tell({ step: 'end', name, id, ...(left && { answer: left }) });
        },
      };
      try {
        return toState(await ask({ name, id, lifeMs }), turn);
      } catch {
        // It may have given the turn and be too late in saying so.
        tell({ step: 'end', name, id });
        return { kind: 'unreachable' };
      }
    },
  };
}

function toState(reply: TakeReply, turn: QuestionTurn): QuestionState {
  if (reply === 'mine') return { kind: 'mine', turn };
  return reply === 'theirs' ? { kind: reply } : { kind: 'answered', sealed: Buffer.from(reply.sealed, 'base64url') };
}
