import { type Fields, followReference, isFields, nameOfReference } from "@trading-oms/document";
import { boundaryTexts } from "./boundary-texts.ts";
import { addUp, type Comparison, compareJudges, type ZodLike } from "./compare-verdicts.ts";
import type { Contract } from "./emit-document.ts";

type Content = Readonly<Record<string, { readonly schema: ZodLike }>>;
type Route = {
  readonly request?: { readonly body?: { readonly content: Content } };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};

/**
 * Sees to it that each body of a route is the very schema that its name stands for. Those were judged already, but
 * one that is refined on the way to a route would still be emitted by its name.
 */
export function compareBodies(document: Fields, contract: Contract): Comparison {
  const routes: Readonly<Record<string, Route>> = contract.routes as never;
  return addUp(
    Object.values(document["paths"] as Fields)
      .flatMap((pathItem) => Object.values(pathItem as Fields) as Fields[])
      .flatMap((operation) => {
        const operationId = String(operation["operationId"]);
        const route = routes[operationId];
        const responses = Object.entries(operation["responses"] as Fields);
        return [
          compareContent(
            `${operationId} body`,
            document,
            contract,
            operation["requestBody"],
            route?.request?.body?.content,
          ),
          ...responses.map(([status, response]) =>
            compareContent(
              `${operationId} ${status}`,
              document,
              contract,
              response,
              route?.responses[status]?.content,
            ),
          ),
        ];
      }),
  );
}

function compareContent(
  place: string,
  document: Fields,
  contract: Contract,
  declared: unknown,
  written: Content | undefined,
): Comparison {
  const content = declared === undefined ? {} : (followReference(document, declared)["content"] ?? {});
  return addUp(
    Object.entries(content as Fields).map(([mediaType, media]) => {
      const schema = (media as Fields)["schema"];
      return compareBody(`${place} ${mediaType}`, contract, schema, written?.[mediaType]?.schema);
    }),
  );
}

function compareBody(
  place: string,
  contract: Contract,
  schema: unknown,
  zodSchema: ZodLike | undefined,
): Comparison {
  const reference = isFields(schema) ? schema["$ref"] : undefined;
  if (typeof reference === "string") {
    const named = contract.schemas[nameOfReference(reference) as keyof Contract["schemas"]];
    const isSame = zodSchema !== undefined && zodSchema === named;
    const value = `whatever ${nameOfReference(reference)} takes`;
    return isSame
      ? { valueCount: 1, disagreements: [] }
      : { valueCount: 1, disagreements: [{ place, value, document: "valid", contract: "invalid" }] };
  }
  return compareJudges(place, [...boundaryTexts({}), 5, null, {}], {
    document: (text) => typeof text === "string",
    contract: (text) => zodSchema?.safeParse(text).success ?? false,
  });
}
