/** What goes on failing is told once, until it works again. */
export function tellOnce(tell: (thrown: unknown) => void, work: () => Promise<unknown>): () => Promise<void> {
  let isWell = true;
  return async () => {
    try {
      await work();
      isWell = true;
    } catch (thrown) {
      if (isWell) tell(thrown);
      isWell = false;
    }
  };
}
