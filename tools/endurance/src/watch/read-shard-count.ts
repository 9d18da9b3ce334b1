import type { ServerProcess } from "../start-server-process.ts";

/** Reads how many shards a server watches, as it tells whoever monitors it. */
export async function readShardCount({ port }: Pick<ServerProcess, "port">): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const count = /^oms_watch_shards (\d+)$/m.exec(await answer.text())?.[1];
  if (count === undefined) throw new Error("The server does not tell how many shards it watches.");
  return Number(count);
}
