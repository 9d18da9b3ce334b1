/** Waits for work no longer than so many milliseconds, and tells whether it had ended by then. */
export async function endsInTime(work: Promise<unknown>, waitMsMax: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((settle) => {
    timer = setTimeout(() => settle(false), waitMsMax);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
