import { changeBody, changeList, changeRows, type Fault, type ProxiedAnswer, withHeader } from "./passage.ts";

/** Possible faults of a server in notifications and what is read of them, margin ratios, the state of the market and prices by minute. */
export const listingFaults: readonly Fault[] = [
  {
    name: "a page is one short",
    foundBy: "notifications.limit-respected",
    onAnswer: (answer) => changeList(answer, "notifications", (rows) => rows.slice(0, -1)),
  },
  {
    name: "the offset is passed over",
    foundBy: "notifications.offset-skips-from-the-newest",
    onRequest: (request) => ({ ...request, path: request.path.replace(/offset=\d{1,4}(?=&|$)/, "offset=0") }),
    onAnswer: (answer, { path }) =>
      changeBody(answer, (body) =>
        "offset" in body ? { ...body, offset: offsetOf(path, body["offset"]) } : body,
      ),
  },
  {
    name: "a limit out of range is clamped",
    foundBy: "notifications.limit-101",
    onRequest: (request) => ({ ...request, path: request.path.replace("limit=101", "limit=100") }),
  },
  {
    name: "a page begins with its oldest",
    foundBy: "notifications.newest-first",
    onAnswer: (answer) => changeList(answer, "notifications", (rows) => rows.toReversed()),
  },
  {
    name: "the second spelling of a field is missing",
    foundBy: "notifications.spellings-equal",
    onAnswer: (answer) => changeRows(answer, ({ userId: _, ...row }) => row),
  },
  {
    name: "the two spellings of a field differ",
    foundBy: "notifications.spellings-equal",
    onAnswer: (answer) => changeRows(answer, (row) => ({ ...row, createdAt: Number(row["createdAt"]) + 1 })),
  },
  {
    name: "rows name a user whom the token does not",
    foundBy: "notifications.belong-to-one-user",
    onAnswer: (answer) => changeRows(answer, (row) => ({ ...row, user_id: "somebody", userId: "somebody" })),
  },
  {
    name: "an id is a text",
    foundBy: "notifications.ids-are-safe-and-unique",
    onAnswer: (answer) => changeRows(answer, (row) => ({ ...row, id: String(row["id"]) })),
  },
  {
    name: "a page comes as text/html",
    foundBy: "notifications.defaults",
    onAnswer: (answer) => withHeader(answer, "content-type", "text/html; charset=utf-8"),
  },
  {
    name: "the figures have a member too many",
    foundBy: "ratio.sends-every-figure",
    onAnswer: (answer) =>
      changeBody(answer, (body) => ("marginRatio" in body ? { ...body, level: "group" } : body)),
  },
  {
    name: "a symbol is found in lower case",
    foundBy: "ratio.symbol-case-sensitive",
    onRequest: (request) => ({
      ...request,
      path: request.path.replace(/[a-z]+$/i, (name) => name.toUpperCase()),
    }),
  },
  {
    name: "an alias is answered under its contract's name",
    foundBy: "ratio.alias-is-echoed",
    onAnswer: (answer) =>
      changeBody(answer, (body) => (body["symbol"] === "VN30F1M" ? { ...body, symbol: "41I1" } : body)),
  },
  {
    name: "a session changes in the past",
    foundBy: "market.next-session-change-in-future",
    onAnswer: (answer) =>
      changeList(answer, "exchanges", (rows) => rows.map((row) => ({ ...row, changesAt: 0 }))),
  },
  {
    name: "a holiday has passed",
    foundBy: "market.holidays-in-future",
    onAnswer: (answer) =>
      changeBody(answer, (body) => ("holidays" in body ? { ...body, holidays: ["2020-01-01"] } : body)),
  },
  {
    name: "a halted symbol is listed twice",
    foundBy: "market.halts-in-order",
    onAnswer: (answer) =>
      changeBody(answer, (body) => ("halted" in body ? { ...body, halted: ["FPT", "FPT"] } : body)),
  },
  {
    name: "a feed that is heard has been silent",
    foundBy: "market.silence-has-start-time",
    onAnswer: (answer) =>
      changeBody(answer, (body) =>
        "feed" in body ? { ...body, feed: { status: "alive", isSimulated: false, silentSince: 1 } } : body,
      ),
  },
  {
    name: "the minutes of prices come newest first",
    foundBy: "prices.minutes-in-order",
    onAnswer: (answer) => withMinutes(answer, [minuteAt(120_000), minuteAt(60_000)]),
  },
  {
    name: "a price is above the highest of its minute",
    foundBy: "prices.within-high-and-low",
    onAnswer: (answer) => withMinutes(answer, [{ ...minuteAt(60_000), close: 3 }]),
  },
  {
    name: "the prices of an alias do not name their contract",
    foundBy: "prices.alias-has-its-contract",
    onAnswer: (answer) =>
      changeBody(answer, (body) => ("completeSince" in body ? { ...body, contract: null } : body)),
  },
  {
    name: "one notification too many is counted",
    foundBy: "count.all-are-listed",
    onAnswer: (answer) =>
      changeBody(answer, (body) => ("newestId" in body ? { ...body, all: Number(body["all"]) + 1 } : body)),
  },
  {
    name: "more are unread than there are",
    foundBy: "count.numbers-agree",
    onAnswer: (answer) =>
      changeBody(answer, (body) =>
        "newestId" in body ? { ...body, unread: Number(body["all"]) + 1 } : body,
      ),
  },
  {
    name: "the newest notification stays unread",
    foundBy: "read.newest-leaves-none-unread",
    onAnswer: (answer) => changeBody(answer, (body) => ("newestId" in body ? { ...body, unread: 1 } : body)),
  },
  {
    name: "what was marked is listed as unread",
    foundBy: "read.ids-are-read",
    onAnswer: (answer) => changeRows(answer, (row) => ({ ...row, read: false })),
  },
  {
    name: "a watermark gives rows a new time",
    foundBy: "read.covered-are-read",
    onAnswer: (answer) =>
      changeRows(answer, (row) => ({ ...row, updated_at: Date.now(), updatedAt: Date.now() })),
  },
  {
    name: "another user's watermark is taken for 0",
    foundBy: "read.foreign-through-is-400",
    onRequest: (request) => ({ ...request, body: request.body.replace(/"through":\d+/, '"through":0') }),
  },
  {
    name: "of two ways to mark one is taken",
    foundBy: "read.body-both",
    onRequest: (request) => ({ ...request, body: request.body.replace('"ids":[1],', "") }),
  },
  {
    name: "of 501 ids the last is passed over",
    foundBy: "read.body-ids-501",
    onRequest: (request) => ({ ...request, body: request.body.replace(",501]", "]") }),
  },
  {
    name: "an error shows a stack",
    foundBy: "ratio.unlisted-is-404",
    onAnswer: (answer) =>
      answer.status === 404
        ? changeBody(answer, (body) => ({
            ...body,
            detail: "Error: not listed\n    at find (/srv/app/desk.js:12:7)",
          }))
        : answer,
  },
];

/** The server of the seed follows no feed, so that it has no minutes of its own. */
function withMinutes(answer: ProxiedAnswer, minutes: readonly object[]): ProxiedAnswer {
  return changeBody(answer, (body) => ("completeSince" in body ? { ...body, prices: minutes } : body));
}

function minuteAt(time: number): object {
  return { time, open: 1, high: 2, low: 1, close: 2, volume: 1 };
}

function offsetOf(path: string, otherwise: unknown): unknown {
  const sent = /offset=(\d{1,4})(?=&|$)/.exec(path)?.[1];
  return sent === undefined ? otherwise : Number(sent);
}
