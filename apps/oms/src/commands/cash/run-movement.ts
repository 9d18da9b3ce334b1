import { type CashMovement, findAccountKey, moveCash } from "@trading-oms/brokerage";
import type { Desk, Given, Outcome } from "../../command.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderTime } from "../../output/render-time.ts";
import { readAmount } from "../../words/read-amount.ts";

/** Moves cash as the words ask. */
export async function runMovement(
  kind: CashMovement["kind"],
  given: Given,
  { open }: Desk,
): Promise<Outcome> {
  const text = given.argument("AMOUNT");
  const amountVnd = readAmount("AMOUNT", text);
  const services = await open();
  const key = await findAccountKey(services, given.argument("ACCOUNT"));
  if ("kind" in key) return key;
  const moved = await moveCash(services, { key, kind, amountVnd, movementId: given.option("id") });
  if (moved.kind === "refused") {
    const isOfAmount = moved.code === "amount-not-valid";
    return isOfAmount ? { ...moved, message: `AMOUNT ${text} is refused: ${moved.message}` } : moved;
  }
  const { movementId, firstDoneAtMs } = moved;
  const direction = kind === "deposit" ? "into" : "out of";
  const movement = `${renderNumber(amountVnd)} VND ${direction} ${key.accountId}, as ${movementId}`;
  return {
    kind: "done",
    json: { ...key, kind, amountVnd, movementId, isRepeat: firstDoneAtMs !== undefined, firstDoneAtMs },
    lines: [
      firstDoneAtMs === undefined
        ? `Moved ${movement}.`
        : `Done already at ${renderTime(firstDoneAtMs)}, and once only: ${movement}.`,
    ],
  };
}
