/** How a table is described once, and what follows for every engine: its `create table`, lists of columns, records and rows. */

/** A row as an engine returns it: integers as bigints or as numbers. */
export type Row = Readonly<Record<string, unknown>>;

export type SqlValue = string | number | bigint | null;

/** A kind of column: its type, and the conversion between its value in a row and the member of a record. */
export type Column<Value> = {
  /** The type on PostgreSQL. SQLite has text and integer only. */
  readonly type: "text" | "bigint" | "int";
  /** Collation "C" on PostgreSQL compares bytes as SQLite does, so that lists have the same order on every engine. */
  readonly isOrdered?: boolean;
  readonly isNullable?: boolean;
  readonly isTime?: boolean;
  /** SQL for a default or a check, the same on every engine. */
  readonly constraint?: string;
  /** Throws if the value does not fit the type. Undefined leaves the member out. */
  read(value: unknown, name: string): Value;
  write(value: Value): SqlValue;
};

type NamedColumn = Column<unknown> & { readonly name: string; readonly member: string };

/** Columns of a table, in order, and the records that they hold. */
export type Columns<Fields> = {
  readonly columns: readonly NamedColumn[];
  /** The list of names for a statement. */
  readonly names: string;
  read(row: Row): Fields;
  /** The values for a row, in the order of the columns. */
  write(record: Fields): SqlValue[];
};

/** A table, described once for every engine. */
export type Table<Fields = unknown> = Columns<Fields> &
  TableSettings & { readonly name: string; readonly primaryKey: string };

type TableSettings = {
  /** Constraints over several columns. */
  readonly constraints?: readonly string[];
  /** Whether SQLite stores it by rowid rather than by its primary key. */
  readonly hasRowid?: boolean;
};

type Snake<Text extends string> = Text extends `${infer First}${infer Others}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Others>}`
  : Text;

/** Times are `openedAtMs` in a record and `opened_at` in a row. */
type ColumnName<Member extends string> = Snake<Member extends `${infer Name}Ms` ? Name : Member>;

/** Texts of a closed set are stored as texts, and read without a check. */
type Stored<Value> = Value extends string ? string : Value;

/** One column for each member of the records. The compiler finds a forgotten one. */
type ColumnsOf<Fields> = unknown extends Fields
  ? Readonly<Record<string, Column<unknown>>>
  : {
      readonly [Member in keyof Fields & string as ColumnName<Member>]-?: Column<Stored<Fields[Member]>> &
        (Member extends `${string}Ms` ? Pick<typeof time, "isTime"> : unknown);
    };

/** Describes a table by its primary key and its columns, in order. */
export function table<Fields>(
  name: string,
  primaryKey: string,
  columns: NoInfer<ColumnsOf<Fields>>,
  settings: TableSettings = {},
): Table<Fields> {
  const named = Object.entries<Column<unknown>>(columns).map(([each, column]) => ({
    ...column,
    name: each,
    member: memberOf(each, column),
  }));
  return { name, primaryKey, ...settings, ...columnsOf<Fields>(named) };
}

/** The columns of a table without those of some members. */
export function without<Fields, Member extends keyof Fields & string>(
  { columns }: Columns<Fields>,
  ...members: readonly Member[]
): Columns<Omit<Fields, Member>> {
  return columnsOf(columns.filter(({ member }) => !(members as readonly string[]).includes(member)));
}

/** The columns for records of another form than the rows have. */
export function mapped<Fields, Mapped>(
  columns: Columns<Fields>,
  toRecord: (fields: Fields) => Mapped,
  toFields: (record: Mapped) => Fields,
): Columns<Mapped> {
  const { read, write } = columns;
  return {
    ...columns,
    read: (row) => toRecord(read(row)),
    write: (record) => write(toFields(record)),
  };
}

