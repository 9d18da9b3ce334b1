import type { Answer, Ask } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { deskPaths } from "./operation-paths.ts";

const claim = claimsOf("everyOperation");

/** Paths below the desk's that do not exist. */
const unknownPaths = [
  "/operator/v0/nothing",
  "/operator/v0/accounts/A/B/C/D",
  "/operator/v0/",
  "/operator/v0",
];

type Place = { readonly method: string; readonly path: string };

const everyPlace: readonly Place[] = [
  ...deskPaths,
  ...unknownPaths.flatMap((path) => ["GET", "POST", "DELETE"].map((method) => ({ method, path }))),
];

/** Who may use the operations that ask for a role. */
export const roles: readonly Claim[] = [
  claim({
    id: "roles.no-token-is-401-everywhere",
    title: "Without a token every path of the desk is the same 401, whether it exists or not.",
    needs: ["operator"],
    prove: async (ask) => {
      for (const answer of await askAlike(ask, undefined)) {
        expectStatus(answer, 401);
        expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
      }
    },
  }),
  claim({
    id: "roles.no-role-is-403-everywhere",
    title: "With a token without a role every path of the desk is the same 403, whether it exists or not.",
    needs: ["user", "operator"],
    prove: async (ask, { user: { token } }) => {
      for (const answer of await askAlike(ask, token)) {
        expectStatus(answer, 403);
        expectSame(answer, "error", expectBody(answer)["error"], "forbidden");
      }
    },
  }),
  claim({
    id: "roles.unknown-paths-are-404-with-a-role",
    title: "With a role a path of the desk that does not exist is a 404.",
    needs: ["viewer", "operator"],
    prove: async (ask, { viewer, operator }) => {
      for (const { token } of [viewer, operator]) {
        for (const path of unknownPaths) expectStatus(await ask("GET", path, { token }), 404);
      }
    },
  }),
  ...deskPaths.map(({ name, method, path, role }) =>
    claim({
      id: `roles.${name}-asks-for-its-role`,
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
  claim({
    id: "roles.bodies-are-not-read-before-the-role",
    title: "A body that is malformed or too large does not change what a caller without the role is told.",
    needs: ["user", "viewer", "operator"],
    prove: async (ask, { user, viewer }) => {
      for (const { method, path } of deskPaths.filter(({ role }) => role === "operator")) {
        for (const headers of [{}, { "Content-Length": "40000000" }]) {
          const sent = { text: "{", headers };
          expectStatus(await ask(method, path, { ...sent, token: user.token }), 403);
          expectStatus(await ask(method, path, { ...sent, token: viewer.token }), 403);
          expectStatus(await ask(method, path, sent), 401);
        }
      }
    },
  }),
];

/** Asks everywhere, and expects the same body each time. */
async function askAlike(ask: Ask, token: string | undefined): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { method, path } of everyPlace) {
    const answer = await ask(method, path, token === undefined ? {} : { token });
    expectSame(answer, "the body", answer.text, answers[0]?.text ?? answer.text);
    answers.push(answer);
  }
  return answers;
}

function expectAdmitted(answer: Answer): void {
  expectThat(answer, answer.status !== 401 && answer.status !== 403, "neither 401 nor 403");
}
