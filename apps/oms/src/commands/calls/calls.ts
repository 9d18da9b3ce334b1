import {
  addContact,
  amountVndMax,
  contactAnswers,
  contactMethods,
  findAccountKey,
} from "@trading-oms/brokerage";
import { type Command, refuse, UsageFault, unlessRefused } from "../../cli/command.ts";
import { hashText } from "../../cli/database.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderNumber, renderTime } from "../../cli/text.ts";
import { readAmount, readChoice, readKey, readReason, readTime } from "../../cli/values.ts";

const callsContact: Command = {
  words: ["calls", "contact"],
  argumentNames: ["ACCOUNT", "SYMBOL"],
  options: {
    method: {
      value: "METHOD",
      about: `how the owner was contacted: ${contactMethods.join(", ")}`,
      isRequired: true,
    },
    answer: { value: "ANSWER", about: `what came of it: ${contactAnswers.join(", ")}`, isRequired: true },
    amount: { value: "AMOUNT", about: "the amount that was promised, in VND", otherwise: "none" },
    until: { value: "TIME", about: "until when it was promised", otherwise: "none" },
    note: { value: "TEXT", about: "what else was said, without telephone numbers", otherwise: "none" },
    by: originOptions.by,
    id: { value: "KEY", about: "the idempotency key, which makes a repeat safe", otherwise: "none" },
  },
  summary: "Notes a contact with the owner of a called position.",
  about: `METHOD is ${contactMethods.join(", ")}; ANSWER is ${contactAnswers.join(", ")}. The contact belongs to the open call, and is its last contact until the next one. It stays in the audit of the account when the call has ended. TIME is such as 2025-06-02T08:00:00Z.`,
  example: "oms calls contact 888C000017 FPT --method telephone --answer promised --amount 2,000,000",
  run: async (input, { open, world }) => {
    const symbol = input.argument("SYMBOL");
    const [amount, until, note, id] = ["amount", "until", "note", "id"].map(input.option);
    const contact = {
      method: readChoice("--method", input.required("method"), contactMethods),
      answer: readChoice("--answer", input.required("answer"), contactAnswers),
      ...(amount !== undefined && { promisedVnd: readPromise(amount) }),
      ...(until !== undefined && { promisedUntilMs: readTime("--until", until) }),
      note: note === undefined ? "" : readReason("--note", note),
    };
    const { actor } = readOrigin(input, world);
    const key = id === undefined ? undefined : readKey("--id", id);
    const services = await open();
    const account = unlessRefused(await findAccountKey(services, input.argument("ACCOUNT")));
    const { accountId } = account;
    const body = JSON.stringify([accountId, symbol, ...Object.entries(contact).map(String)]);
    const noted = await addContact(services, {
      ...account,
      symbol,
      contact,
      actor,
      requestId: services.makeId(),
      idempotency: key === undefined ? undefined : { key, fingerprint: await hashText(body) },
    });
    if (noted.kind === "refused" && noted.code === "no_such_position") {
      refuse(noted.code, `The account ${accountId} has no position in ${symbol}.`);
    }
    const { message, contact: kept, firstDoneAtMs } = unlessRefused(noted);
    const before = firstDoneAtMs === undefined ? "" : `Done already at ${renderTime(firstDoneAtMs)}: `;
    return {
      json: { accountId, symbol, ...kept, isRepeat: firstDoneAtMs !== undefined },
      lines: [`${before}${message}`],
    };
  },
};

function readPromise(text: string): bigint {
  const amountVnd = readAmount("--amount", text);
  if (amountVnd > 0n && amountVnd <= amountVndMax) return amountVnd;
  throw new UsageFault(`--amount is ${text}: write 1 to ${renderNumber(amountVndMax)} VND.`);
}

export const callsCommands: readonly Command[] = [callsContact];
