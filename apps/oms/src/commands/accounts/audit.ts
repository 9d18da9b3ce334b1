import { createReadStream } from "node:fs";
import {
  type AuditHead,
  type AuditVerdict,
  chainKey,
  headOf,
  isReservedChain,
  listChains,
  reservedChains,
  type Services,
  verifyAudit,
  verifyHead,
} from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import {
  type BrokenLink,
  type Command,
  type CommandContext,
  Refused,
  type Result,
  refuse,
  unlessRefused,
  type World,
} from "../../cli/command.ts";
import { readUtf8, rejectFaults, rejectFileFailure, splitLines } from "../../cli/files.ts";
import { renderNumber, showProgress } from "../../cli/text.ts";

const auditVerify: Command = {
  words: ["audit", "verify"],
  options: {
    chain: { value: "CHAIN", about: "only this one: an account, prices, rates or catalog", otherwise: "all" },
    heads: { value: "FILE", about: "compares the chains with heads of oms audit head; - is stdin" },
  },
  summary: "Verifies that no audit entry was changed, removed, inserted or cut off.",
  about:
    "The entries of an account form a chain: each hash includes the hash of the entry before. What the entries say is compared with what is in force: equity, positions, covered amounts, margin calls, contacts and movements of an account; prices by hand, rates, and the catalog with the holidays, which have the chains prices, rates and catalog. If a chain is broken, its first broken link is named and the exit code is 1. Somebody who can write to the database can write a chain anew, with what it explains; that is found by heads that were kept elsewhere, see oms audit head.",
  example: "oms audit verify --chain 888C000017",
  run: async (input, context) => {
    const chain = input.option("chain");
    const heads = input.option("heads");
    const services = await context.open();
    const tally: Tally = { chainCount: 0, linkCount: 0, headCount: 0, broken: [] };
    if (heads !== undefined) await verifyHeads(services, heads, context.world, { chain, tally });
    if (chain === undefined) await verifyAll(context, tally);
    else if (!isBroken(tally, chain))
      await verifyOne(services, unlessRefused(await chainKey(services, chain)), tally);
    return describe(tally, heads !== undefined);
  },
};

type Tally = { chainCount: number; linkCount: number; headCount: number; readonly broken: BrokenLink[] };

/** Whether a chain is broken already, which is reported once. */
function isBroken({ broken }: Tally, chain: string): boolean {
  return broken.some(({ accountId }) => accountId === chain);
}

/** Reads the accounts page by page, because all of them may not fit in memory. */
async function verifyAll({ open, world }: CommandContext, tally: Tally): Promise<void> {
  const services = await open();
  const rowCounts = await services.store.countRows();
  const total = rowCounts["account"] ?? 0;
  const progress = showProgress(world, "Verifying", "chains");
  const seen = new Set<string>();
  for await (const { userId, accountId } of listChains(services)) {
    if (isReservedChain(accountId)) seen.add(accountId);
    await verifyOne(services, { userId, accountId }, tally);
    progress.update(tally.chainCount, total > 0 ? tally.chainCount / total : undefined);
  }
  // A reserved chain without an account is not listed, but what it explains may be there, or entries of a removed one.
  for (const chain of reservedChains) {
    if (seen.has(chain)) continue;
    const key = unlessRefused(await chainKey(services, chain));
    const verdict = unlessRefused(await verifyAudit(services, key));
    if (verdict.kind === "broken") addVerdict(tally, key, verdict);
  }
  const entryCount = rowCounts["audit"] ?? 0;
  if (tally.broken.length === 0 && entryCount > tally.linkCount) {
    const message = `The audit has ${renderNumber(entryCount - tally.linkCount)} entries of accounts that are missing.`;
    throw new Refused({ code: "audit-broken", message, broken: [] });
  }
  progress.end();
}

async function verifyOne(services: Services, key: AccountKey, tally: Tally): Promise<void> {
  addVerdict(tally, key, unlessRefused(await verifyAudit(services, key)));
}

