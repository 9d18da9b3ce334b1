import { findAccountKey, readAuditEntry, type Services, verifyAudit } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import {
  type Command,
  type Desk,
  type FaultOfAudit,
  Refused,
  type Result,
  unlessRefused,
} from "../cli/command.ts";
import { gatherParts } from "../cli/database.ts";
import { auditJson } from "../cli/json.ts";
import {
  type Columns,
  renderGroupedPrice,
  renderNumber,
  renderRatio,
  renderTable,
  renderTime,
  showProgress,
} from "../cli/text.ts";

const auditVerify: Command = {
  words: ["audit", "verify"],
  options: { account: { value: "ACCOUNT", about: "the audit of this account alone", otherwise: "of all" } },
  summary: "Verifies that no entry of the audit was changed, dropped, put between or cut off.",
  about:
    "Each entry is a link: its hash is computed over the one before. The last is held against the account, and the covered amounts in force against their entries. The first broken link of each account is named, and then the exit code is 1.",
  example: "oms audit verify --account 888C000017",
  run: async (given, desk) => {
    const accountId = given.option("account");
    const services = await desk.open();
    const tally: Tally = { accountCount: 0, linkCount: 0, broken: [] };
    if (accountId === undefined) await verifyAll(desk, tally);
    else await verifyOne(services, unlessRefused(await findAccountKey(services, accountId)), tally);
    return describe(tally);
  },
};

type Tally = { accountCount: number; linkCount: number; readonly broken: FaultOfAudit[] };

const accountsInPart = 1_000;

/** Accounts are taken part by part, for there may be more than fit in memory. */
async function verifyAll({ open, world }: Desk, tally: Tally): Promise<void> {
  const services = await open();
  const { rowCounts } = await services.store.describe();
  const total = rowCounts["account"] ?? 0;
  const progress = showProgress(world, "Verifying", "accounts");
  let after: AccountKey | undefined;
  for (;;) {
    const part = await services.store.listAccounts({ after, limit: accountsInPart });
    for (const { userId, accountId } of part) {
      await verifyOne(services, { userId, accountId }, tally);
      progress.tell(tally.accountCount, total > 0 ? tally.accountCount / total : undefined);
    }
    after = part.at(-1);
    if (part.length < accountsInPart) break;
  }
  progress.end();
}

async function verifyOne(services: Services, key: AccountKey, tally: Tally): Promise<void> {
  const verdict = unlessRefused(await verifyAudit(services, key));
  tally.accountCount += 1;
  if (verdict.kind === "whole") tally.linkCount += verdict.count;
  else tally.broken.push({ accountId: key.accountId, place: verdict.place, why: verdict.why });
}

function describe({ accountCount, linkCount, broken }: Tally): Result {
  const accounts = `${renderNumber(accountCount)} ${accountCount === 1 ? "account" : "accounts"}`;
  if (broken.length > 0) {
    const message = `The audit is broken in ${renderNumber(broken.length)} of ${accounts}.`;
    throw new Refused({ code: "audit-broken", message, broken });
  }
  return {
    json: { accountCount, linkCount },
    lines: [`Every link holds: ${renderNumber(linkCount)} in ${accounts}.`],
  };
}

const auditList: Command = {
  words: ["audit", "list"],
  options: { account: { value: "ACCOUNT", about: "whose audit it is", isNeeded: true } },
  summary: "Lists every change of the covered amounts of an account, oldest first.",
  about:
    "Each entry has who changed what, and the price and the rates that it was decided on. An entry that is not written as entries are is listed as such; to see whether all of them hold, verify the audit.",
  example: "oms audit list --account 888C000017",
  run: async (given, { open, say }) => {
    const services = await open();
    const key = unlessRefused(await findAccountKey(services, given.needed("account")));
    const records = await gatherParts(
      (after: number | undefined, limit) => services.store.listAudits(key, { after, limit }),
      ({ place }) => place,
    );
    if (records.length === 0) say("There are no entries.");
    const entries = records.map(({ place, entry }) => ({ place, entry: readAuditEntry(entry) }));
    return { json: records.map(auditJson), lines: renderTable(entries, columns) };
  },
};

type ReadRecord = { readonly place: number; readonly entry: ReturnType<typeof readAuditEntry> };

const columns: Columns<ReadRecord> = {
  "#PLACE": ({ place }) => String(place),
  TIME: ({ entry }) => (entry === undefined ? "can't be read" : renderTime(entry.atMs)),
  WHO: ({ entry }) => [entry?.actor.kind, entry?.actor.name].filter(Boolean).join(" "),
  SYMBOL: ({ entry }) => entry?.symbol ?? "",
  "#FROM VND": ({ entry }) => entry?.fromVnd ?? "",
  "#TO VND": ({ entry }) => entry?.toVnd ?? "",
  "#PRICE": ({ entry }) => {
    if (entry === undefined) return "";
    return entry.price === undefined ? "average" : renderGroupedPrice(entry.price);
  },
  "#MARGIN": ({ entry }) => (entry === undefined ? "" : renderRatio(entry.rates.marginRatio)),
  "#CALL": ({ entry }) => (entry === undefined ? "" : renderRatio(entry.rates.marginCallRate)),
  "#FORCE CLOSE": ({ entry }) => (entry === undefined ? "" : renderRatio(entry.rates.forceCloseRate)),
  REQUEST: ({ entry }) => entry?.requestId ?? "",
};

export const auditCommands: readonly Command[] = [auditVerify, auditList];
