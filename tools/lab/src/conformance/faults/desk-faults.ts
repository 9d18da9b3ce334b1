import { changeBody, changeList, type Fault } from "./passage.ts";

const desk = /^\/operator\/v0\//;

/** Possible faults of a server at the desk. */
export const deskFaults: readonly Fault[] = [
  {
    name: "a path of the desk that does not exist is a 404 to everybody",
    foundBy: "roles.no-role-is-403-everywhere",
    onAnswer: (answer, { path }) =>
      path === "/operator/v0/nothing" && answer.status === 403 ? { ...answer, status: 404 } : answer,
  },
  {
    name: "a viewer may set covers",
    foundBy: "roles.operator-set-cover-asks-for-its-role",
    onRequest: (request, { operator }) =>
      request.path.endsWith("/cover")
        ? {
            ...request,
            headers: { ...request.headers, authorization: `Bearer ${operator?.token}` },
          }
        : request,
  },
  {
    name: "the expected amount is not looked at",
    foundBy: "setcover.late-operator-changes-nothing",
    onRequest: (request) => {
      const body = request.body.replace(/"expectedCovered":\d+,/, "");
      const headers = { ...request.headers, "content-length": `${body.length}` };
      return body === request.body ? request : { ...request, headers, body };
    },
  },
  {
    name: "the key of a change is not looked at",
    foundBy: "cash.moves-once-under-its-key",
    onRequest: ({ headers: { "idempotency-key": _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: "an entry does not say why",
    foundBy: "setcover.leaves-who-and-why",
    onAnswer: (answer) =>
      changeList(answer, "entries", (rows) => rows.map((row) => ({ ...row, reason: "" }))),
  },
  {
    name: "a contact is noted without a call",
    foundBy: "contact.without-a-call-is-refused",
    onAnswer: (answer, { path }) =>
      path.endsWith("/contacts")
        ? changeBody(answer, ({ code: _, ...members }) => ({ ...members, status: "success" }))
        : answer,
  },
  {
    name: "entries are listed oldest first",
    foundBy: "audit.pages-meet",
    onAnswer: (answer) => changeList(answer, "entries", (rows) => rows.toReversed()),
  },
  {
    name: "a chain is whole without being read",
    foundBy: "verify.chains-are-whole",
    onAnswer: (answer, { path }) =>
      desk.test(path)
        ? changeBody(answer, (members) => ("isWhole" in members ? { ...members, count: 0 } : members))
        : answer,
  },
  {
    name: "totals of calls are those of the page",
    foundBy: "calls.totals-are-over-all-pages",
    onAnswer: (answer, { path }) =>
      path.includes("/calls?")
        ? changeBody(answer, (members) =>
            "calls" in members ? { ...members, outstanding: Number(members["outstanding"]) - 1 } : members,
          )
        : answer,
  },
  {
    name: "a filter of calls is not looked at",
    foundBy: "calls.filters-leave-what-they-name",
    onRequest: (request) => ({ ...request, path: request.path.replace("due=overdue", "due=") }),
  },
  {
    name: "calls come the other way round",
    foundBy: "calls.orders-are-kept",
    onAnswer: (answer, { path }) =>
      path.includes("order=") ? changeList(answer, "calls", (rows) => rows.toReversed()) : answer,
  },
  {
    name: "what a call needs is that of another time",
    foundBy: "calls.are-those-of-the-accounts",
    onAnswer: (answer) =>
      changeList(answer, "calls", (rows) =>
        rows.map((row) => ({ ...row, needed: Number(row["needed"]) + 1 })),
      ),
  },
  {
    name: "the tag of a page is not looked at",
    foundBy: "nearest.unchanged-page-is-304",
    onRequest: ({ headers: { "if-none-match": _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: "the table of calls has one page",
    foundBy: "calls.come-as-a-table",
    onAnswer: (answer, { path }) =>
      path.endsWith("/calls?limit=1&offset=1")
        ? { ...answer, body: `${answer.body.split("\r\n").slice(0, 2).join("\r\n")}\r\n` }
        : answer,
  },
  {
    name: "the nearest come last",
    foundBy: "nearest.first-is-nearest",
    onAnswer: (answer, { path }) =>
      path.includes("/nearest") ? changeList(answer, "positions", (rows) => rows.toReversed()) : answer,
  },
  {
    name: "an account is found without its calls",
    foundBy: "found.figures-are-those-of-the-account",
    onAnswer: (answer, { path }) =>
      path.includes("/operator/v0/accounts?")
        ? changeList(answer, "accounts", (rows) => rows.map((row) => ({ ...row, outstanding: -1 })))
        : answer,
  },
  {
    name: "a shock moves what it should leave",
    foundBy: "shock.of-nothing-changes-nothing",
    onAnswer: (answer, { path }) =>
      path.endsWith("/shock") ? changeBody(answer, (members) => ({ ...members, movedCount: 1 })) : answer,
  },
  {
    name: "the status counts other calls",
    foundBy: "status.figures-are-those-of-the-calls",
    onAnswer: (answer, { path }) =>
      path.endsWith("/status")
        ? changeBody(answer, (members) => ({
            ...members,
            figures: { ...(members["figures"] as object), openCalls: 0 },
          }))
        : answer,
  },
  {
    name: "rates of what is not listed are set",
    foundBy: "setrates.unlisted-and-disordered-are-refused",
    onAnswer: (answer, { path }) =>
      path === "/operator/v0/rates"
        ? changeBody(answer, ({ code: _, ...members }) =>
            "status" in members ? { ...members, status: "success" } : members,
          )
        : answer,
  },
  {
    name: "rates are set anew by a repeat",
    foundBy: "setrates.repeat-changes-nothing",
    onRequest: ({ headers: { "idempotency-key": _, ...headers }, ...request }) => ({ ...request, headers }),
  },
  {
    name: "rates that are not set are removed",
    foundBy: "removerates.are-gone",
    onAnswer: (answer, { path }) =>
      path === "/operator/v0/rates/remove"
        ? changeBody(answer, ({ code: _, ...members }) =>
            "warnings" in members ? { ...members, status: "success" } : members,
          )
        : answer,
  },
  {
    name: "an offset is not looked at",
    foundBy: "listrates.pages-meet",
    onRequest: (request) => ({ ...request, path: request.path.replace(/&offset=\d+/, "") }),
  },
  {
    name: "an unusual price is set without being confirmed",
    foundBy: "setprice.unusual-needs-to-be-confirmed",
    onAnswer: (answer, { path }) =>
      path.endsWith("/price")
        ? changeBody(answer, ({ code: _, ...members }) =>
            "before" in members ? { ...members, status: "success" } : members,
          )
        : answer,
  },
  {
    name: "a price by hand leaves no entry",
    foundBy: "setprice.leaves-who-and-why",
    onAnswer: (answer, { path }) =>
      path.startsWith("/operator/v0/audits/prices") ? changeList(answer, "entries", () => []) : answer,
  },
  {
    name: "instruments come in no order",
    foundBy: "listinstruments.first-ones-by-symbol",
    onAnswer: (answer) => changeList(answer, "instruments", (rows) => rows.toReversed()),
  },
];