function addVerdict(tally: Tally, { accountId }: AccountKey, verdict: AuditVerdict): void {
  tally.chainCount += 1;
  if (verdict.kind === "whole") tally.linkCount += verdict.count;
  else if (!isBroken(tally, accountId)) addBroken(tally, accountId, verdict);
}

function addBroken(
  tally: Tally,
  accountId: string,
  verdict: AuditVerdict & { readonly kind: "broken" },
): void {
  tally.broken.push({ accountId, place: verdict.place, why: verdict.why });
}

/** Compares chains with heads line by line, because the file may be as long as the list of accounts. */
async function verifyHeads(
  services: Services,
  file: string,
  { stdin }: World,
  { chain, tally }: { readonly chain: string | undefined; readonly tally: Tally },
): Promise<void> {
  const name = file === "-" ? "stdin" : file;
  try {
    for await (const { line, ...each } of splitLines(
      readUtf8(file === "-" ? stdin : createReadStream(file)),
    )) {
      if ("fault" in each) rejectFaults(name, [{ line, fault: each.fault }], 1);
      if (each.text.trim() === "") continue;
      const head = parseHead(each.text.trim());
      if (head === undefined)
        rejectFaults(name, [{ line, fault: "is not a head: a chain, a count and a hash." }], 1);
      if (chain !== undefined && head.chain !== chain) continue;
      tally.headCount += 1;
      const verdict = await verifyHead(services, head);
      if (verdict.kind === "broken") addBroken(tally, head.chain, verdict);
    }
  } catch (failure) {
    rejectFileFailure(file, failure);
  }
  if (tally.headCount > 0) return;
  const of = chain === undefined ? "" : ` of ${chain}`;
  refuse("file_not_valid", `${name} has no head${of}, so nothing was compared.`);
}

function parseHead(text: string): AuditHead | undefined {
  const [, chain = "", count = "", hash = ""] =
    /^([A-Za-z0-9._-]{1,64}) ([0-9]{1,15})(?: ([0-9a-f]{64}))?$/.exec(text) ?? [];
  const isHead = chain !== "" && (hash === "") === (Number(count) === 0);
  return isHead ? { chain, count: Number(count), hash } : undefined;
}

function describe({ chainCount, linkCount, headCount, broken }: Tally, hasHeads: boolean): Result {
  const chains = `${renderNumber(chainCount)} ${chainCount === 1 ? "chain" : "chains"}`;
  if (broken.length > 0) {
    const message = `The audit is broken in ${renderNumber(broken.length)} of ${chains}.`;
    throw new Refused({ code: "audit-broken", message, broken });
  }
  const heads = hasHeads ? [`Every head that was kept is there: ${renderNumber(headCount)}.`] : [];
  return {
    json: { chainCount, linkCount, ...(hasHeads && { headCount }) },
    lines: [`Every link holds: ${renderNumber(linkCount)} in ${chains}.`, ...heads],
  };
}

const auditHead: Command = {
  words: ["audit", "head"],
  summary: "Prints the head of each chain, to be kept elsewhere.",
  about:
    "A line has a chain, the count of its entries and the hash of the last one. Keep the lines where nobody who can write to the database can write to them, such as every night: oms audit verify --heads finds a chain that was written anew since, cut or removed. With --json each line is an object.",
  example: "oms audit head > heads-2025-06-02.txt",
  run: async (input, { open, world }) => {
    const services = await open();
    for await (const account of listChains(services)) {
      const { chain, count, hash } = headOf(account);
      const text = input.isOn("json") ? JSON.stringify({ chain, count, hash }) : `${chain} ${count} ${hash}`;
      world.stdout.write(`${text.trimEnd()}\n`);
    }
    return { json: undefined, lines: [] };
  },
};

export const auditCommands: readonly Command[] = [auditVerify, auditHead];
