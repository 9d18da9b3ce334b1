import type { Answer } from "../../ask.ts";
import { type Claim, claimsOf } from "../../claim.ts";
import { expectHeader, expectSame } from "../../expect.ts";
import { isOfDesk, methodsOf, operations } from "../../operations.ts";

const everyMethod = ["DELETE", "PUT", "GET", "POST", "PATCH"];

/** Answers to methods that a path does not have, and to OPTIONS. */
export const methods: readonly Claim[] = operations.flatMap((operation) => {
  const { name, path } = operation;
  const known = methodsOf(path);
  // A deployment without the desk has none of its paths.
  const isDesk = isOfDesk(operation);
  const claim = claimsOf("everyOperation", { path });
  const check = (_: unknown, answer: Answer): void => expectAllowed(answer, known);
  return [
    claim(`every.${name}-has-its-methods-alone`, {
      title: `${path} answers other methods with 405 and lists its methods in Allow.`,
      as: isDesk ? "operator" : "anyone",
      status: 405,
      body: { status: 405 },
      rows: everyMethod.filter((method) => !known.includes(method)).map((method) => ({ method })),
      check,
    }),
    claim(`every.${name}-answers-options`, {
      title: `OPTIONS of ${path} lists its methods, without a token and without a body.`,
      needs: isDesk ? ["operator"] : [],
      method: "OPTIONS",
      status: 204,
      check,
    }),
  ];
});

function expectAllowed(answer: Answer, methods: readonly string[]): void {
  const allowed = expectHeader(answer, "Allow", /^[A-Z]+(?:, ?[A-Z]+)*$/).split(/, ?/);
  const expected = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  expectSame(answer, "Allow", allowed.toSorted(), expected.toSorted());
}
