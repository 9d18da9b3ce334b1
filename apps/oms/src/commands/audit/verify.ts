import { type AuditVerdict, findAccountKey, verifyAudit } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import type { Command, Desk, FaultOfAudit, Outcome } from "../../command.ts";
import { renderNumber } from "../../output/render-number.ts";
import { showProgress } from "../../output/show-progress.ts";

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
    const key = await findAccountKey(services, accountId);
    if ("kind" in key) return key;
    const verdict = await verifyAudit(services, key);
    if (verdict.kind === "refused") return verdict;
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

function describe({ accountCount, linkCount, broken }: Tally): Outcome {
  const accounts = `${renderNumber(accountCount)} ${accountCount === 1 ? "account" : "accounts"}`;
  if (broken.length > 0) {
    const message = `The audit is broken in ${renderNumber(broken.length)} of ${accounts}.`;
    return { kind: "refused", code: "audit-broken", message, broken };
  }
  return {
    kind: "done",
    json: { accountCount, linkCount },
    lines: [`Every link holds: ${renderNumber(linkCount)} in ${accounts}.`],
  };
}
