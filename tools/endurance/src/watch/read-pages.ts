import type { ServerProcess } from "../start-server-process.ts";
import type { ToldRow } from "./told-row.ts";

/** So few that there are several pages. */
const rowsInPage = 4;

/** Reads page by page what a server tells the user of a token. */
export async function readPages({ port }: Pick<ServerProcess, "port">, token: string): Promise<ToldRow[]> {
  const rows: ToldRow[] = [];
  for (;;) {
    const address = `http://127.0.0.1:${port}/api/v1/notifications?limit=${rowsInPage}&offset=${rows.length}`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
    if (answer.status !== 200) throw new Error(`${address} was answered by ${answer.status}.`);
    const { notifications } = (await answer.json()) as { readonly notifications: readonly ToldRow[] };
    rows.push(...notifications);
    if (notifications.length < rowsInPage) return rows;
  }
}
