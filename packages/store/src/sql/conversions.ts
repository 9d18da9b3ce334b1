/** How a database of an earlier schema becomes one of this: numbered steps, each frozen once it was released. */
import { schemaVersion } from "./schema-version.ts";

/** A part of a step on PostgreSQL, in a transaction of its own that locks at most one table. */
export type ConversionPart = { readonly about: string } & (
  | {
      readonly statements: readonly string[];
      /**
       * Whether servers of the version before read all columns of the table by a prepared statement, which fails when it has
       * more of them. Their connections are ended then, and replaced by them.
       */
      readonly endsConnections?: boolean;
    }
  | { readonly fill: Fill }
);

/** Rows that are updated in batches, in the order of the primary key, until none is left. */
export type Fill = {
  readonly table: string;
  readonly key: readonly string[];
  /** SQL for the rows that are left. */
  readonly left: string;
  /** SQL that changes nothing but has the trigger of the table run. */
  readonly set: string;
};

/** What turns a database of the schema before into one of this step. */
export type Conversion = {
  readonly step: number;
  /** For SQLite and D1, in one transaction. */
  readonly sqlite: readonly string[];
  /** For PostgreSQL. After `begin` servers of both versions work; `end` follows when those of the version before are gone. */
  readonly postgresql: { readonly begin: readonly ConversionPart[]; readonly end: readonly ConversionPart[] };
};

const origins = "'feed', 'hand', 'simulated'";

/** SQL for an origin, by the number that it was; and on PostgreSQL for that number. */
const originOf = (code: string): string =>
  `case ${code} when 1 then 'hand' when 2 then 'simulated' else 'feed' end`;
const codeOf = (origin: string): string => `array_position(array[${origins}], ${origin}) - 1`;