function columnsOf<Fields>(columns: readonly NamedColumn[]): Columns<Fields> {
  // Objects of one shape: reading is a hot path.
  const conversions = columns.map(({ name, member, read, write }) => ({ name, member, read, write }));
  return {
    columns,
    names: columns.map(({ name }) => name).join(", "),
    read: (row) => {
      const record: Record<string, unknown> = {};
      for (const { name, member, read } of conversions) {
        const value = read(row[name], name);
        if (value !== undefined) record[member] = value;
      }
      return record as Fields;
    },
    write: (record) =>
      conversions.map(({ member, write }) => write((record as Readonly<Record<string, unknown>>)[member])),
  };
}

function memberOf(name: string, { isTime = false }: Column<unknown>): string {
  return name.replaceAll(/_./g, ([, letter = ""]) => letter.toUpperCase()) + (isTime ? "Ms" : "");
}

/** The engines' dialects. D1 has that of SQLite. */
type Dialect = "sqlite" | "postgresql";

export function creationOf(
  { name, columns, primaryKey, constraints = [], hasRowid = false }: Table,
  dialect: Dialect,
): string {
  const definitions = columns.map((column) => definitionOf(column, dialect));
  const text = `create table ${name} (${[...definitions, `primary key (${primaryKey})`, ...constraints].join(", ")})`;
  if (dialect === "postgresql") return text;
  return hasRowid ? `${text} strict` : `${text} strict, without rowid`;
}

function definitionOf(column: NamedColumn, dialect: Dialect): string {
  const { name, type, isOrdered, isNullable, constraint } = column;
  const ofSqlite = type === "text" ? "text" : "integer";
  const ofPostgresql = isOrdered ? `${type} collate "C"` : type;
  const parts = [name, dialect === "sqlite" ? ofSqlite : ofPostgresql];
  if (!isNullable) parts.push("not null");
  if (constraint !== undefined) parts.push(constraint);
  return parts.join(" ");
}

/** The clause that replaces the row of the same key by the inserted one. */
export function replacementOf({ columns, primaryKey }: Table): string {
  const keys = primaryKey.split(", ");
  const replaced = columns.filter(({ name }) => !keys.includes(name));
  return `on conflict (${primaryKey}) do update set ${replaced.map(({ name }) => `${name} = excluded.${name}`).join(", ")}`;
}

/** A text that is not sorted by. */
export const text: Column<string> = { type: "text", read: toText, write: (value) => value };

/** A text that is sorted or sought by. */
export const key: Column<string> = { ...text, isOrdered: true };

/** A whole number within the safe integers. */
export const count: Column<number> = { type: "bigint", read: toNumber, write: (value) => value };

/** A whole number below 2,147,483,648. */
export const int: Column<number> = { ...count, type: "int" };

/** A time in milliseconds since 1970. */
export const time: Column<number> & { readonly isTime: true } = { ...count, isTime: true };

/** A whole number of any size, such as an amount in VND. */
export const amount: Column<bigint> = { type: "bigint", read: toBigint, write: (value) => value };

export const flag: Column<boolean> = {
  type: "int",
  read: (value, name) => toNumber(value, name) === 1,
  write: Number,
};

/** A column that is null where the record has no such member. */
export function nullable<Value, Kind extends Column<Value>>(
  column: Kind & Column<Value>,
): Omit<Kind, "read" | "write"> & Column<Value | undefined> {
  return {
    ...column,
    isNullable: true,
    read: (value, name) => (value === null ? undefined : column.read(value, name)),
    write: (value) => (value === undefined ? null : column.write(value)),
  };
}

/** A column with a default or a check. */
export function constrained<Value>(column: Column<Value>, constraint: string): Column<Value> {
  return { ...column, constraint };
}

/** A text in a row. */
export function toText(value: unknown, name: string): string {
  if (typeof value !== "string") throw new Error(`The column ${name} does not hold a text.`);
  return value;
}

/** An integer in a row as a number. Throws outside the safe integers. */
export function toNumber(value: unknown, name: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`The column ${name} does not hold a safe integer.`);
  return number;
}

function toBigint(value: unknown, name: string): bigint {
  return typeof value === "bigint" ? value : BigInt(toNumber(value, name));
}
