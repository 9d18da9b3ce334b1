import {
  amountVndMax,
  type CoverAnswer,
  findAccountKey,
  type Refusal,
  setCover,
} from "@trading-oms/brokerage";
import { type Command, type Given, type Result, refuse, unlessRefused, type World } from "../cli/command.ts";
import { hashText } from "../cli/database.ts";
import { renderNumber, renderTime } from "../cli/text.ts";
import { readAmount, readKey, readName } from "../cli/values.ts";

const coversSet: Command = {
  words: ["covers", "set"],
  argumentNames: ["ACCOUNT", "SYMBOL", "AMOUNT"],
  options: {
    id: { value: "KEY", about: "by which a repeat is known", otherwise: "none, and a repeat is judged anew" },
    by: { value: "NAME", about: "who the audit says it was", otherwise: "USER, else oms" },
  },
  summary: "Sets the covered amount of a position, by the rules that hold for its user.",
  about:
    "AMOUNT is the whole amount in VND from now on, and not a change of it. What the rules don't allow is refused with the reason. Under a KEY it is done once: a repeat is answered as the first was, a refusal too, and the keys of the account's user count as well. Every change is in the audit, with who, when, price and rates.",
  example: "oms covers set 888C000017 FPT 2,000,000 --id COVER-2025-0001",
  run: async (given, { open, world }) => {
    const text = given.argument("AMOUNT");
    const amountVnd = readAmount("AMOUNT", text);
    if (amountVnd < 0n || amountVnd > amountVndMax) {
      const range = `0 to ${renderNumber(amountVndMax)} VND`;
      refuse("amount-not-valid", `AMOUNT ${text} is refused: The amount has to be ${range}.`);
    }
    const symbol = given.argument("SYMBOL");
    const name = readOperator(given, world);
    const id = given.option("id");
    const idempotencyKey = id === undefined ? undefined : readKey("--id", id);
    const services = await open();
    const key = unlessRefused(await findAccountKey(services, given.argument("ACCOUNT")));
    const { accountId } = key;
    const answer = await setCover(services, {
      ...key,
      symbol,
      amountVnd,
      actor: { kind: "operator", name },
      requestId: services.makeId(),
      // Written as the service writes it, so that a call that was begun there is ended here, and not made twice.
      idempotency:
        idempotencyKey === undefined
          ? undefined
          : {
              key: idempotencyKey,
              fingerprint: await hashText(JSON.stringify([accountId, symbol, String(amountVnd)])),
            },
    });
    if (answer.kind !== "refused") return tell(answer);
    refuse(answer.code, explain(answer, { accountId, symbol, id }));
  },
};

function readOperator(given: Given, { environment: { USER: user } }: World): string {
  const by = given.option("by");
  return by === undefined ? readName("USER", user || "oms") : readName("--by", by);
}

/** An operator hears what strangers are not told: that the account is there, and the position is not. */
function explain(
  refusal: Refusal,
  { accountId, symbol, id }: { accountId: string; symbol: string; id: string | undefined },
): string {
  switch (refusal.code) {
    case "no-such-position":
      return `The account ${accountId} has no position in ${symbol}.`;
    case "idempotency-key-reused":
      return `The id ${id} belongs to another change of this user.`;
    default:
      return refusal.message;
  }
}

function tell({ kind: _kind, ...answer }: CoverAnswer): Result {
  const { firstDoneAtMs: beforeMs } = answer;
  if (answer.status === "failed") {
    const before = beforeMs === undefined ? "" : `Refused already at ${renderTime(beforeMs)}: `;
    refuse("cover-not-allowed", `${before}${answer.message}`);
  }
  const margin = renderNumber(answer.maintenanceMarginVnd);
  const power = renderNumber(answer.tradingPowerVnd);
  const [intro, verb] =
    beforeMs === undefined
      ? ["", "has"]
      : [`Done already at ${renderTime(beforeMs)}, and not again. It was answered then: `, "had"];
  return {
    json: { ...answer, isRepeat: beforeMs !== undefined },
    lines: [
      `${intro}${answer.message}`,
      `The account ${answer.accountId} ${verb} a maintenance margin of ${margin} VND and a trading power of ${power} VND.`,
    ],
  };
}

export const coversCommands: readonly Command[] = [coversSet];
