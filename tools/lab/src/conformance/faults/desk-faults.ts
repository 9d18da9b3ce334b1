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
];
