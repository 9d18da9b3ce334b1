import type { Command } from "../../command.ts";
import { heldPositionJson } from "../../output/record-json.ts";
import { renderPositions } from "../../output/render-positions.ts";
import { showAccountOf } from "../../show-account-of.ts";

/** Lists the positions of an account. */
export const positionsList: Command = {
  words: ["positions", "list"],
  argumentNames: ["ACCOUNT"],
  options: {},
  summary: "Lists the positions of an account with their figures.",
  about:
    "Positions are marked at the last price, which tells its time, else at the reference price of their instrument, else at what was paid. STATE is open; call-due, where the ratio is below the call rate and nobody was told yet; called, until the call is over; force-close, from the telling of one until the call is over; or closing.",
  example: "oms positions list 888C000017",
  run: async (given, { open, say }) => {
    const shown = await showAccountOf(await open(), given.argument("ACCOUNT"));
    if (shown.kind === "refused") return shown;
    const { episodes } = shown;
    const { positions } = shown.valued;
    if (positions.length === 0) say("There are no positions.");
    return {
      kind: "done",
      json: positions.map((each) => heldPositionJson(each, episodes)),
      lines: renderPositions(positions, episodes),
    };
  },
};
