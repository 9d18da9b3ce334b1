/** Whoever waits in it; those without a name wait for nobody in particular. */
export type Named = { readonly name: string | undefined };

/** Those who wait, of each name one after the other. */
export type Line<Each extends Named> = {
  readonly join: (each: Each) => void;
  /** The longest waiting of those whose turn it may be. */
  readonly takeNext: (countMax: number) => Each[];
  /** Whoever was taken is through, so that the next of its name may be taken. */
  readonly leave: (each: Each) => void;
  /** How many were not taken yet, and how many of them may be. */
  readonly waitingCount: () => number;
  readonly readyCount: () => number;
};

/** Keeps a line in which nobody is looked at twice, however long it is. */
export function keepLine<Each extends Named>(): Line<Each> {
  let ready: Each[] = [];
  /** Behind the one of each name that is ready or was taken. */
  const behind = new Map<string, Each[]>();
  let waitingCount = 0;
  return {
    join: (each) => {
      waitingCount += 1;
      const others = each.name === undefined ? undefined : behind.get(each.name);
      if (others !== undefined) return void others.push(each);
      if (each.name !== undefined) behind.set(each.name, []);
      ready.push(each);
    },
    takeNext: (countMax) => {
      const taken = ready;
      // Mostly it is all of them, and then nothing is copied.
      ready = taken.length > countMax ? taken.splice(countMax) : [];
      waitingCount -= taken.length;
      return taken;
    },
    leave: ({ name }) => {
      if (name === undefined) return;
      const next = behind.get(name)?.shift();
      if (next === undefined) behind.delete(name);
      else ready.push(next);
    },
    waitingCount: () => waitingCount,
    readyCount: () => ready.length,
  };
}
