import type { Answer } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectHeader, expectStatus, expectThat } from "../../expect.ts";
import { deskOperations } from "../../operations.ts";

const claim = claimsOf("everyOperation");

/** Paths below the desk's that do not exist. */
const unknownPaths = [
  "/operator/v0/nothing",
  "/operator/v0/accounts/A/B/C/D",
  "/operator/v0/",
  "/operator/v0",
];

const everyPlace = [
  ...deskOperations.map(({ method, path }) => ({ method, path })),
  ...unknownPaths.flatMap((path) => ["GET", "POST", "DELETE"].map((method) => ({ method, path }))),
];

/** Who may use the operations that ask for a role. */
export const roles: readonly Claim[] = [
  claim("roles.no-token-is-401-everywhere", {
    title: "Without a token every path of the desk is the same 401, whether it exists or not.",
    needs: ["operator"],
    rows: everyPlace,
    sameAs: 0,
    status: 401,
    check: (_, answer) => void expectHeader(answer, "WWW-Authenticate", /^Bearer\b/),
  }),
  claim("roles.no-role-is-403-everywhere", {
    title: "With a token without a role every path of the desk is the same 403, whether it exists or not.",
    needs: ["operator"],
    as: "user",
    rows: everyPlace,
    sameAs: 0,
    status: 403,
    body: { error: "forbidden" },
  }),
  claim("roles.unknown-paths-are-404-with-a-role", {
    title: "With a role a path of the desk that does not exist is a 404.",
    status: 404,
    rows: unknownPaths.flatMap((path) => [
      { path, as: "viewer" },
      { path, as: "operator" },
    ]),
  }),
  ...deskOperations.map(({ name, method, path, role }) =>
    claim(`roles.${name}-asks-for-its-role`, {
      title: `${method} ${path} is open to ${role === "viewer" ? "viewers and operators" : "operators alone"}.`,
      needs: ["viewer", "operator"],
      prove: async (ask, { viewer, operator }) => {
        const seen = await ask(method, path, { token: viewer.token });
        if (role === "viewer") expectAdmitted(seen);
        else expectStatus(seen, 403);
        // Without a body, so that nothing is changed.
        expectAdmitted(await ask(method, path, { token: operator.token }));
      },
    }),
  ),
  claim("roles.bodies-are-not-read-before-the-role", {
    title: "A body that is malformed or too large does not change what a caller without the role is told.",
    needs: ["operator"],
    text: "{",
    rows: deskOperations
      .filter(({ role }) => role === "operator")
      .flatMap(({ method, path }) => [
        { method, path },
        { method, path, headers: { "Content-Length": "40000000" } },
      ])
      .flatMap((row) => [
        { ...row, as: "user", status: 403 },
        { ...row, as: "viewer", status: 403 },
        { ...row, status: 401 },
      ]),
  }),
];

function expectAdmitted(answer: Answer): void {
  expectThat(answer, answer.status !== 401 && answer.status !== 403, "neither 401 nor 403");
}
