/** Does work under a name when all work that was given under it before has ended. */
export type InTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Lets a process decide on one account after the other, instead of letting all but one of its decisions fail. */
export function takeTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return (name, work) => {
    const before = last.get(name);
    const turn = before === undefined ? work() : before.then(work, work);
    last.set(name, turn);
    const forget = (): void => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(forget, forget);
    return turn;
  };
}
