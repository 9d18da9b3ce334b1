/** Says that a step of a long work begins, and how long it took. */
export async function tellStep<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  process.stdout.write(`${name} …`);
  try {
    const result = await work();
    process.stdout.write(` ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (failure) {
    process.stdout.write(" failed\n");
    throw failure;
  }
}
