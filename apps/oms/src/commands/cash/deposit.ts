import type { Command } from "../../command.ts";
import { movementOptions } from "./movement-options.ts";
import { runMovement } from "./run-movement.ts";

/** Brings cash into an account. */
export const cashDeposit: Command = {
  words: ["cash", "deposit"],
  argumentNames: ["ACCOUNT", "AMOUNT"],
  options: movementOptions,
  summary: "Brings cash into an account, and tells the user.",
  about:
    "AMOUNT is whole VND, and may have _ or , between groups of three digits. A movement that is sent again under its id happens once: the second time it says so, and exits with 0.",
  example: "oms cash deposit 888C000017 80,000,000 --id TX-2025-0001",
  run: (given, desk) => runMovement("deposit", given, desk),
};
