// Work under one name is done one after the other, in the order in which it came; under different names nothing waits.

interface TurnsByName {
  /** How many names have work that is not done. */
  readonly names: number;
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurnsByName(): TurnsByName {
  const last = new Map<string, Promise<unknown>>();
  return {
    get names() {
      return last.size;
    },
    take(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
      last.set(name, turn);
      // Strangers choose the names: one that nobody waits for must not stay in memory.
      const leave = () => {
        if (last.get(name) === turn) last.delete(name);
      };
      turn.then(leave, leave);
      return turn;
    },
  };
}
