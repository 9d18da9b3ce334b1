import type { ToldNotification } from "@trading-oms/brokerage";
import type { ServerProcess } from "../start-server-process.ts";
import { judgePages } from "./judge-pages.ts";
import type { WatchedMarket } from "./open-watched-market.ts";
import { readPages } from "./read-pages.ts";

/** Gives a token of a user, as the command line signs it. */
export type SignToken = (userId: string) => Promise<string>;

const shownUserCount = 3;

/** Says where some users, drawn by the dice, are not shown over HTTP what they were told. */
export async function checkPages(
  { dice, expected }: Pick<WatchedMarket, "dice" | "expected">,
  { server, sign }: { readonly server: Pick<ServerProcess, "port">; readonly sign: SignToken },
  told: readonly ToldNotification[],
): Promise<string[]> {
  const faults: string[] = [];
  for (let count = 0; count < shownUserCount; count += 1) {
    const { userId, accountId } = expected()[dice(expected().length)]?.position ?? {};
    if (userId === undefined) continue;
    const ofUser = told.filter((each) => each.accountId === accountId);
    const rows = await readPages(server, await sign(userId));
    faults.push(...judgePages(userId, rows, new Set(ofUser.map(({ messageId }) => messageId))));
  }
  return faults;
}
