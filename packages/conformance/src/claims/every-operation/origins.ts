import type { Answer } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectHeader, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { commonOperations } from "../../operations.ts";

const claim = claimsOf("everyOperation");

/** CORS: calls from pages of other origins. */
export const origins: readonly Claim[] = [
  claim("every.cors-preflight", {
    title: "A preflight of an allowed origin lists the allowed methods and headers.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const { path, method } of commonOperations) {
        const headers = { Origin: origin, "Access-Control-Request-Method": method };
        const answer = await ask("OPTIONS", path, { headers });
        expectStatus(answer, 204);
        expectAllowed(answer, origin);
        expectHeader(answer, "Access-Control-Allow-Methods", new RegExp(`\\b${method}\\b`));
        const allowed = expectHeader(answer, "Access-Control-Allow-Headers", /./).toLowerCase();
        for (const name of ["authorization", "content-type", "idempotency-key", "if-none-match"]) {
          expectThat(answer, allowed.includes(name), `permission to send ${name}`);
        }
      }
    },
  }),
  claim("every.cors-allowed-origin", {
    title: "A page of an allowed origin can read answers and errors, including ETag and X-Request-Id.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const { path, method } of commonOperations) {
        // No operation has DELETE, so that one is an error.
        for (const tried of [method, "DELETE"]) {
          const answer = await ask(tried, path, { headers: { Origin: origin } });
          expectAllowed(answer, origin);
          expectHeader(answer, "Access-Control-Expose-Headers", /(?=.*\bETag\b)(?=.*\bX-Request-Id\b)/i);
          expectVaried(answer);
        }
      }
    },
  }),
  claim("every.cors-other-origin-denied", {
    title:
      "A page of another origin gets no permission, and caches must not give it the answer for an allowed one.",
    needs: ["origin"],
    prove: async (ask, { origin }) => {
      for (const other of ["https://elsewhere.invalid", "null", `${origin}.elsewhere.invalid`]) {
        for (const method of ["OPTIONS", "GET"]) {
          const headers = { Origin: other, "Access-Control-Request-Method": "GET" };
          const answer = await ask(method, commonOperations[0]?.path ?? "/", { headers });
          const isDenied = !answer.headers.has("access-control-allow-origin");
          expectThat(answer, isDenied, "no Access-Control-Allow-Origin");
          expectVaried(answer);
        }
      }
    },
  }),
];

function expectAllowed(answer: Answer, origin: string): void {
  expectSame(answer, "the allowed origin", answer.headers.get("access-control-allow-origin"), [origin]);
}

function expectVaried(answer: Answer): void {
  const names = (answer.headers.get("vary") ?? []).flatMap((value) => value.toLowerCase().split(/, */));
  expectThat(answer, names.includes("origin"), "Vary with Origin");
}
