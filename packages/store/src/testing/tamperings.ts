/** Changes of rows behind the back of the service. */
import type { Services } from "@trading-oms/brokerage";
import { key, rewrite } from "./tampered-store.ts";

/** A change of rows, the chain that it breaks, and what verifying says of it. */
export type Tampering = readonly [
  name: string,
  statements: readonly string[] | ((services: Services) => Promise<readonly string[]>),
  chain: string,
  why: string,
];

const ofAccount = `where user_id = '${key.userId}' and account_id = '${key.accountId}'`;
const ofFpt = `${ofAccount} and symbol = 'FPT'`;
const place = (at: number): string => `${ofAccount} and place = ${at}`;

const positionOf = (values: string): string =>
  `insert into position (user_id, account_id, symbol, quantity, entry_vnd, posted_vnd, covered_vnd, is_closing, opened_at, changed_at) values ('u-1', ${values}, 1000, 1000)`;

const ofCatalog = ["catalog", "The catalog is not that of its last entry."] as const;
const ofHolidays = ["catalog", "The holidays are not those of their last entry."] as const;
const ofExDate = (symbol: string) =>
  ["catalog", `The ex-date of ${symbol} is not that of its last entry.`] as const;

/** What verifying finds. */
export const tamperings: readonly Tampering[] = [
  // The account.
  [
    "equity and five billion more",
    [`update account set equity_vnd = equity_vnd + 5000000000 ${ofAccount}`],
    "A-1",
    "The equity is not that of its last entry.",
  ],
  [
    "equity and one đồng less",
    [`update account set equity_vnd = equity_vnd - 1 ${ofAccount}`],
    "A-1",
    "The equity is not that of its last entry.",
  ],
  [
    "equity of an account without entries",
    ["update account set equity_vnd = 7 where account_id = 'A-2'"],
    "A-2",
    "The chain has no entries. The equity is not that of its last entry.",
  ],
  [
    "a lower count of entries",
    [`update account set audit_count = 9 ${ofAccount}`],
    "A-1",
    "The account keeps another hash than the last entry's.",
  ],
  [
    "another hash of the last entry",
    [`update account set audit_hash = 'a' ${ofAccount}`],
    "A-1",
    "The account keeps another hash than the last entry's.",
  ],
  [
    "the account of another user",
    [`update account set user_id = 'u-2' ${ofAccount}`],
    "A-1",
    "All entries are missing, and the account counts 10.",
  ],
  [
    "an owner who is another",
    ["update account_owner set user_id = 'u-2' where account_id = 'A-1'"],
    "A-1",
    "The account is registered to another user.",
  ],
  [
    "an owner who is missing",
    ["delete from account_owner where account_id = 'A-1'"],
    "A-1",
    "The account is registered to another user.",
  ],
  [
    "an account that nobody opened, with equity",
    [
      "insert into account_owner (account_id, user_id) values ('A-9', 'u-1')",
      "insert into account (user_id, account_id, version, shard, equity_vnd, opened_at, changed_at) values ('u-1', 'A-9', 1, 7, 5000000000, 1000, 1000)",
    ],
    "A-9",
    "The chain has no entries. The equity is not that of its last entry.",
  ],
  // Positions.
  [
    "a position times ten",
    [`update position set quantity = quantity * 10 ${ofFpt}`],
    "A-1",
    "The quantity of FPT is not that of its last entry.",
  ],
  [
    "a position that is short and was long",
    [`update position set quantity = -quantity ${ofFpt}`],
    "A-1",
    "The quantity of FPT is not that of its last entry.",
  ],
  [
    "a lower entry value",
    [`update position set entry_vnd = 1 ${ofFpt}`],
    "A-1",
    "The entry value of FPT is not that of its last entry.",
  ],
  [
    "a higher posted amount",
    [`update position set posted_vnd = posted_vnd + 1000000 ${ofFpt}`],
    "A-1",
    "The posted amount of FPT is not that of its last entry.",
  ],
  [
    "a higher covered amount",
    [`update position set covered_vnd = 9000000 ${ofFpt}`],
    "A-1",
    "The covered amount of FPT is not that of its last entry.",
  ],
  [
    "a position that is being closed, so that it is not called",
    [`update position set is_closing = 1 ${ofFpt}`],
    "A-1",
    "Whether FPT is being closed is not what its last entry says.",
  ],
  [
    "a position that is gone",
    [`delete from position ${ofFpt}`],
    "A-1",
    "The quantity of FPT is not that of its last entry.",
  ],
  [
    "a position that nobody entered",
    [positionOf("'A-1', 'HPG', 100, 8000000, 4000000, 0, 0")],
    "A-1",
    "The quantity of HPG is not that of its last entry.",
  ],
  [
    "a position in an account without entries",
    [positionOf("'A-2', 'FPT', 100, 8000000, 4000000, 0, 0")],
    "A-2",
    "The chain has no entries. The quantity of FPT is not that of its last entry.",
  ],
  [
    "a position of another symbol",
    [`update position set symbol = 'HPG' ${ofFpt}`],
    "A-1",
    "The quantity of HPG is not that of its last entry.",
  ],
  // Movements of cash.
  [
    "a movement of another amount",
    ["update movement set amount_vnd = 1 where movement_id = 'm-1'"],
    "A-1",
    "The movement m-1 is not that of an entry.",
  ],
  [
    "a movement of another kind",
    ["update movement set kind = 'deposit' where movement_id = 'm-2'"],
    "A-1",
    "The movement m-2 is not that of an entry.",
  ],
  [
    "a movement of another time",
    ["update movement set at = 5 where movement_id = 'm-1'"],
    "A-1",
    "The movement m-1 is not that of an entry.",
  ],
  [
    "a movement of another id, so that it may be sent again",
    ["update movement set movement_id = 'm-9' where movement_id = 'm-2'"],
    "A-1",
    "The movement m-9 is not that of an entry.",
  ],
  [
    "a movement of another account",
    ["update movement set account_id = 'A-2' where movement_id = 'm-1'"],
    "A-1",
    "The movement m-1 of an entry is missing.",
  ],
  [
    "a movement that is gone",
    ["delete from movement where movement_id = 'm-2'"],
    "A-1",
    "The movement m-2 of an entry is missing.",
  ],
  [
    "a movement that nobody made",
    [
      "insert into movement (user_id, movement_id, account_id, kind, amount_vnd, at) values ('u-1', 'm-3', 'A-1', 'deposit', 5, 1000)",
    ],
    "A-1",
    "The movement m-3 is not that of an entry.",
  ],
  // Margin calls and contacts.
  [
    "a call that is over",
    [`update episode set is_open = 0 ${ofFpt}`],
    "A-1",
    "The margin call of FPT is not that of its last entry.",
  ],
  [
    "a force close that was told",
    [`update episode set is_force_close_notified = 1 ${ofFpt}`],
    "A-1",
    "The margin call of FPT is not that of its last entry.",
  ],
  [
    "reminders that were told",
    [`update episode set reminder = 9 ${ofFpt}`],
    "A-1",
    "The margin call of FPT is not that of its last entry.",
  ],
  [
    "a call of another number",
    [`update episode set number = 8 ${ofFpt}`],
    "A-1",
    "The margin call of FPT is not that of its last entry.",
  ],
  [
    "a call that is due later",
    [`update episode set opened_at = 86400000 ${ofFpt}`],
    "A-1",
    "The margin call of FPT is not that of its last entry.",
  ],
  [
    "a call that is gone",
    [`delete from episode ${ofFpt}`],
    "A-1",
    "The margin call of FPT is not that of its last entry.",
  ],
  [
    "a call that nobody made",
    [
      "insert into episode (user_id, account_id, symbol, number, is_open, is_force_close_notified, reminder, opened_at) values ('u-1', 'A-1', 'VNM', 1, 1, 0, 0, 1000)",
    ],
    "A-1",
    "The margin call of VNM is not that of its last entry.",
  ],
  [
    "a contact with another answer",
    [`update episode set last_contact = replace(last_contact, 'promised"', 'paid"') ${ofFpt}`],
    "A-1",
    "The last contact about FPT is not that of its last entry.",
  ],
  [
    "a contact that is gone",
    [`update episode set last_contact = null ${ofFpt}`],
    "A-1",
    "The last contact about FPT is not that of its last entry.",
  ],
  // The entries.
  [
    "an entry with another amount",
    [`update audit set entry = replace(entry, '80000000', '80000001') ${place(1)}`],
    "A-1",
    "The hash is not that of the entry and the one before.",
  ],
  [
    "an entry of another person",
    [`update audit set entry = replace(entry, '"lan"', '"minh"') ${place(9)}`],
    "A-1",
    "The hash is not that of the entry and the one before.",
  ],
  [
    "an entry with another hash",
    [`update audit set hash = 'a' ${place(4)}`],
    "A-1",
    "The hash is not that of the entry and the one before.",
  ],
  ["an entry that is gone", [`delete from audit ${place(4)}`], "A-1", "The entry is missing."],
  ["a last entry that is gone", [`delete from audit ${place(10)}`], "A-1", "The entry is missing."],
  [
    "an entry more",
    [
      `insert into audit (user_id, account_id, place, entry, hash) select user_id, account_id, 11, entry, hash from audit ${place(10)}`,
    ],
    "A-1",
    "The account does not count this entry.",
  ],
  [
    "two entries in another order",
    [
      `update audit set place = 99 ${place(4)}`,
      `update audit set place = 4 ${place(5)}`,
      `update audit set place = 5 ${place(99)}`,
    ],
    "A-1",
    "The hash is not that of the entry and the one before.",
  ],
  [
    "a cut tail with a matching head",
    (services) => rewrite(services, key, (entries) => entries.slice(0, -1)),
    "A-1",
    "The equity is not that of its last entry.",
  ],
  [
    "a deposit that was written anew, with right hashes",
    (services) =>
      rewrite(services, key, ([first = "", ...others]) => [first.replace("80000000", "90000000"), ...others]),
    "A-1",
    "The entry does not begin where the one before it left the equity.",
  ],
  [
    "a cover of another chain, with right hashes",
    (services) =>
      rewrite(services, key, (entries) => entries.map((entry) => entry.replace('"A-1"', '"A-2"'))),
    "A-1",
    "The entry belongs to another place or account.",
  ],
  // Rates.
  [
    "a lower call rate",
    ["update rates set margin_call_rate = 1 where name = 'STO'"],
    "rates",
    "The rates of group/STO are not those of its last entry.",
  ],
  [
    "a lower ratio from a file",
    ["update rates set margin_ratio = 400000 where name = 'VNM'"],
    "rates",
    "The rates of symbol/VNM are not those of its last entry.",
  ],
  [
    "rates of another time",
    ["update rates set changed_at = 5 where name = 'STO'"],
    "rates",
    "The rates of group/STO are not those of its last entry.",
  ],
  [
    "lending that has ended",
    ["update rates set is_lending_ended = 1 where name = 'STO'"],
    "rates",
    "The rates of group/STO are not those of its last entry.",
  ],
  [
    "rates that are gone",
    ["delete from rates where name = 'STO'"],
    "rates",
    "The rates of group/STO are not those of its last entry.",
  ],
  [
    "rates that nobody set",
    [
      "insert into rates (level, name, margin_ratio, margin_call_rate, force_close_rate, is_lending_ended, changed_at) values ('symbol', 'FPT', 1, 0, 0, 0, 1000)",
    ],
    "rates",
    "The rates of symbol/FPT are not those of its last entry.",
  ],
  [
    "a chain of rates that is gone, without its rates",
    ["delete from account where account_id = 'rates'", "delete from audit where account_id = 'rates'"],
    "rates",
    "The chain has no entries. The rates of group/STO are not those of its last entry.",
  ],
  [
    "entries of rates without their account",
    ["delete from account where account_id = 'rates'"],
    "rates",
    "The account of the entry is missing.",
  ],
  // Prices by hand.
  [
    "a price by hand that is higher",
    ["update mark set price = 99000000 where symbol = 'FPT'"],
    "prices",
    "The price of FPT is not that of its last entry.",
  ],
  [
    "a price from a file that is higher",
    ["update mark set price = 99000000 where symbol = 'VNM'"],
    "prices",
    "The price of VNM is not that of its last entry.",
  ],
  [
    "a price by hand of another time",
    ["update mark set at = 2000 where symbol = 'FPT'"],
    "prices",
    "The price of FPT is not that of its last entry.",
  ],
  [
    "a price by hand that is gone",
    ["delete from mark where symbol = 'FPT'"],
    "prices",
    "The price of FPT is missing.",
  ],
  [
    "a price by hand that nobody set",
    ["update mark set origin = 'hand' where symbol = 'HPG'"],
    "prices",
    "The price of HPG is not that of its last entry.",
  ],
  [
    "an older price in place of one by hand",
    ["update mark set origin = 'feed', at = 500 where symbol = 'FPT'"],
    "prices",
    "The price of FPT is not that of its last entry.",
  ],
  // The catalog and the holidays.
  [
    "an instrument with another reference price",
    ["update instrument set details = replace(details, '80000000', '90000000') where symbol = 'FPT'"],
    ...ofCatalog,
  ],
  ["an instrument that is gone", ["delete from instrument where symbol = 'HPG'"], ...ofCatalog],
  [
    "an instrument that nobody listed",
    [
      "insert into instrument (generation, symbol, details) select generation, 'ABC', details from instrument where symbol = 'FPT'",
    ],
    ...ofCatalog,
  ],
  ["another catalog in force", ["update catalog_head set generation = 0"], ...ofCatalog],
  ["a holiday that is gone", ["delete from holiday where date = '2026-09-02'"], ...ofHolidays],
  ["a holiday that nobody listed", ["insert into holiday (date) values ('2026-11-16')"], ...ofHolidays],
  [
    "an adjustment that is not done, so that calls are held back",
    ["update ex_date set state = 'adjusting' where symbol = 'HPG'"],
    ...ofExDate("HPG"),
  ],
  ["an adjustment that is gone", ["delete from ex_date where symbol = 'HPG'"], ...ofExDate("HPG")],
  [
    "a release that nobody ordered",
    [
      "insert into ex_date (symbol, date, adjustment_id, state, terms) values ('FPT', '2026-11-16', '', 'released', '')",
    ],
    ...ofExDate("FPT"),
  ],
];

