import { type Claim, claimsOf } from "../../claim.ts";
import { expectHeader, expectStatus, expectThat } from "../../expect.ts";
import { operationPaths } from "./precedence.ts";

const claim = claimsOf("everyOperation");

/** Pages of other origins. */
export const origins: readonly Claim[] = [
  claim({
    id: "every.origin-may-ask-first",
    title: "A page of an origin that may call is told which methods and headers it may use.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const { path, method } of operationPaths) {
        const headers = { Origin: origin, "Access-Control-Request-Method": method };
        const answer = await ask("OPTIONS", path, { headers });
        expectStatus(answer, 204);
        expectThat(
          answer,
          expectHeader(answer, "Access-Control-Allow-Origin", /./) === origin,
          `leave for ${origin}`,
        );
        expectHeader(answer, "Access-Control-Allow-Methods", new RegExp(`\\b${method}\\b`));
        const allowed = expectHeader(answer, "Access-Control-Allow-Headers", /./).toLowerCase();
        for (const name of ["authorization", "content-type", "idempotency-key", "if-none-match"]) {
          expectThat(answer, allowed.includes(name), `leave to send ${name}`);
        }
      }
    },
  }),
  claim({
    id: "every.origin-may-read",
    title: "A page of an origin that may call reads answers and errors, with ETag and X-Request-Id.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const { path, method } of operationPaths) {
        for (const asked of [method, "DELETE"]) {
          const answer = await ask(asked, path, { headers: { Origin: origin } });
          expectThat(
            answer,
            expectHeader(answer, "Access-Control-Allow-Origin", /./) === origin,
            `leave for ${origin}`,
          );
          expectHeader(answer, "Access-Control-Expose-Headers", /(?=.*\bETag\b)(?=.*\bX-Request-Id\b)/i);
          expectThat(answer, variesBy(answer.headers.get("vary"), "origin"), "Vary with Origin");
        }
      }
    },
  }),
  claim({
    id: "every.other-origin-may-not-read",
    title: "A page of any other origin gets no leave, and may keep no answer that was given to another.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const other of ["https://elsewhere.invalid", "null", `${origin}.elsewhere.invalid`]) {
        for (const method of ["OPTIONS", "GET"]) {
          const headers = { Origin: other, "Access-Control-Request-Method": "GET" };
          const answer = await ask(method, operationPaths[0]?.path ?? "/", { headers });
          expectThat(
            answer,
            !answer.headers.has("access-control-allow-origin"),
            "no Access-Control-Allow-Origin",
          );
          expectThat(answer, variesBy(answer.headers.get("vary"), "origin"), "Vary with Origin");
        }
      }
    },
  }),
];

function variesBy(values: readonly string[] | undefined, name: string): boolean {
  return (values ?? []).some((value) => value.toLowerCase().split(/, */).includes(name));
}
