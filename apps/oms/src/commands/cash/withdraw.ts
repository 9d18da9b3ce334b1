import type { Command } from "../../command.ts";
import { movementOptions } from "./movement-options.ts";
import { runMovement } from "./run-movement.ts";

/** Takes cash out of an account. */
export const cashWithdraw: Command = {
  words: ["cash", "withdraw"],
  argumentNames: ["ACCOUNT", "AMOUNT"],
  options: movementOptions,
  summary: "Takes cash out of an account, and tells the user.",
  about:
    "AMOUNT is whole VND, and may have _ or , between groups of three digits. What positions need can't leave. A movement that is sent again under its id happens once: the second time it says so, and exits with 0.",
  example: "oms cash withdraw 888C000017 5_000_000",
  run: (given, desk) => runMovement("withdrawal", given, desk),
};
