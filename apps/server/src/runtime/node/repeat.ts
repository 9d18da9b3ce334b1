/** Does work, and again after a pause, until it is stopped; `stop` waits for what is under way. */
export function repeat(work: () => Promise<void>, pauseMs: number): { readonly stop: () => Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void>;
  begin();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };

  function begin(): void {
    underWay = work().finally(() => {
      if (!isStopped) timer = setTimeout(begin, pauseMs);
    });
  }
}
