/** Reads of when the newest price is that a server shows; 0 where it shows none. */
export async function readFeedTime(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/MarketData/GetSymbolSearch/F`);
  const { lastTime } = (await answer.json()) as { readonly lastTime?: number | string };
  return lastTime === undefined ? 0 : new Date(lastTime).getTime();
}
