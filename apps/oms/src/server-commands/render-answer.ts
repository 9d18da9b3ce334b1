import type { Position } from "@trading-oms/types/companion";
import type { AuditEntry, Call } from "@trading-oms/types/operator";
import { renderNumber, renderTable, renderTime, visible } from "../cli/text.ts";

/** A member of a row, or a member of an object in it, such as `lastContact.answer`. */
type Column<Row> = {
  [Name in keyof Row & string]: Row[Name] extends object | null
    ? Name | `${Name}.${keyof NonNullable<Row[Name]> & string}`
    : Name;
}[keyof Row & string];

/** The columns of lists whose rows have more members than a terminal is wide, by operation. All other lists show every member. */
const columnsShown: Readonly<Record<string, readonly string[]>> = {
  listCalls: [
    "accountId",
    "userId",
    "symbol",
    "state",
    "openedAt",
    "dueAt",
    "due",
    "dealRatio",
    "marginCallRate",
    "outstanding",
    "price",
    "priceTime",
    "lastContact.answer",
  ] satisfies readonly Column<Call>[],
  listAudit: [
    "place",
    "time",
    "actor",
    "kind",
    "symbol",
    "values",
    "reason",
  ] satisfies readonly Column<AuditEntry>[],
  getAccount: [
    "symbol",
    "quantity",
    "averagePrice",
    "price",
    "priceTime",
    "unrealizedResult",
    "covered",
    "dealRatio",
    "marginCallRate",
    "outstanding",
    "callPrice",
    "state",
  ] satisfies readonly Column<Position>[],
};

type Row = Readonly<Record<string, unknown>>;

/** Renders an answer: its message, its members, and a table for each list of rows. */
export function renderAnswer(id: string, answer: object): string[] {
  const { status: _status, code: _code, message, ...members } = answer as Row;
  const parts: readonly (readonly string[])[] = [
    typeof message === "string" ? [message] : [],
    renderMembers(members),
    ...Object.entries(members).flatMap(([name, rows]) => (isTable(rows) ? [renderRows(id, name, rows)] : [])),
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]))
    .map(visible);
}

function isTable(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.some((each) => each instanceof Object);
}

/** A line for each member but tables. */
function renderMembers(members: Row): string[] {
  const shown = Object.entries(members).filter(([, value]) => !isTable(value));
  const width = Math.max(0, ...shown.map(([name]) => titleOf(name).length));
  return shown.map(([name, value]) => {
    const text = isObject(value) ? renderParts(value) : renderValue(name, value);
    return `${titleOf(name).padEnd(width)}  ${text}`;
  });
}

function isObject(value: unknown): value is Row {
  return value instanceof Object && !Array.isArray(value);
}

/** `{ dueToday: 5, overdue: 1 }` as `due today 5; overdue 1`. */
function renderParts(value: Row): string {
  return Object.entries(value)
    .map(([name, each]) => `${titleOf(name).toLowerCase()} ${renderValue(name, each)}`)
    .join("; ");
}

function renderRows(id: string, list: string, rows: readonly Row[]): string[] {
  const names = columnsShown[id] ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => {
    const values = rows.map((row) => valueAt(row, name));
    const areFigures = values.every(
      (value) => value == null || (typeof value === "number" && !isTime(name, value)),
    );
    return [
      `${areFigures ? "#" : ""}${titleOf(name)}`,
      (row: Row) => renderValue(name, valueAt(row, name)),
    ] as const;
  });
  return [`${titleOf(list)}:`, ...renderTable(rows, Object.fromEntries(columns))];
}

function valueAt(row: Row, name: string): unknown {
  return name.split(".").reduce<unknown>((value, part) => (value as Row | null | undefined)?.[part], row);
}

/** By its name, since answers have no schema here; `generate` knows the times among inputs by their descriptions. */
function isTime(name: string, value: number): boolean {
  return /(?:^t|T)ime$|At$|(?:^s|S)ince$|Until$|^nextCursor$/.test(name) && value > 1e11;
}

/** `marginCallRate` is MARGIN CALL RATE, and `accountId` ACCOUNT. */
function titleOf(name: string): string {
  return name
    .replace(/(?<=.)Id$/, "")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter}`)
    .replaceAll(".", " ")
    .toUpperCase();
}

function renderValue(name: string, value: unknown): string {
  if (value === undefined || value === null) return "-";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return isTime(name, value) ? renderTime(value) : renderFigure(value);
  if (Array.isArray(value)) return renderList(value.map((each) => renderValue(name, each)));
  if (!isObject(value)) return String(value);
  if ("before" in value && "after" in value) return renderChange(value);
  return Object.entries(value)
    .map(([part, each]) => renderValue(part, each))
    .join(" ");
}

/** So many of a list are shown; `--json` has all. */
const shownMax = 12;

function renderList(texts: readonly string[]): string {
  if (texts.length === 0) return "none";
  const more = texts.length > shownMax ? [`and ${renderNumber(texts.length - shownMax)} more`] : [];
  return [...texts.slice(0, shownMax), ...more].join("; ");
}

function renderChange({ name, before, after }: Row): string {
  const title = titleOf(String(name)).toLowerCase();
  const [from, to] = [before, after].map((value) => renderValue(String(name), value));
  return from === to ? `${title} ${to}` : `${title} ${from} → ${to}`;
}

/** With separators in the whole part, and at most six decimals. */
function renderFigure(value: number): string {
  const [whole = "", fraction] = String(Number(value.toFixed(6))).split(".");
  return `${renderNumber(whole)}${fraction === undefined ? "" : `.${fraction}`}`;
}
