import { type Claim, claimsOf } from "../../claim.ts";
import { expectHeader, expectStatus, expectThat } from "../../expect.ts";
import { commonPaths } from "./operation-paths.ts";

const claim = claimsOf("everyOperation");

/** CORS: calls from pages of other origins. */
export const origins: readonly Claim[] = [
  claim({
    id: "every.cors-preflight",
    title: "A preflight of an allowed origin lists the allowed methods and headers.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const { path, method } of commonPaths) {
        const headers = { Origin: origin, "Access-Control-Request-Method": method };
        const answer = await ask("OPTIONS", path, { headers });
        expectStatus(answer, 204);
        expectThat(
          answer,
          expectHeader(answer, "Access-Control-Allow-Origin", /./) === origin,
          `permission for ${origin}`,
        );
        expectHeader(answer, "Access-Control-Allow-Methods", new RegExp(`\\b${method}\\b`));
        const allowed = expectHeader(answer, "Access-Control-Allow-Headers", /./).toLowerCase();
        for (const name of ["authorization", "content-type", "idempotency-key", "if-none-match"]) {
          expectThat(answer, allowed.includes(name), `permission to send ${name}`);
        }
      }
    },
  }),
  claim({
    id: "every.cors-allowed-origin",
    title: "A page of an allowed origin can read answers and errors, including ETag and X-Request-Id.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const { path, method } of commonPaths) {
        // No operation has DELETE, so that one is an error.
        for (const tried of [method, "DELETE"]) {
          const answer = await ask(tried, path, { headers: { Origin: origin } });
          expectThat(
            answer,
            expectHeader(answer, "Access-Control-Allow-Origin", /./) === origin,
            `permission for ${origin}`,
          );
          expectHeader(answer, "Access-Control-Expose-Headers", /(?=.*\bETag\b)(?=.*\bX-Request-Id\b)/i);
          expectThat(answer, variesBy(answer.headers.get("vary"), "origin"), "Vary with Origin");
        }
      }
    },
  }),
  claim({
    id: "every.cors-other-origin-denied",
    title:
      "A page of another origin gets no permission, and caches must not give it the answer for an allowed one.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const other of ["https://elsewhere.invalid", "null", `${origin}.elsewhere.invalid`]) {
        for (const method of ["OPTIONS", "GET"]) {
          const headers = { Origin: other, "Access-Control-Request-Method": "GET" };
          const answer = await ask(method, commonPaths[0]?.path ?? "/", { headers });
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
