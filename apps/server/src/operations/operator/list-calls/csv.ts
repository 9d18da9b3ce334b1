/** Calls as a table for spreadsheets. */
import type { z } from "@hono/zod-openapi";
import type { schemas } from "@trading-oms/contract/operator";

type Call = z.output<typeof schemas.Call>;

/** The columns by title. Times are ISO 8601 in UTC. */
const columns: Readonly<Record<string, (call: Call) => string | number>> = {
  account: ({ accountId }) => accountId,
  user: ({ userId }) => userId,
  symbol: ({ symbol }) => symbol,
  group: ({ group }) => group,
  quantity: ({ quantity }) => quantity,
  state: ({ state }) => state,
  opened: ({ openedAt }) => renderTime(openedAt),
  "due at": ({ dueAt }) => renderTime(dueAt),
  due: ({ due }) => due,
  "deal ratio": ({ dealRatio }) => dealRatio,
  "margin ratio": ({ marginRatio }) => marginRatio,
  "margin call rate": ({ marginCallRate }) => marginCallRate,
  "force close rate": ({ forceCloseRate }) => forceCloseRate,
  "covered VND": ({ covered }) => covered,
  "needed VND": ({ needed }) => needed,
  "outstanding VND": ({ outstanding }) => outstanding,
  price: ({ price }) => price,
  "price time": ({ priceTime }) => renderTime(priceTime),
  "last contact": ({ lastContact }) => renderTime(lastContact?.time ?? null),
  "contacted by": ({ lastContact }) => lastContact?.by ?? "",
  "contact method": ({ lastContact }) => lastContact?.method ?? "",
  "contact answer": ({ lastContact }) => lastContact?.answer ?? "",
  "promised VND": ({ lastContact }) => lastContact?.promisedAmount ?? "",
  "promised until": ({ lastContact }) => renderTime(lastContact?.promisedUntil ?? null),
};

/** Writes calls as RFC 4180 has it, with a first line that names the columns. */
export function writeCsv(calls: readonly Call[]): string {
  const rows = calls.map((call) => Object.values(columns).map((cellOf) => cellOf(call)));
  return [Object.keys(columns), ...rows].map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

/** A time beyond those that dates can have stays a number, so that one row does not break the table. */
function renderTime(atMs: number | null): string {
  if (atMs === null) return "";
  const time = new Date(atMs);
  return Number.isNaN(time.getTime()) ? String(atMs) : time.toISOString();
}

function writeCell(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  // A spreadsheet would take what begins so for a formula. Some part lines at a semicolon or a tab too, even within quotes.
  const text = cell.replaceAll(/(?<=^|[;\t])(?=[=+\-@\t\r])/g, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
