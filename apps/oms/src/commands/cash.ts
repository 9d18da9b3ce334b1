import { type CashMovement, findAccountKey, moveCash } from "@trading-oms/brokerage";
import {
  type Command,
  type CommandOption,
  type Desk,
  type Given,
  type Result,
  refuse,
  unlessRefused,
} from "../cli/command.ts";
import { renderNumber, renderTime } from "../cli/text.ts";
import { readAmount } from "../cli/values.ts";

/** The options of a movement. */
const movementOptions: Readonly<Record<string, CommandOption>> = {
  id: { value: "ID", about: "the movement's own id, by which a repeat is known", otherwise: "a new one" },
};

const cashDeposit: Command = {
  words: ["cash", "deposit"],
  argumentNames: ["ACCOUNT", "AMOUNT"],
  options: movementOptions,
  summary: "Brings cash into an account, and tells the user.",
  about:
    "AMOUNT is whole VND, and may have _ or , between groups of three digits. A movement that is sent again under its id happens once: the second time it says so, and exits with 0.",
  example: "oms cash deposit 888C000017 80,000,000 --id TX-2025-0001",
  run: (given, desk) => runMovement("deposit", given, desk),
};

const cashWithdraw: Command = {
  words: ["cash", "withdraw"],
  argumentNames: ["ACCOUNT", "AMOUNT"],
  options: movementOptions,
  summary: "Takes cash out of an account, and tells the user.",
  about:
    "AMOUNT is whole VND, and may have _ or , between groups of three digits. What positions need can't leave. A movement that is sent again under its id happens once: the second time it says so, and exits with 0.",
  example: "oms cash withdraw 888C000017 5_000_000",
  run: (given, desk) => runMovement("withdrawal", given, desk),
};

/** Moves cash as the words ask. */
async function runMovement(kind: CashMovement["kind"], given: Given, { open }: Desk): Promise<Result> {
  const text = given.argument("AMOUNT");
  const amountVnd = readAmount("AMOUNT", text);
  const services = await open();
  const key = unlessRefused(await findAccountKey(services, given.argument("ACCOUNT")));
  const moved = await moveCash(services, { key, kind, amountVnd, movementId: given.option("id") });
  if (moved.kind === "refused" && moved.code === "amount-not-valid") {
    refuse(moved.code, `AMOUNT ${text} is refused: ${moved.message}`);
  }
  const { movementId, firstDoneAtMs } = unlessRefused(moved);
  const direction = kind === "deposit" ? "into" : "out of";
  const movement = `${renderNumber(amountVnd)} VND ${direction} ${key.accountId}, as ${movementId}`;
  return {
    json: { ...key, kind, amountVnd, movementId, isRepeat: firstDoneAtMs !== undefined, firstDoneAtMs },
    lines: [
      firstDoneAtMs === undefined
        ? `Moved ${movement}.`
        : `Done already at ${renderTime(firstDoneAtMs)}, and once only: ${movement}.`,
    ],
  };
}

export const cashCommands: readonly Command[] = [cashDeposit, cashWithdraw];
