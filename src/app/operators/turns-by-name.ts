// Work under one name is done one after the other, in the order in which it came; under different names nothing waits.

export function createTurnsByName() {
  const last = new Map<string, Promise<unknown>>();
  return {
    /** How many names have work that is not done. */
    get names(): number {
      return last.size;
    },
    take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
