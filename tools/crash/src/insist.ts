const pauseMs = 20;

/** Does again what failed, as a client does that lost its connection; what fails time and again has failed. */
export async function insist<Result>(work: () => Promise<Result>, triesMax: number): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (failure) {
      if (tries >= triesMax) throw failure;
      await new Promise((settle) => setTimeout(settle, pauseMs));
    }
  }
}
