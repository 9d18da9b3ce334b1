/** What happened, newest first: contacts, and entries of an audit chain in words. */
import type { AuditEntry } from "@trading-oms/types/operator";
import type { ComponentChildren, VNode } from "preact";
import { formatMoment, formatNumber } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { contactOf, describeContact } from "./describe-contact.ts";

/** A value of an entry, as people write it. */
export function formatValue(name: string, value: string | number | boolean | null): string {
  const { audit, contacts } = texts.value;
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? audit.yes : audit.no;
  if (typeof value === "number")
    return name === "promisedUntil" || name === "openedAt" ? formatMoment(value) : formatNumber(value);
  const named: Readonly<Record<string, string>> = { ...contacts.methods, ...contacts.answers };
  return name === "method" || name === "answer" ? (named[value] ?? value) : value;
}

/** A contact in words, or the value that an entry is about first, before and after: 0 → 1.880.000. */
export function describeEntry(entry: AuditEntry): string {
  if (entry.kind === "contact") return describeContact(contactOf(entry));
  const [first] = entry.values.filter(({ before, after }) => before !== after);
  if (first === undefined) return "";
  return `${formatValue(first.name, first.before)} → ${formatValue(first.name, first.after)}`;
}

type Event = {
  readonly time: number;
  readonly what: ComponentChildren;
  /** What a person wrote about it. */
  readonly quote: string;
  readonly by: string;
};

type EventsProps = {
  readonly title: string;
  readonly none: string;
  /** Undefined until they are known. */
  readonly events: readonly Event[] | undefined;
  readonly children?: ComponentChildren;
};

export function Events({ title, none, events, children }: EventsProps): VNode {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {events?.length === 0 && <p class="quiet">{none}</p>}
      <ol class="events">
        {events?.map(({ time, what, quote, by }, at) => (
          <li key={at}>
            <time>{formatMoment(time)}</time>
            <span>
              {what}
              {quote !== "" && <q>{quote}</q>}
            </span>
            <strong>{by}</strong>
          </li>
        ))}
      </ol>
      {children}
    </section>
  );
}

export function History({ entries }: { readonly entries: readonly AuditEntry[] | undefined }): VNode {
  const { history, audit } = texts.value;
  const events = entries?.map((entry) => ({
    time: entry.time,
    what: `${audit.kinds[entry.kind]} ${describeEntry(entry)}`,
    quote: entry.reason,
    by: entry.actor,
  }));
  return <Events {...history} events={events} />;
}
