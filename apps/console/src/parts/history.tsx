/** Entries of an audit chain in words, newest first. */
import type { AuditEntry } from "@trading-oms/types/operator";
import type { VNode } from "preact";
import { formatMoment, formatNumber } from "../text/format.ts";
import { texts } from "../text/text.ts";

/** A value of an entry, as people write it. */
export function formatValue(name: string, value: string | number | boolean | null): string {
  const { audit, contacts } = texts.value;
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? audit.yes : audit.no;
  if (typeof value === "number") return name === "promisedUntil" ? formatMoment(value) : formatNumber(value);
  const named: Readonly<Record<string, string>> = { ...contacts.methods, ...contacts.answers };
  return name === "method" || name === "answer" ? (named[value] ?? value) : value;
}

/** The value that an entry is about first, before and after: 0 → 1.880.000. */
export function describeEntry({ values }: AuditEntry): string {
  const [first] = values.filter(({ before, after }) => before !== after);
  if (first === undefined) return "";
  return `${formatValue(first.name, first.before)} → ${formatValue(first.name, first.after)}`;
}

export function History({ entries }: { readonly entries: readonly AuditEntry[] | undefined }): VNode {
  const { history, audit } = texts.value;
  return (
    <section aria-label={history.title}>
      <h3>{history.title}</h3>
      {entries?.length === 0 && <p class="quiet">{history.none}</p>}
      <ol class="events">
        {entries?.map((entry) => (
          <li key={entry.place}>
            <time>{formatMoment(entry.time)}</time>
            <span>
              {audit.kinds[entry.kind]} {describeEntry(entry)}
              {entry.reason !== "" && <q>{entry.reason}</q>}
            </span>
            <strong>{entry.actor}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}
