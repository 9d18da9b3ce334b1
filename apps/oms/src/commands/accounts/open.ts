import { openAccount } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";

/** Opens an account for a user. */
export const accountsOpen: Command = {
  words: ["accounts", "open"],
  argumentNames: ["ACCOUNT"],
  options: { user: { value: "USER", about: "whose account it is", isNeeded: true } },
  summary: "Opens an account with nothing in it.",
  about: "A user is known from the first account on. An account has one owner and is opened once.",
  example: "oms accounts open 888C000017 --user u-1",
  run: async (given, { open }) => {
    const key = { accountId: given.argument("ACCOUNT"), userId: given.needed("user") };
    const opened = await openAccount(await open(), key);
    if (opened.kind === "refused") return opened;
    return { kind: "done", json: key, lines: [`Opened ${key.accountId} for ${key.userId}.`] };
  },
};
