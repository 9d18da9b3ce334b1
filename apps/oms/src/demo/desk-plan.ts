/** Sixty accounts that give the desk of the demonstration a day's work: some called, some close to it, most far from it. */
import type { ContactOrder } from "@trading-oms/brokerage";
import type { AccountKey } from "@trading-oms/brokerage/ports";
import {
  type CalendarDate,
  type Instrument,
  startOfDateMs,
  tradingDayBefore,
  unitVndOf,
} from "@trading-oms/market";
import { makeDice } from "./dice.ts";

/** An account of the desk: its cash, its positions from the oldest to the newest, and who spoke with its owner. */
export type DeskAccount = AccountKey & {
  readonly openedAtMs: number;
  readonly depositVnd: bigint;
  readonly positions: readonly DeskPosition[];
};

/** A position that is opened at a time, called at once or not, and what was said about it. */
type DeskPosition = {
  readonly symbol: string;
  readonly quantity: bigint;
  readonly entryVnd: bigint;
  readonly atMs: number;
  readonly contacts: readonly (Omit<ContactOrder["contact"], "note"> & {
    readonly atMs: number;
    readonly by: string;
  })[];
};

const symbols =
  "FPT VCB HPG SSI BID VND NVL TCB STB DGC VHM VIC MBB ACB VPB GAS PNJ REE DIG DXG KBC BSR PVS SHS IDC ACV".split(
    " ",
  );

const accountCount = 60;
const [dayMs, minuteMs] = [86_400_000, 60_000];
const opensAtMs = 9 * 60 * minuteMs;

/** A share of margin, of the rate of calls, and of forced closing, for each exchange, as the demonstration sets them. */
const rates = {
  HOSE: [0.5, 0.4, 0.3],
  HNX: [0.6, 0.45, 0.35],
  UPCOM: [0.7, 0.5, 0.4],
  DERIVATIVES: [0.05, 0.03, 0.02],
} as const;

/** Plans the accounts for a day: what is called was called on the trading days before, and is due around it. */
export function planDesk(
  date: CalendarDate,
  future: string,
  find: (symbol: string) => Instrument | undefined,
): DeskAccount[] {
  const roll = makeDice(60);
  const days = tradingDaysBefore(date, 3);
  return Array.from({ length: accountCount }, (_, index): DeskAccount => {
    const accountId = `888C0001${String(index + 1).padStart(2, "0")}`;
    const distance = distanceOf(index, roll);
    const isCalled = distance < 0;
    const atMs =
      startOfDateMs(days[isCalled ? index % days.length : 2] ?? date) + opensAtMs + roll(330) * minuteMs;
    const chosen = [
      index % 9 === 4 ? future : symbols[(index * 7) % symbols.length],
      symbols[roll(symbols.length)],
    ];
    const held = [...new Set(index % 3 === 0 ? chosen : chosen.slice(0, 1))].map((symbol, place) =>
      planPosition(find(symbol ?? ""), place === 0 ? distance : 1 + roll(20) / 10, roll),
    );
    const requiredVnd = held.reduce((sumVnd, each) => sumVnd + each.requiredVnd, 0n);
    return {
      userId: `user-${index + 101}`,
      accountId,
      openedAtMs: atMs - 200 * dayMs,
      depositVnd: inMillions((requiredVnd * BigInt(105 + roll(70))) / 100n),
      positions: held.map(({ requiredVnd: _required, ...position }, place) => ({
        ...position,
        atMs: atMs + place * minuteMs,
        contacts: isCalled && place === 0 ? planContacts(index, atMs, roll) : [],
      })),
    };
  });
}

/** How far the deal ratio lies above the rate of calls, in parts of the distance between that and the rate of forced closing. */
function distanceOf(index: number, roll: (sides: number) => number): number {
  if (index % 20 === 9) return -1.1 - roll(30) / 100;
  if (index % 5 === 2) return -0.05 - roll(60) / 100;
  if (index % 5 === 4) return 0.01 + roll(12) / 100;
  return 0.2 + roll(300) / 100;
}

function planPosition(instrument: Instrument | undefined, distance: number, roll: (sides: number) => number) {
  if (instrument === undefined)
    throw new Error("The demonstration's desk holds an instrument that is not listed.");
  const [margin, call, forceClose] = rates[instrument.exchange];
  const ratio = call + distance * (call - forceClose);
  const unitVnd = unitVndOf(instrument, instrument.referencePrice);
  const isFuture = instrument.exchange === "DERIVATIVES";
  const quantity = isFuture ? BigInt(1 + roll(5)) : BigInt(5 + roll(80)) * 100n;
  const isShort = isFuture && roll(2) === 1;
  const valueVnd = quantity * unitVnd;
  // The entry at which a position of this value has that ratio.
  const share = isShort ? (1 + ratio) / (1 + margin) : (1 - ratio) / (1 - margin);
  const entryVnd = (valueVnd * BigInt(Math.round(share * 1_000_000))) / 1_000_000n;
  const resultVnd = isShort ? entryVnd - valueVnd : valueVnd - entryVnd;
  const setAsideVnd = (valueVnd * BigInt(Math.round(margin * 100))) / 100n;
  return {
    symbol: instrument.symbol,
    quantity: isShort ? -quantity : quantity,
    entryVnd,
    requiredVnd: setAsideVnd + (resultVnd < 0n ? -resultVnd : 0n),
  };
}

function planContacts(
  index: number,
  calledAtMs: number,
  roll: (sides: number) => number,
): DeskPosition["contacts"] {
  const contactCount = roll(3);
  if (contactCount === 0) return [];
  const atMs = calledAtMs + (5 + roll(25)) * minuteMs;
  const by = `desk-${1 + (index % 2)}`;
  const first = { method: "message", answer: "noAnswer", atMs, by } as const;
  if (contactCount === 1) return [first];
  const promisedVnd = BigInt(2 + roll(12)) * 1_000_000n;
  const promisedUntilMs = calledAtMs + 2 * dayMs;
  return [
    first,
    { method: "telephone", answer: "promised", promisedVnd, promisedUntilMs, atMs: atMs + 20 * minuteMs, by },
  ];
}

function inMillions(amountVnd: bigint): bigint {
  return (amountVnd / 1_000_000n + 1n) * 1_000_000n;
}

/** The trading days before a date, the latest first. */
function tradingDaysBefore(date: CalendarDate, count: number): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = date; days.length < count; ) {
    day = tradingDayBefore(day, new Set());
    days.push(day);
  }
  return days;
}