/** A trigger that keeps an old and a new form of columns alike, whichever a server writes. */
function bothForms(table: string, body: string): readonly string[] {
  return [
    `create function convert_${table}() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
    `create trigger convert_${table} before insert or update on ${table} for each row execute function convert_${table}()`,
  ];
}

/** The end of `bothForms`. */
function oneForm(table: string, ...columns: readonly string[]): ConversionPart {
  return {
    about: table,
    statements: [
      `drop trigger convert_${table} on ${table}`,
      `drop function convert_${table}()`,
      ...columns.map((column) => `alter table ${table} drop column ${column}`),
    ],
  };
}

// A backup that was made during a conversion has the row already.
const countExDates = "insert into change_counter values ('ex_dates', 0) on conflict do nothing";

const exDates: Conversion = {
  step: 10,
  sqlite: [
    `create table ex_date (symbol text not null, date text not null, adjustment_id text not null,
      state text not null check (state in ('moved', 'adjusting', 'adjusted', 'released')), terms text not null,
      primary key (symbol, date, adjustment_id)) strict, without rowid`,
    countExDates,
    "alter table rates add column is_lending_ended integer not null default 0",
    "alter table quote add column day text not null default '{}'",
  ],
  postgresql: {
    begin: [
      {
        about: "ex_date",
        statements: [
          `create table ex_date (symbol text collate "C" not null, date text collate "C" not null,
            adjustment_id text collate "C" not null,
            state text not null check (state in ('moved', 'adjusting', 'adjusted', 'released')), terms text not null,
            primary key (symbol, date, adjustment_id))`,
          countExDates,
        ],
      },
      {
        about: "rates",
        endsConnections: true,
        statements: ["alter table rates add column is_lending_ended integer not null default 0"],
      },
      {
        about: "quote",
        endsConnections: true,
        statements: [
          "alter table quote add column day text not null default '{}'",
          // A server of the version before leaves the day of an earlier quote.
          ...bothForms(
            "quote",
            "if tg_op = 'UPDATE' and new.snapshot <> old.snapshot and new.day = old.day then new.day := '{}'; end if;",
          ),
        ],
      },
    ],
    end: [
      { about: "rates", statements: ["alter table rates alter column is_lending_ended drop default"] },
      oneForm("quote"),
      { about: "quote", statements: ["alter table quote alter column day drop default"] },
    ],
  },
};

const readJudged = `
  new.decision_price := split_part(new.judged, ' ', 1)::bigint;
  new.decision_at := split_part(new.judged, ' ', 2)::bigint;
  new.decision_seq := split_part(new.judged, ' ', 3)::bigint;
  new.decision_origin := case when new.judged is null then null
    else ${originOf("split_part(new.judged, ' ', 4)::int")} end;`;

/** SQLite takes twice as long to write a row that is checked by `in`. */
const isOrigin = (name: string): string => `${name} = 'feed' or ${name} = 'hand' or ${name} = 'simulated'`;

const writeJudged = `
  new.judged := new.decision_price || ' ' || new.decision_at || ' ' || new.decision_seq || ' ' ||
    ${codeOf("new.decision_origin")};`;

const names: Conversion = {
  step: 11,
  sqlite: [
    "alter table trader rename to app_user",
    "alter table outcome rename to idempotent_answer",
    "alter table idempotent_answer rename column outcome to answer",
    "alter table episode rename column is_force_close_told to is_force_close_notified",
    `alter table mark add column origin text not null default 'feed' check (${isOrigin("origin")})`,
    `update mark set origin = ${originOf("is_by_hand")}`,
    "alter table mark drop column is_by_hand",
    "alter table position add column decision_price integer",
    "alter table position add column decision_at integer",
    "alter table position add column decision_seq integer",
    `alter table position add column decision_origin text check (${isOrigin("decision_origin")})`,
    `update position set (decision_price, decision_at, decision_seq, decision_origin) =
      (select parts ->> 0, parts ->> 1, parts ->> 2, ${originOf("parts ->> 3")}
        from (select '[' || replace(judged, ' ', ',') || ']' as parts))
      where judged is not null`,
    "alter table position drop column judged",
  ],
  postgresql: {
    begin: [
      {
        about: "app_user",
        statements: [
          "alter table trader rename to app_user",
          "alter index trader_pkey rename to app_user_pkey",
          "alter index trader_number_key rename to app_user_number_key",
          ...["notification_count_check", "check", "check1"].map(
            (name) => `alter table app_user rename constraint trader_${name} to app_user_${name}`,
          ),
          "create view trader as select * from app_user",
        ],
      },
      {
        about: "idempotent_answer",
        statements: [
          "alter table outcome rename to idempotent_answer",
          "alter table idempotent_answer rename column outcome to answer",
          "alter index outcome_pkey rename to idempotent_answer_pkey",
          `create view outcome as
            select user_id, idempotency_key, fingerprint, answer as outcome, at from idempotent_answer`,
        ],
      },
      {
        about: "episode",
        statements: [
          "alter table episode add column is_force_close_notified integer not null default 0",
          ...bothForms(
            "episode",
            `if new.is_force_close_told is null or (tg_op = 'UPDATE' and new.is_force_close_told = old.is_force_close_told
                and new.is_force_close_notified <> old.is_force_close_notified) then
              new.is_force_close_told := new.is_force_close_notified;
            else
              new.is_force_close_notified := new.is_force_close_told;
            end if;`,
          ),
        ],
      },
      {
        about: "episode",
        fill: {
          table: "episode",
          key: ["user_id", "account_id", "symbol"],
          left: "is_force_close_told <> is_force_close_notified",
          set: "is_force_close_told = is_force_close_told",
        },
      },
      {
        about: "mark",
        endsConnections: true,
        statements: [
          `alter table mark add column origin text check (${isOrigin("origin")})`,
          ...bothForms(
            "mark",
            `if new.is_by_hand is null or (tg_op = 'UPDATE' and new.origin <> old.origin) then
              new.is_by_hand := ${codeOf("new.origin")};
            else
              new.origin := ${originOf("new.is_by_hand")};
            end if;`,
          ),
          "update mark set is_by_hand = is_by_hand",
          "alter table mark alter column origin set not null",
        ],
      },
      {
        about: "position",
        statements: [
          `alter table position add column decision_price bigint, add column decision_at bigint,
            add column decision_seq bigint, add column decision_origin text,
            add constraint position_decision_origin_check check (${isOrigin("decision_origin")}) not valid`,
          ...bothForms(
            "position",
            // The old form counts in an insert without the new one, in an update of it, and in the fill.
            `if (tg_op = 'INSERT' and new.decision_price is null)
                or (tg_op = 'UPDATE' and new.judged is distinct from old.judged)
                or (tg_op = 'UPDATE' and old.decision_price is null and new.decision_price is null)
              then ${readJudged}
            else ${writeJudged}
            end if;`,
          ),
        ],
      },
      {
        about: "position",
        fill: {
          table: "position",
          key: ["user_id", "account_id", "symbol"],
          left: "judged is not null and decision_price is null",
          set: "judged = judged",
        },
      },
      {
        about: "position",
        statements: ["alter table position validate constraint position_decision_origin_check"],
      },
    ],
    end: [
      { about: "app_user", statements: ["drop view trader"] },
      { about: "idempotent_answer", statements: ["drop view outcome"] },
      oneForm("episode", "is_force_close_told"),
      {
        about: "episode",
        statements: ["alter table episode alter column is_force_close_notified drop default"],
      },
      oneForm("mark", "is_by_hand"),
      oneForm("position", "judged"),
    ],
  },
};

const conversions: readonly Conversion[] = [exDates, names];

/** The steps from a schema to this one. */
export function conversionsFrom(found: number): readonly Conversion[] {
  return conversions.filter(({ step }) => step > found && step <= schemaVersion);
}

/** The statements that convert a SQLite database of a schema to this one, in order, and all but the last of a D1. */
export function sqliteConversionFrom(found: number): readonly string[] {
  return conversionsFrom(found).flatMap(({ sqlite }) => sqlite);
}
