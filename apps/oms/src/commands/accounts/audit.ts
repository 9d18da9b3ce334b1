import {
  type AuditFilter,
  chainKey,
  isReservedChain,
  matchesAudit,
  type PriceValues,
  type RatesValues,
  readAuditEntry,
  reservedChains,
  type Services,
  symbolOf,
  verifyAudit,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import {
  type BrokenLink,
  type Command,
  type CommandContext,
  type CommandInput,
  Refused,
  type Result,
  unlessRefused,
} from "../../cli/command.ts";
import { readAllPages } from "../../cli/database.ts";
import { auditJson } from "../../cli/json.ts";
import {
  type Columns,
  renderGroupedPrice,
  renderNumber,
  renderRatio,
  renderTable,
  renderTime,
  showProgress,
} from "../../cli/text.ts";
import { readTime } from "../../cli/values.ts";

const auditVerify: Command = {
  words: ["audit", "verify"],
  options: {
    chain: { value: "CHAIN", about: "only this one: an account, prices, rates or catalog", otherwise: "all" },
  },
  summary: "Verifies that no audit entry was changed, removed, inserted or cut off.",
  about:
    "The entries of an account form a chain: each hash includes the hash of the entry before. The last hash is compared with the account, and the covered amounts in force with their entries; so are the rates in force. What belongs to no account has the chains prices, rates and catalog. If a chain is broken, its first broken link is named and the exit code is 1.",
  example: "oms audit verify --chain 888C000017",
  run: async (input, context) => {
    const chain = input.option("chain");
    const services = await context.open();
    const tally: Tally = { chainCount: 0, linkCount: 0, broken: [] };
    if (chain === undefined) await verifyAll(context, tally);
    else await verifyOne(services, unlessRefused(await chainKey(services, chain)), tally);
    return describe(tally);
  },
};

type Tally = { chainCount: number; linkCount: number; readonly broken: BrokenLink[] };

const accountsInPage = 1_000;

/** Reads the accounts page by page, because all of them may not fit in memory. */
async function verifyAll({ open, world }: CommandContext, tally: Tally): Promise<void> {
  const services = await open();
  const rowCounts = await services.store.countRows();
  const total = rowCounts["account"] ?? 0;
  const progress = showProgress(world, "Verifying", "chains");
  const seen = new Set<string>();
  let after: AccountKey | undefined;
  for (;;) {
    const page = await services.store.listAccounts({ after, limit: accountsInPage });
    for (const { userId, accountId } of page) {
      if (isReservedChain(accountId)) seen.add(accountId);
      await verifyOne(services, { userId, accountId }, tally);
      progress.update(tally.chainCount, total > 0 ? tally.chainCount / total : undefined);
    }
    after = page.at(-1);
    if (page.length < accountsInPage) break;
  }
  // A chain whose account was removed is not listed, but its entries are still there.
  for (const chain of reservedChains) {
    const key = unlessRefused(await chainKey(services, chain));
    const [entry] = seen.has(chain) ? [] : await services.store.listAudits(key, { after: 0, limit: 1 });
    if (entry !== undefined) await verifyOne(services, key, tally);
  }
  progress.end();
}

async function verifyOne(services: Services, key: AccountKey, tally: Tally): Promise<void> {
  const verdict = unlessRefused(await verifyAudit(services, key));
  tally.chainCount += 1;
  if (verdict.kind === "whole") tally.linkCount += verdict.count;
  else tally.broken.push({ accountId: key.accountId, place: verdict.place, why: verdict.why });
}

function describe({ chainCount, linkCount, broken }: Tally): Result {
  const chains = `${renderNumber(chainCount)} ${chainCount === 1 ? "chain" : "chains"}`;
  if (broken.length > 0) {
    const message = `The audit is broken in ${renderNumber(broken.length)} of ${chains}.`;
    throw new Refused({ code: "audit-broken", message, broken });
  }
  return {
    json: { chainCount, linkCount },
    lines: [`Every link holds: ${renderNumber(linkCount)} in ${chains}.`],
  };
}

const auditList: Command = {
  words: ["audit", "list"],
  options: {
    chain: { value: "CHAIN", about: "an account, prices, rates or catalog", isRequired: true },
    kind: { value: "KIND", about: "only entries of this kind", otherwise: "all" },
    by: { value: "NAME", about: "only entries of this user or operator", otherwise: "all" },
    symbol: { value: "SYMBOL", about: "only entries about this symbol", otherwise: "all" },
    from: { value: "TIME", about: "only entries made then or later", otherwise: "all" },
    until: { value: "TIME", about: "only entries made before then", otherwise: "all" },
  },
  summary: "Lists the audit of an account, or of prices, rates or the catalog, oldest first.",
  about:
    "Each entry names the user or operator, the value before and after, the request and the reason. KIND is cover, for a covered amount in VND that was set, with the price and the rates on which it was decided; release, for one that became free when its position was closed; cash, for the equity in VND that a deposit or a withdrawal changed; closing, for a position that was marked as closing, or whose closing was cancelled; contact, for what came of a contact about a call, with the note as its reason; rates, price or catalog, for what belongs to no account. TIME is as in the list, such as 2025-06-02 or 2025-06-02T03:00:00Z. An unreadable entry is listed as such. To check the entries, see oms audit verify.",
  example: "oms audit list --chain 888C000017",
  run: async (input, { open, say }) => {
    const filter = readFilter(input);
    const services = await open();
    const key = unlessRefused(await chainKey(services, input.required("chain")));
    const all = await readAllPages(
      (after: number | undefined, limit) => services.store.listAudits(key, { after, limit }),
      ({ place }) => place,
    );
    const records = all.filter((record) => {
      const entry = readAuditEntry(record.entry);
      return entry === undefined || matchesAudit(entry, filter);
    });
    if (records.length === 0) say("There are no entries.");
    const entries = records.map(({ place, entry }) => ({ place, entry: readAuditEntry(entry) }));
    return { json: records.map(auditJson), lines: renderTable(entries, columns) };
  },
};

function readFilter(input: CommandInput): AuditFilter {
  const [from, until] = [input.option("from"), input.option("until")];
  return {
    kind: input.option("kind"),
    actor: input.option("by"),
    symbol: input.option("symbol"),
    fromMs: from === undefined ? undefined : readTime("--from", from),
    untilMs: until === undefined ? undefined : readTime("--until", until),
  };
}

type ReadRecord = { readonly place: number; readonly entry: ReturnType<typeof readAuditEntry> };

/** The terms of a decision about a covered amount. */
function termsOf({ entry }: ReadRecord) {
  return entry?.kind === "cover" || entry?.kind === "release" ? entry.after : undefined;
}

const columns: Columns<ReadRecord> = {
  "#PLACE": ({ place }) => String(place),
  TIME: ({ entry }) => (entry === undefined ? "can't be read" : renderTime(entry.atMs)),
  WHO: ({ entry }) => [entry?.actor.kind, entry?.actor.name].filter(Boolean).join(" "),
  KIND: ({ entry }) => entry?.kind ?? "",
  SYMBOL: ({ entry }) => (entry && symbolOf(entry)) ?? "",
  "#BEFORE": ({ entry }) => renderValue(entry?.before),
  "#AFTER": ({ entry }) => renderValue(entry?.after),
  "#PRICE": (record) => {
    const terms = termsOf(record);
    if (terms === undefined) return "";
    return terms.markPrice === undefined ? "average" : renderGroupedPrice(terms.markPrice);
  },
  "#MARGIN": (record) => renderRate(termsOf(record)?.marginRatio),
  "#CALL": (record) => renderRate(termsOf(record)?.marginCallRate),
  "#FORCE CLOSE": (record) => renderRate(termsOf(record)?.forceCloseRate),
  REQUEST: ({ entry }) => entry?.requestId ?? "",
  REASON: ({ entry }) => entry?.reason ?? "",
};

type Values = NonNullable<ReadRecord["entry"]>["before" | "after"];

function renderValue(values: Values | undefined): string | bigint {
  if (values === undefined) return "";
  if ("coveredVnd" in values) return values.coveredVnd;
  if ("equityVnd" in values) return values.equityVnd;
  if ("callNumber" in values) return values.answer ?? "";
  if ("isClosing" in values) return values.isClosing ? "closing" : "open";
  return "version" in values ? `version ${values.version}` : renderReference(values);
}

/** Renders a price, the three rates, or the part of a file that was imported. */
function renderReference({ rowCount, ...values }: PriceValues | RatesValues): string {
  if (rowCount !== undefined) return `${renderNumber(rowCount)} rows from line ${values.firstLine}`;
  if ("markPrice" in values && values.markPrice !== undefined) return renderGroupedPrice(values.markPrice);
  if (!("marginRatio" in values)) return "none";
  return [values.marginRatio, values.marginCallRate, values.forceCloseRate].map(renderRate).join(" ");
}

function renderRate(rate: bigint | undefined): string {
  return rate === undefined ? "" : renderRatio(rate);
}

export const auditCommands: readonly Command[] = [auditVerify, auditList];
