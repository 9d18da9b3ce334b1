/**
 * Does work under a name when all work that was given under it before has ended; where too many wait, or the turn comes
 * too late, it gives what stands in its place instead.
 */
export type InTurn = <Result>(
  name: string,
  work: () => Promise<Result>,
  instead: () => Result,
) => Promise<Result>;

/** As many as may wait for one name, beyond which waiting is no help. */
const waitingMax = 64;

/** Whoever waited for so long may be gone, and what was asked for may have been overtaken. */
const waitMsMax = 5_000;

/** Lets a process decide on one account after the other, instead of letting all but one of its decisions fail. */
export function takeTurns(nowMs: () => number): InTurn {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>();
  return (name, work, instead) => {
    const queue = queues.get(name) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= waitingMax) return Promise.resolve(instead());
    const askedMs = nowMs();
    const begin = () => (nowMs() - askedMs > waitMsMax ? Promise.resolve(instead()) : work());
    const turn = queue.count === 0 ? begin() : queue.last.then(begin, begin);
    queue.last = turn;
    queue.count += 1;
    queues.set(name, queue);
    const leave = (): void => {
      queue.count -= 1;
      if (queue.count === 0) queues.delete(name);
    };
    turn.then(leave, leave);
    return turn;
  };
}
