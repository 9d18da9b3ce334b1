/** A contact in words, also one that is read out of the audit. */
import type { AuditEntry, Contact } from "@trading-oms/types/operator";
import { formatCount, formatMoment } from "../text/format.ts";
import { texts } from "../text/text.ts";

export const methods = ["telephone", "message", "email", "visit"] as const;
export const answers = ["reached", "noAnswer", "promised", "paid", "refused"] as const;

/** A contact in words: telephone, promised 1.880.000 ₫ until 26/11 15:00. */
export function describeContact(contact: Omit<Contact, "time" | "by" | "note">): string {
  const { contacts } = texts.value;
  const amount = contact.promisedAmount === null ? "" : ` ${formatCount(contact.promisedAmount)} ₫`;
  const until =
    contact.promisedUntil === null ? "" : ` ${contacts.until(formatMoment(contact.promisedUntil))}`;
  return `${contacts.methods[contact.method]}, ${contacts.answers[contact.answer]}${amount}${until}`;
}

/** Reads a contact out of its entry in the audit chain. */
export function contactOf(entry: AuditEntry): Contact {
  const values = Object.fromEntries(entry.values.map(({ name, after }) => [name, after]));
  const numberOf = (name: string): number | null => {
    const value = values[name];
    return typeof value === "number" ? value : null;
  };
  return {
    time: entry.time,
    by: entry.actor,
    method: methods.find((each) => each === values["method"]) ?? "message",
    answer: answers.find((each) => each === values["answer"]) ?? "reached",
    promisedAmount: numberOf("promised"),
    promisedUntil: numberOf("promisedUntil"),
    note: String(values["note"] ?? entry.reason),
  };
}
