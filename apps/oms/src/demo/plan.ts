import type { CashMovement, CatalogLine, RatesSetting } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import {
  type CalendarDate,
  expirationDateOf,
  type Holidays,
  listedFuturesOf,
  lotOf,
  makeFutureCode,
  parsePrice,
  startOfDateMs,
  tradingDayBefore,
} from "@trading-oms/market";
import { type Company, listCompanies } from "./companies.ts";
import { makeDice } from "./dice.ts";

/** A cash movement of the demonstration. */
type PlannedMovement = CashMovement & { readonly movementId: string; readonly atMs: number };

/** A position of the demonstration. */
type PlannedPosition = {
  readonly key: AccountKey & { readonly symbol: string };
  readonly quantity: bigint;
  readonly price: bigint;
  readonly atMs: number;
};

/** The data of the demonstration without the catalog. It is always the same, except for times and the codes of the futures. */
export type DemoPlan = {
  /** When the accounts are opened. */
  readonly beginsAtMs: number;
  readonly accounts: readonly AccountKey[];
  readonly rates: readonly RatesSetting[];
  readonly movements: readonly PlannedMovement[];
  readonly positions: readonly PlannedPosition[];
};

const dayMs = 86_400_000;

/** Plans the demonstration for a day: the positions are opened at 9:00 on the trading day before, and the accounts 100 days earlier. */
export function planDemo(date: CalendarDate): DemoPlan {
  const positionsAtMs = startOfDateMs(tradingDayBefore(date, holidays)) + 9 * 3_600_000;
  const beginsAtMs = positionsAtMs - 100 * dayMs;
  const [next = "", , quarter = ""] = listFutureCodes(date);
  const positions = [
    // The worked examples, which have a margin call at the reference prices of the catalog.
    positionOf(accounts.called, "FPT", 1_000n, "100000"),
    positionOf(accounts.long, next, 2n, "1500"),
    positionOf(accounts.short, quarter, -2n, "1461"),
    positionOf(accounts.busy, "VCB", 2_000n, "88500"),
    positionOf(accounts.busy, "HPG", 5_000n, "27000"),
    positionOf(accounts.busy, "SHS", 3_000n, "12900"),
    positionOf(accounts.busy, "ACV", 500n, "118000"),
    // Near their margin calls on both sides of 1,461.0: at 1,459.9 and at 1,462.3. The simulated exchange soon reaches one of them.
    positionOf(accounts.nearBelow, next, 2n, "1490.7"),
    positionOf(accounts.nearAbove, next, -2n, "1434.4"),
  ];
  return {
    beginsAtMs,
    accounts: Object.values(accounts),
    rates,
    movements: planMovements(beginsAtMs),
    positions: positions.map((position) => ({ ...position, atMs: positionsAtMs })),
  };
}

const accounts = {
  called: { userId: "demo", accountId: "888C000017" },
  busy: { userId: "demo", accountId: "888C000018" },
  long: { userId: "demo-2", accountId: "888C000027" },
  short: { userId: "demo-3", accountId: "888C000037" },
  nearBelow: { userId: "demo", accountId: "888C000047" },
  nearAbove: { userId: "demo", accountId: "888C000048" },
} as const;

const rates: readonly RatesSetting[] = [
  ratesOf("group", "STO", [500_000n, 400_000n, 300_000n]),
  ratesOf("group", "STX", [600_000n, 450_000n, 350_000n]),
  ratesOf("group", "UPX", [700_000n, 500_000n, 400_000n]),
  ratesOf("group", "DVX", [100_000n, 60_000n, 40_000n]),
  ratesOf("product", "VN30F", [50_000n, 30_000n, 20_000n]),
];

