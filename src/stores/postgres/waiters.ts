// Those who wait for a connection, in the order in which they came, each until its deadline.

import { UnreachableError } from './fault.ts';
import type { Session } from './session.ts';

interface Waiter {
  take(session: Session): void;
  refuse(error: unknown): void;
}

export function createWaiters() {
  const queue: Waiter[] = [];
  return {
    count: () => queue.length,
    next: () => queue.shift(),
    refuseAll(error: unknown): void {
      for (const { refuse } of queue.splice(0)) refuse(error);
    },
    wait: (deadlineMs: number) =>
      new Promise<Session>((resolve, reject) => {
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(new UnreachableError('STORE_BUSY'));
        }, deadlineMs);
        const waiter: Waiter = {
          take: (session) => {
            clearTimeout(timer);
            resolve(session);
          },
          refuse: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        queue.push(waiter);
      }),
  };
}
