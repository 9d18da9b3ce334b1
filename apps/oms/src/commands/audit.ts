import { type AuditVerdict, findAccountKey, readAuditEntry, verifyAudit } from "@trading-oms/brokerage";
import type { AccountKey, AuditRecord } from "@trading-oms/brokerage/ports";
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
  renderGroupedPrice,
  renderNumber,
  renderRatio,
  renderTable,
  renderTime,
  showProgress,
} from "../cli/text.ts";

/** Verifies the audit of one account or of all. */
export const auditVerify: Command = {
  words: ["audit", "verify"],
  argumentNames: [],
  options: { account: { value: "ACCOUNT", about: "the audit of this account alone", otherwise: "of all" } },
  summary: "Verifies that no entry of the audit was changed, dropped, put between or cut off.",
  about:
    "Each entry is a link: its hash is computed over the one before. The last is held against the account, and the covered amounts in force against their entries. The first broken link of each account is named, and then the exit code is 1.",
  example: "oms audit verify --account 888C000017",
  run: async (given, desk) => {
    const accountId = given.option("account");
    const services = await desk.open();
    if (accountId === undefined) return describe(await verifyAll(desk));
    const key = unlessRefused(await findAccountKey(services, accountId));
    const verdict = unlessRefused(await verifyAudit(services, key));
    const tally = newTally();
    count(tally, key, verdict);
    return describe(tally);
  },
};

type Tally = { accountCount: number; linkCount: number; readonly broken: FaultOfAudit[] };

function newTally(): Tally {
  return { accountCount: 0, linkCount: 0, broken: [] };
}

const accountsInPart = 1_000;

/** Accounts are taken part by part, for there may be more than fit in memory. */
async function verifyAll({ open, world }: Desk): Promise<Tally> {
  const services = await open();
  const { rowCounts } = await services.store.describe();
  const total = rowCounts["account"] ?? 0;
  const progress = showProgress(world, "Verifying", "accounts");
  const tally = newTally();
  let after: AccountKey | undefined;
  for (;;) {
    const part = await services.store.listAccounts({ after, limit: accountsInPart });
    for (const { userId, accountId } of part) {
      const key = { userId, accountId };
      const verdict = await verifyAudit(services, key);
      if (verdict.kind === "refused") throw new Error(`The account ${accountId} is listed and not there.`);
      count(tally, key, verdict);
      progress.tell(tally.accountCount, total > 0 ? tally.accountCount / total : undefined);
    }
    after = part.at(-1);
    if (part.length < accountsInPart) break;
  }
  progress.end();
  return tally;
}

function count(tally: Tally, { accountId }: AccountKey, verdict: AuditVerdict): void {
  tally.accountCount += 1;
  if (verdict.kind === "whole") tally.linkCount += verdict.count;
  else tally.broken.push({ accountId, place: verdict.place, why: verdict.why });
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
    const key = unlessRefused(await findAccountKey(services, given.needed("account")));
    const records = await gatherParts(
      (after: number | undefined, limit) => services.store.listAudits(key, { after, limit }),
      ({ place }) => place,
    );
    if (records.length === 0) say("There are no entries.");
    return { json: records.map(auditJson), lines: renderAudit(records) };
  },
};

function renderAudit(records: readonly AuditRecord[]): string[] {
  return renderTable(
    [
      "#PLACE",
      "TIME",
      "WHO",
      "SYMBOL",
      "#FROM VND",
      "#TO VND",
      "#PRICE",
      "#MARGIN",
      "#CALL",
      "#FORCE CLOSE",
      "REQUEST",
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