/** One account has several pages of history; the others end at the equity of their worked example. */
function planMovements(beginsAtMs: number): PlannedMovement[] {
  const roll = makeDice(17);
  const millions = (count: number) => BigInt(count) * 1_000_000n;
  const rolled = Array.from({ length: 60 }, (_, index): Step => {
    const isWithdrawal = index % 3 === 2;
    return isWithdrawal
      ? [accounts.busy, "withdrawal", millions(1 + roll(4))]
      : [accounts.busy, "deposit", millions(5 + roll(20))];
  });
  const steps: Step[] = [
    [accounts.called, "deposit", millions(60)],
    [accounts.called, "withdrawal", millions(5)],
    [accounts.called, "deposit", millions(30)],
    [accounts.called, "withdrawal", millions(15)],
    [accounts.called, "deposit", millions(10)],
    ...rolled,
    [accounts.long, "deposit", millions(50)],
    [accounts.long, "withdrawal", millions(10)],
    [accounts.short, "deposit", millions(25)],
    [accounts.short, "deposit", millions(15)],
    [accounts.nearBelow, "deposit", millions(40)],
    [accounts.nearAbove, "deposit", millions(40)],
  ];
  return steps.map(([key, kind, amountVnd], index) => ({
    key,
    kind,
    amountVnd,
    movementId: `DEMO-${String(index + 1).padStart(4, "0")}`,
    atMs: beginsAtMs + (index + 1) * dayMs,
  }));
}

type Step = readonly [key: AccountKey, kind: CashMovement["kind"], amountVnd: bigint];

function positionOf(key: AccountKey, symbol: string, quantity: bigint, priceText: string) {
  return { key: { ...key, symbol }, quantity, price: parsePrice(priceText) ?? 0n };
}

function ratesOf(
  level: RatesSetting["level"],
  name: string,
  [marginRatio, marginCallRate, forceCloseRate]: readonly [bigint, bigint, bigint],
): RatesSetting {
  return { level, name, rates: { marginRatio, marginCallRate, forceCloseRate } };
}

type InstrumentRecord = Extract<CatalogLine, { readonly record: unknown }>["record"];

/** Without holidays, the futures expire on the third Thursday of their month. */
const holidays: Holidays = new Set();

/** The product of the futures. */
const productCode = "VN30F";

/** Prices of the futures, in the order of their expiry. */
const futurePrices = ["1461.0", "1463.5", "1500.0", "1502.3"];

const shareQuantityMax = 1_000_000n;

/** Lists the instruments of the demonstration, with the futures that are traded on a day. */
export function listInstruments(date: CalendarDate): InstrumentRecord[] {
  return [...listCompanies().map(shareOf), ...listFutures(date)];
}

/** Returns the codes of the futures that are traded on a day, in the order of their expiry. */
export function listFutureCodes(date: CalendarDate): string[] {
  return listedFuturesOf(productCode, date, holidays).map(makeFutureCode);
}

function shareOf({ priceText, ...company }: Company): InstrumentRecord {
  return {
    ...company,
    type: "stock",
    sectorLevel3: company.industryName,
    logoId: company.symbol,
    tickerCode: company.symbol,
    referencePrice: parsePrice(priceText) ?? 0n,
    lot: lotOf(company.exchange),
    minQuantity: lotOf(company.exchange),
    maxQuantity: shareQuantityMax,
  };
}

function listFutures(date: CalendarDate): InstrumentRecord[] {
  return listedFuturesOf(productCode, date, holidays).map((future, index) => {
    const { underlyingSymbolCode, quantityMax, contractSize } = future.product;
    const month = `${future.month}`.padStart(2, "0");
    return {
      symbol: makeFutureCode(future),
      exchange: "DERIVATIVES",
      type: "future",
      name: `VN30 ${month}/${future.year}`,
      companyName: `Hợp đồng tương lai chỉ số VN30 tháng ${month}/${future.year}`,
      aliases: [`VN30F${future.year % 100}${month}`],
      keywords: ["Phái sinh", "Hợp đồng tương lai", "HĐTL", "Futures"],
      referencePrice: parsePrice(futurePrices[index] ?? "") ?? 0n,
      lot: lotOf("DERIVATIVES"),
      minQuantity: 1n,
      maxQuantity: quantityMax,
      underlyingSymbolCode,
      expirationDate: expirationDateOf(future, holidays),
      contractSize,
    };
  });
}
