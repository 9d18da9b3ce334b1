/** Gives what work comes to, or fails where that takes too long; what becomes of it then is nobody's. */
export async function within<Result>(work: Promise<Result>, elapsedMsMax: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${elapsedMsMax} ms.`)), elapsedMsMax);
  });
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
