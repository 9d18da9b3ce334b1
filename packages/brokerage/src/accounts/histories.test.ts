import fc from "fast-check";
import { expect, test } from "vitest";
import { adjustSymbol } from "../adjustments/adjust-symbol.ts";
import { setCover } from "../covers/set-cover.ts";
import { setPrice } from "../settings/set-price.ts";
import { setRates } from "../settings/set-rates.ts";
import { confirmed, fpt, list, planServices } from "../testing/plan-services.ts";
import { examplesRates } from "../testing/plan-watch.ts";
import { openAccount } from "./accounts.ts";
import { readAuditEntry } from "./audit.ts";
import { moveCash } from "./cash.ts";
import { listMovements } from "./movements.ts";
import { closeHolding, markClosing, reduceHolding, setPosition } from "./positions.ts";
import { verifyAudit } from "./verify-audit.ts";

const key = { userId: "u-1", accountId: "A-1" };

/** A kind of change is added here and in `run` below. */
const command = fc.record({
  name: fc.constantFrom(
    ...(["deposit", "withdrawal", "entry", "entry", "reduction", "reduction", "result", "result"] as const),
    ...(["cover", "cover", "cover", "closing", "cancellation", "price"] as const),
    ...(["adjustment", "adjustment", "adjustment"] as const),
  ),
  symbol: fc.constantFrom("FPT", "VNM"),
  isShort: fc.boolean(),
  size: fc.bigInt({ min: 1n, max: 30n }),
  thousands: fc.bigInt({ min: 50n, max: 120n }),
  millions: fc.bigInt({ min: 0n, max: 40n }),
});

type Command = typeof command extends fc.Arbitrary<infer Each> ? Each : never;

async function plan() {
  const { services, memory } = planServices();
  await list(services, fpt, { ...fpt, symbol: "VNM" });
  await setRates(services, { level: "group", name: "STO", rates: examplesRates });
  await openAccount(services, key);
  let adjustmentCount = 0;
  /** A dividend and a factor, and rights for a part of long positions. */
  const adjust = ({ symbol, isShort, size, thousands, millions }: Command): Promise<object> => {
    adjustmentCount += 1;
    const rights = { quantity: size, paidVnd: size * thousands * 500n + 1n };
    const adjustment = {
      dividendVnd: millions === 0n ? undefined : millions * 1_000n,
      factor: { numerator: size + 5n, denominator: 10n },
      rights: isShort ? undefined : rights,
    };
    const origin = { actor: { kind: "operator", name: "lan" } } as const;
    const order = { symbol, date: "1970-01-01", id: `x-${adjustmentCount}`, adjustment, ...origin } as const;
    return adjustSymbol(services, { ...order, accountId: key.accountId });
  };
  const run = (drawn: Command): Promise<object> => {
    const { name, symbol, isShort, size, thousands, millions } = drawn;
    const held = { ...key, symbol };
    const price = thousands * 1_000_000n;
    const [quantity, amountVnd] = [size * 100n, millions * 1_000_000n];
    const cash = { key, amountVnd: amountVnd * 10n };
    const cover = { ...held, ...confirmed, amountVnd, requestId: "r" };
    return {
      deposit: () => moveCash(services, { ...cash, kind: "deposit" }),
      withdrawal: () => moveCash(services, { ...cash, kind: "withdrawal" }),
      entry: () => setPosition(services, held, { quantity: isShort ? -quantity : quantity, price }),
      reduction: () => reduceHolding(services, held, { quantity, price }, confirmed),
      result: () => closeHolding(services, held, price, confirmed),
      cover: () => setCover(services, { ...cover, actor: { kind: "user", name: "u-1" } }),
      closing: () => markClosing(services, held, true, { actor: { kind: "operator", name: "lan" } }),
      cancellation: () => markClosing(services, held, false, { actor: { kind: "operator", name: "lan" } }),
      price: () => setPrice(services, { symbol, price, isConfirmed: true }),
      adjustment: () => adjust(drawn),
    }[name]();
  };
  return { services, memory, run };
}

/** All movements of the account, newest first. */
async function readMovements(services: Awaited<ReturnType<typeof plan>>["services"]) {
  const page = await listMovements(services, key, { limit: 1_000 });
  if (page.kind === "refused") throw new Error(page.message);
  return page.movements;
}

/** Two thousand histories in CI take longer than other tests. */
const timeoutMs = 300_000;

test(
  "drawn histories: movements add up to the equity, and the chain explains every row",
  async () => {
    const seen = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 16, maxLength: 32 }), async (commands) => {
        const { services, memory, run } = await plan();
        for (const each of commands) await run(each);
        const { account, positions } = (await services.store.readAccount(key)) ?? {};
        const movements = await readMovements(services);
        const ofEquity = ["deposit", "withdrawal", "reduction", "result", "settlement"];
        const movedVnd = movements
          .filter(({ kind }) => ofEquity.includes(kind))
          .reduce((sum, { beforeVnd, afterVnd }) => sum + afterVnd - beforeVnd, 0n);
        expect(movedVnd).toBe(account?.equityVnd);
        for (const { symbol, quantity, entryVnd, coveredVnd } of positions ?? []) {
          const ofSymbol = movements.filter((movement) => movement.symbol === symbol);
          expect(ofSymbol.find((movement) => movement.quantity !== undefined)?.quantity).toBe(quantity);
          const cover = ofSymbol.find(({ kind }) => kind === "cover" || kind === "release");
          expect(cover?.afterVnd ?? 0n).toBe(coveredVnd);
          const [entered] = ofSymbol.filter(({ kind }) => kind !== "cover" && kind !== "release");
          if (entered?.kind === "entry" || entered?.kind === "adjustment")
            expect(entered.afterVnd).toBe(entryVnd);
        }
        expect(await verifyAudit(services, key)).toEqual({ kind: "whole", count: account?.auditCount });
        for (const { entry } of memory.accounts.get("A-1")?.audits ?? []) {
          const kind = readAuditEntry(entry)?.kind ?? "unreadable";
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
        }
      }),
    );
    // Every kind was drawn: ten times and more on average.
    for (const kind of [
      "cash",
      "entry",
      "reduction",
      "result",
      "cover",
      "release",
      "closing",
      "call",
      "adjustment",
    ])
      expect(seen.get(kind), kind).toBeGreaterThan(0);
    expect(seen.has("unreadable")).toBe(false);
  },
  timeoutMs,
);
