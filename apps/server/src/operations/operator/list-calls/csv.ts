/** Calls as a table for spreadsheets. */
import type { z } from "@hono/zod-openapi";
import type { OpenCall, TextLanguage } from "@trading-oms/brokerage";
import type { schemas } from "@trading-oms/contract/operator";
import { renderCall } from "../../wire/call.ts";

type Call = z.output<typeof schemas.Call>;

/** The columns with their titles. Times are those of Vietnam, without a zone, as spreadsheets read them. */
const columns: readonly (Readonly<Record<TextLanguage, string>> & {
  readonly cellOf: (call: Call) => string | number;
})[] = [
  { en: "account", vi: "tài khoản", cellOf: ({ accountId }) => accountId },
  { en: "user", vi: "khách hàng", cellOf: ({ userId }) => userId },
  { en: "symbol", vi: "mã", cellOf: ({ symbol }) => symbol },
  { en: "group", vi: "nhóm", cellOf: ({ group }) => group },
  { en: "quantity", vi: "số lượng", cellOf: ({ quantity }) => quantity },
  { en: "state", vi: "trạng thái", cellOf: ({ state }) => state },
  { en: "opened", vi: "gọi lúc", cellOf: ({ openedAt }) => renderTime(openedAt) },
  { en: "due at", vi: "đến hạn lúc", cellOf: ({ dueAt }) => renderTime(dueAt) },
  { en: "due", vi: "hạn", cellOf: ({ due }) => due },
  { en: "deal ratio", vi: "tỷ lệ ký quỹ hiện tại", cellOf: ({ dealRatio }) => dealRatio },
  { en: "margin ratio", vi: "tỷ lệ ký quỹ", cellOf: ({ marginRatio }) => marginRatio },
  { en: "margin call rate", vi: "tỷ lệ duy trì", cellOf: ({ marginCallRate }) => marginCallRate },
  { en: "force close rate", vi: "tỷ lệ xử lý", cellOf: ({ forceCloseRate }) => forceCloseRate },
  { en: "covered VND", vi: "đã bổ sung VND", cellOf: ({ covered }) => covered },
  { en: "needed VND", vi: "cần có VND", cellOf: ({ needed }) => needed },
  { en: "outstanding VND", vi: "còn phải bổ sung VND", cellOf: ({ outstanding }) => outstanding },
  { en: "price", vi: "giá", cellOf: ({ price }) => price },
  { en: "price time", vi: "giá lúc", cellOf: ({ priceTime }) => renderTime(priceTime) },
  {
    en: "last contact",
    vi: "liên hệ gần nhất",
    cellOf: ({ lastContact }) => renderTime(lastContact?.time ?? null),
  },
  { en: "contacted by", vi: "người liên hệ", cellOf: ({ lastContact }) => lastContact?.by ?? "" },
  { en: "contact method", vi: "cách liên hệ", cellOf: ({ lastContact }) => lastContact?.method ?? "" },
  { en: "contact answer", vi: "kết quả liên hệ", cellOf: ({ lastContact }) => lastContact?.answer ?? "" },
  { en: "promised VND", vi: "hứa trả VND", cellOf: ({ lastContact }) => lastContact?.promisedAmount ?? "" },
  {
    en: "promised until",
    vi: "hứa trả trước",
    cellOf: ({ lastContact }) => renderTime(lastContact?.promisedUntil ?? null),
  },
  { en: "note", vi: "ghi chú", cellOf: ({ lastContact }) => lastContact?.note ?? "" },
];

/** Without it Excel reads UTF-8 as another encoding. */
const byteOrderMark = "\uFEFF";

/** How many lines are written before other work may run: a few milliseconds. */
const linesInTurn = 200;

/** Writes calls as RFC 4180 has it, with a first line that names the columns. */
export async function writeCsv(
  calls: readonly OpenCall[],
  language: TextLanguage,
  yieldToEventLoop: () => Promise<void>,
): Promise<string> {
  const lines = [byteOrderMark, writeLine(columns.map((column) => column[language]))];
  for (let first = 0; first < calls.length; first += linesInTurn) {
    await yieldToEventLoop();
    for (const call of calls.slice(first, first + linesInTurn)) lines.push(writeCallLine(renderCall(call)));
  }
  return lines.join("");
}

export function writeCallLine(call: Call): string {
  return writeLine(columns.map(({ cellOf }) => cellOf(call)));
}

function writeLine(cells: readonly (string | number)[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

const utcOffsetMs = 7 * 3_600_000;

/** A time beyond those that dates can have stays a number, so that one row does not break the table. */
function renderTime(atMs: number | null): string {
  if (atMs === null) return "";
  const time = new Date(atMs + utcOffsetMs);
  return Number.isNaN(time.getTime()) ? String(atMs) : time.toISOString().slice(0, 19).replace("T", " ");
}

function writeCell(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  // A spreadsheet would take what begins so for a formula. Some part lines at a semicolon or a tab too, even within quotes.
  const text = cell.replaceAll(/(?<=^|[;\t])(?=[=+\-@\t\r])/g, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
