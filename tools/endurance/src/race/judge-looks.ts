import type { RacedAccount } from "./raced-account.ts";
import type { SentCover } from "./sent-cover.ts";
import { toldCover } from "./told-cover.ts";

/** Says where a server, asked when all was quiet for what is in force already, told other figures than brokerage computes. */
export function judgeLooks(looks: readonly SentCover[], accounts: readonly RacedAccount[]): string[] {
  const byId = new Map(accounts.map((each) => [each.accountId, each]));
  return looks.flatMap((look) => {
    const { accountId, symbol } = look;
    const account = byId.get(accountId);
    const told = toldCover(look);
    const shown = [told?.newCoveredMarginCall, told?.maintenanceMargin, told?.tradingPower].join(", ");
    const due = [
      account?.coveredVnd.get(symbol),
      account?.maintenanceMarginVnd,
      account?.tradingPowerVnd,
    ].join(", ");
    return shown === due ? [] : [`${accountId} ${symbol} was told ${shown}; brokerage computes ${due}`];
  });
}
