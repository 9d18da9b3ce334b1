import {
  amountVndMax,
  type CoverAnswer,
  findAccountKey,
  type Refusal,
  setCover,
} from "@trading-oms/brokerage";
import { type Command, type Result, refuse, unlessRefused } from "../../cli/command.ts";
import { hashText } from "../../cli/database.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderNumber, renderTime } from "../../cli/text.ts";
import { readAmount, readKey } from "../../cli/values.ts";

const coversSet: Command = {
  words: ["covers", "set"],
  argumentNames: ["ACCOUNT", "SYMBOL", "AMOUNT"],
  options: {
    id: { value: "KEY", about: "the idempotency key, which makes a repeat safe", otherwise: "none" },
    ...originOptions,
  },
  summary: "Sets the covered amount of a position, by the same rules as for its user.",
  about:
    "AMOUNT is the new covered amount in whole VND, not the change. What the rules do not allow is refused with the reason. A repeat under the same KEY gets the first answer again, also if that was a refusal. Keys are shared with the requests of the account's user. Every change is recorded in the audit with operator, reason, time, price and rates.",
  example: "oms covers set 888C000017 FPT 2,000,000 --id COVER-2025-0001",
  run: async (input, { open, world }) => {
    const text = input.argument("AMOUNT");
    const amountVnd = readAmount("AMOUNT", text);
    if (amountVnd < 0n || amountVnd > amountVndMax) {
      const range = `0 to ${renderNumber(amountVndMax)} VND`;
      refuse("amount_not_valid", `AMOUNT ${text} is refused: The amount has to be ${range}.`);
    }
    const symbol = input.argument("SYMBOL");
    const origin = readOrigin(input, world);
    const id = input.option("id");
    const idempotencyKey = id === undefined ? undefined : readKey("--id", id);
    const services = await open();
    const key = unlessRefused(await findAccountKey(services, input.argument("ACCOUNT")));
    const { accountId } = key;
    const answer = await setCover(services, {
      ...key,
      symbol,
      amountVnd,
      ...origin,
      requestId: services.makeId(),
      // The same fingerprint as in the API, so that a request that was sent there can be repeated here.
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : {
              key: idempotencyKey,
              fingerprint: await hashText(JSON.stringify([accountId, symbol, String(amountVnd)])),
            },
    });
    if (answer.kind !== "refused") return resultOf(answer);
    refuse(answer.code, explain(answer, { accountId, symbol, id }));
  },
};

/** Explains a refusal in more detail than the API, which must not reveal whether an account exists. */
function explain(
  refusal: Refusal,
  { accountId, symbol, id }: { accountId: string; symbol: string; id: string | undefined },
): string {
  switch (refusal.code) {
    case "no_such_position":
      return `The account ${accountId} has no position in ${symbol}.`;
    case "idempotency_key_reused":
      return `The id ${id} belongs to another change of this user.`;
    default:
      return refusal.message;
  }
}

function resultOf({ kind: _kind, ...answer }: CoverAnswer): Result {
  const { firstDoneAtMs: beforeMs } = answer;
  if (answer.status === "failed") {
    const before = beforeMs === undefined ? "" : `Refused already at ${renderTime(beforeMs)}: `;
    refuse("cover_not_allowed", `${before}${answer.message}`);
  }
  const margin = renderNumber(answer.maintenanceMarginVnd);
  const power = renderNumber(answer.tradingPowerVnd);
  const [intro, verb] =
    beforeMs === undefined
      ? ["", "has"]
      : [`Nothing was changed now; done already at ${renderTime(beforeMs)} with this answer: `, "had"];
  return {
    json: { ...answer, isRepeat: beforeMs !== undefined },
    lines: [
      `${intro}${answer.message}`,
      `The account ${answer.accountId} ${verb} a maintenance margin of ${margin} VND and a trading power of ${power} VND.`,
    ],
  };
}

export const coversCommands: readonly Command[] = [coversSet];
