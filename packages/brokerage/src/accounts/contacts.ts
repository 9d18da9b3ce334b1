/** Contacts with the owners of called positions. */
import type { AccountState, ContactRecord } from "../ports/index.ts";
import { contactRefusals, formatRefusal } from "../refusal-texts.ts";
import { type Refusal, refuse, type Services } from "../services.ts";
import { type ChangeOrigin, type ContactValues, draftAudit } from "./audit.ts";
import type { PositionKey } from "./positions.ts";
import {
  type Answered,
  type AnswerOptions,
  answered,
  type Decision,
  outcomeOf,
  rejectAbsent,
  settleOnce,
} from "./settle-change.ts";

/** The end of the year 9999, beyond which a time has no usual form. */
export const timeMsMax = 253_402_300_799_999;

/** A contact to be noted, and who notes it. The note is the reason in the audit. */
export type ContactOrder = PositionKey &
  Pick<ChangeOrigin, "actor"> &
  AnswerOptions & {
    readonly contact: Omit<ContactRecord, "atMs" | "by">;
    readonly requestId: string;
  };

export type ContactAnswer = Answered<"no_open_call"> & {
  readonly contact?: ContactRecord;
};

/** Notes a contact. It belongs to the open call of the position, and stays in the audit when the call has ended. */
export async function addContact(services: Services, order: ContactOrder): Promise<ContactAnswer | Refusal> {
  if ((order.contact.promisedUntilMs ?? 0) > timeMsMax)
    return refuse("date_not_valid", "The promised time lies beyond the year 9999.");
  return settleOnce(services, order, (state, atMs) => decide(services, state, order, atMs));
}

async function decide(
  services: Services,
  { account, positions, episodes }: AccountState,
  { symbol, contact, actor, requestId, language, idempotency }: ContactOrder,
  atMs: number,
): Promise<Decision<ContactAnswer> | Refusal> {
  if (!positions.some((each) => each.symbol === symbol)) return rejectAbsent();
  const { promisedVnd, promisedUntilMs } = contact;
  if (promisedVnd === 0n) return refuse("amount_not_valid", "Nothing was promised: leave the amount out.");
  if (promisedUntilMs !== undefined && promisedUntilMs <= atMs)
    return refuse("date_not_valid", "The promised time has passed: give one to come.");
  const episode = episodes.find((each) => each.symbol === symbol && each.isOpen);
  if (episode === undefined) {
    const code = "no_open_call";
    const answer = answered(formatRefusal(contactRefusals, code, { symbol }, language), code);
    return { outcome: outcomeOf(idempotency, answer), result: answer };
  }
  const lastContact: ContactRecord = { ...contact, atMs, by: actor.name };
  const call = { symbol, callNumber: Number(episode.number) };
  const audit = await draftAudit(
    services,
    account,
    { actor, reason: contact.note, atMs, requestId },
    {
      kind: "contact",
      before: { ...call, ...valuesOf(episode.lastContact) },
      after: { ...call, ...contact },
    },
  );
  const message = language === "vi" ? "Đã ghi nhận liên hệ." : "The contact was noted.";
  const answer: ContactAnswer = { ...answered(message), contact: lastContact };
  return {
    episodes: [{ ...episode, lastContact }],
    audits: [audit],
    outcome: outcomeOf(idempotency, answer),
    result: answer,
  };
}

function valuesOf(contact: ContactRecord | undefined): Partial<ContactValues> {
  if (contact === undefined) return {};
  const { atMs: _atMs, by: _by, note: _note, ...values } = contact;
  return values;
}