/** Whoever changes a chain and all that it explains alike leaves it whole. */
export const withKeptHeads: readonly Tampering[] = [
  [
    "an account that was removed whole",
    [
      ...["account", "audit", "position", "episode", "movement"].map(
        (table) => `delete from ${table} ${ofAccount}`,
      ),
      "delete from account_owner where account_id = 'A-1'",
    ],
    "A-1",
    "A head was kept, and the chain is missing.",
  ],
  [
    "an account without entries that was removed",
    ["delete from account where account_id = 'A-2'", "delete from account_owner where account_id = 'A-2'"],
    "A-2",
    "A head was kept, and the chain is missing.",
  ],
  [
    "a cut tail with a matching head, and without what it explains",
    async (services) => [
      ...(await rewrite(services, key, (entries) => entries.slice(0, -1))),
      "delete from movement where movement_id = 'm-2'",
      `update account set equity_vnd = equity_vnd + 5000000 ${ofAccount}`,
    ],
    "A-1",
    "A head of 10 entries was kept; the rest is missing.",
  ],
  [
    "a withdrawal that was written anew, with right hashes and all that it explains",
    async (services) => [
      ...(await rewrite(services, key, (entries) => [
        ...entries.slice(0, -1),
        (entries.at(-1) ?? "").replace('"equityVnd":"74950000"', '"equityVnd":"79949999"'),
      ])),
      "update movement set amount_vnd = 1 where movement_id = 'm-2'",
      `update account set equity_vnd = 79949999 ${ofAccount}`,
    ],
    "A-1",
    "The hash is not that of the head that was kept.",
  ],
  [
    "a chain of rates that is gone, with its rates",
    [
      "delete from account where account_id = 'rates'",
      "delete from audit where account_id = 'rates'",
      "delete from rates",
    ],
    "rates",
    "A head was kept, and the chain is missing.",
  ],
];

/** No chain explains these. */
export const unexplained: readonly (readonly [string, string])[] = [
  ["the last price of a feed", "update mark set price = 1000000 where symbol = 'HPG'"],
  ["the price of the last decision", "update position set decision_price = null"],
  ["notifications", "delete from notification"],
  ["the answers under idempotency keys", "delete from idempotent_answer"],
  ["the shard of an account", "update account set shard = 65"],
];
