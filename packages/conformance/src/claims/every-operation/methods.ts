import { type Claim, claimsOf } from "../../claim.ts";
import { expectBody, expectHeader, expectSame, expectStatus, expectThat } from "../../expect.ts";
import { methodsOf, type OperationPath, operationPaths } from "./operation-paths.ts";

const claim = claimsOf("everyOperation");

/** Answers to methods that a path does not have, and to OPTIONS. */
export const methods: readonly Claim[] = operationPaths.flatMap((each) => [
  claim({
    id: `every.${each.name}-has-its-methods-alone`,
    title: `${each.path} answers other methods with 405 and lists its methods in Allow.`,
    needs: needsOf(each),
    prove: async (ask, { operator }) => {
      const token = each.role && operator.token;
      const others = ["DELETE", "PUT", "GET", "POST", "PATCH"].filter(
        (name) => !methodsOf(each.path).includes(name),
      );
      for (const method of others) {
        const answer = await ask(method, each.path, token === undefined ? {} : { token });
        expectStatus(answer, 405);
        const allowed = expectHeader(answer, "Allow", /^[A-Z]+(?:, ?[A-Z]+)*$/).split(/, ?/);
        expectSame(answer, "Allow", allowed.toSorted(), allowedOn(each.path));
        expectThat(answer, expectBody(answer)["status"] === 405, "`status` 405 in the body");
      }
    },
  }),
  claim({
    id: `every.${each.name}-answers-options`,
    title: `OPTIONS of ${each.path} lists its methods, without a token and without a body.`,
    needs: needsOf(each),
    prove: async (ask) => {
      const answer = await ask("OPTIONS", each.path);
      expectStatus(answer, 204);
      const allowed = expectHeader(answer, "Allow", /^[A-Z]+(?:, ?[A-Z]+)*$/).split(/, ?/);
      expectSame(answer, "Allow", allowed.toSorted(), allowedOn(each.path));
    },
  }),
]);

/** A deployment without the desk has none of its paths. */
function needsOf({ role }: OperationPath): readonly "operator"[] {
  return role === undefined ? [] : ["operator"];
}

function allowedOn(path: string): string[] {
  const methods = methodsOf(path);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted();
}
