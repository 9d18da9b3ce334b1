import { findAccountKey, readAuditEntry } from "@trading-oms/brokerage";
import type { AuditRecord } from "@trading-oms/brokerage/ports";
import type { Command } from "../../command.ts";
import { gatherParts } from "../../gather-parts.ts";
import { auditJson } from "../../output/record-json.ts";
import { renderGroupedPrice } from "../../output/render-grouped-price.ts";
import { renderNumber } from "../../output/render-number.ts";
import { renderRatio } from "../../output/render-ratio.ts";
import { renderTable } from "../../output/render-table.ts";
import { renderTime } from "../../output/render-time.ts";

/** Lists the audit of an account. */
export const auditList: Command = {
  words: ["audit", "list"],
  argumentNames: [],
  options: { account: { value: "ACCOUNT", about: "whose audit it is", isNeeded: true } },
  summary: "Lists every change of the covered amounts of an account, oldest first.",
  about:
    "Each entry has who changed what, and the price and the rates that it was decided on. An entry that is not written as entries are is listed as such; to see whether all of them hold, verify the audit.",
  example: "oms audit list --account 888C000017",
  run: async (given, { open, say }) => {
    const services = await open();
    const key = await findAccountKey(services, given.needed("account"));
    if ("kind" in key) return key;
    const records = await gatherParts(
      (after: number | undefined, limit) => services.store.listAudits(key, { after, limit }),
      ({ place }) => place,
    );
    if (records.length === 0) say("There are no entries.");
    return { kind: "done", json: records.map(auditJson), lines: renderAudit(records) };
  },
};

function renderAudit(records: readonly AuditRecord[]): string[] {
  return renderTable(
    [
      { title: "PLACE", isNumber: true },
      { title: "TIME" },
      { title: "WHO" },
      { title: "SYMBOL" },
      { title: "FROM VND", isNumber: true },
      { title: "TO VND", isNumber: true },
      { title: "PRICE", isNumber: true },
      { title: "MARGIN", isNumber: true },
      { title: "CALL", isNumber: true },
      { title: "FORCE CLOSE", isNumber: true },
      { title: "REQUEST" },
    ],
    records.map(renderRecord),
  );
}

function renderRecord({ place, entry: text }: AuditRecord): string[] {
  const entry = readAuditEntry(text);
  if (entry === undefined) return [String(place), "can't be read"];
  const { actor, rates } = entry;
  return [
    String(place),
    renderTime(entry.atMs),
    [actor.kind, actor.name].filter(Boolean).join(" "),
    entry.symbol,
    renderNumber(entry.fromVnd),
    renderNumber(entry.toVnd),
    entry.price === undefined ? "average" : renderGroupedPrice(entry.price),
    renderRatio(rates.marginRatio),
    renderRatio(rates.marginCallRate),
    renderRatio(rates.forceCloseRate),
    entry.requestId,
  ];
}
