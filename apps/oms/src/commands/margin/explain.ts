import { explainHoldings, findAccountKey } from "@trading-oms/brokerage";
import type { Command } from "../../command.ts";
import { explainedJson } from "../../output/explained-json.ts";
import { renderExplained } from "../../output/render-explained.ts";

/** Explains the figures of an account and of its positions. */
export const marginExplain: Command = {
  words: ["margin", "explain"],
  argumentNames: [],
  options: {
    account: { value: "ACCOUNT", about: "whose figures they are", isNeeded: true },
    symbol: { value: "SYMBOL", about: "the position in this alone", otherwise: "every position" },
  },
  summary: "Explains every figure of an account and its positions: value, formula, inputs.",
  about:
    "A trigger is what one unit is worth where its rate is reached, and of a future also the price in points; ≈ marks what was rounded.",
  example: "oms margin explain --account 888C000017 --symbol FPT",
  run: async (given, { open }) => {
    const services = await open();
    const key = await findAccountKey(services, given.needed("account"));
    if ("kind" in key) return key;
    const explained = await explainHoldings(services, key, given.option("symbol"));
    if (explained.kind === "refused") return explained;
    return {
      kind: "done",
      json: explainedJson(key.accountId, explained),
      lines: renderExplained(key.accountId, explained),
    };
  },
};
