import { type CashMovement, findAccountKey, moveCash } from "@trading-oms/brokerage";
import {
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOption,
  type Result,
  refuse,
  unlessRefused,
} from "../../cli/command.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderNumber, renderTime } from "../../cli/text.ts";
import { readAmount } from "../../cli/values.ts";

const movementOptions: Readonly<Record<string, CommandOption>> = {
  ...originOptions,
  id: { value: "ID", about: "the id of the movement, which makes a repeat safe", otherwise: "a new one" },
};

const cashDeposit: Command = {
  words: ["cash", "deposit"],
  argumentNames: ["ACCOUNT", "AMOUNT"],
  options: movementOptions,
  summary: "Deposits cash into an account and notifies the user.",
  about:
    "AMOUNT is whole VND, and may have . , or _ between groups of three digits. A repeat under the same id moves nothing, says so, and exits with 0.",
  example: "oms cash deposit 888C000017 80,000,000 --id TX-2025-0001",
  run: (input, context) => runMovement("deposit", input, context),
};

const cashWithdraw: Command = {
  words: ["cash", "withdraw"],
  argumentNames: ["ACCOUNT", "AMOUNT"],
  options: movementOptions,
  summary: "Withdraws cash from an account and notifies the user.",
  about:
    "AMOUNT is whole VND, and may have . , or _ between groups of three digits. At most the trading power can be withdrawn. A repeat under the same id moves nothing, says so, and exits with 0.",
  example: "oms cash withdraw 888C000017 5_000_000",
  run: (input, context) => runMovement("withdrawal", input, context),
};

async function runMovement(
  kind: CashMovement["kind"],
  input: CommandInput,
  { open, world }: CommandContext,
): Promise<Result> {
  const text = input.argument("AMOUNT");
  const amountVnd = readAmount("AMOUNT", text);
  const origin = readOrigin(input, world);
  const services = await open();
  const key = unlessRefused(await findAccountKey(services, input.argument("ACCOUNT")));
  const moved = await moveCash(services, {
    key,
    kind,
    amountVnd,
    movementId: input.option("id"),
    ...origin,
  });
  if (moved.kind === "refused" && moved.code === "amount_not_valid") {
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
        : `Nothing was moved now; done already at ${renderTime(firstDoneAtMs)}: ${movement}.`,
    ],
  };
}

export const cashCommands: readonly Command[] = [cashDeposit, cashWithdraw];
