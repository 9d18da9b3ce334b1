import { document } from "../document.gen.ts";
import { type Fields, fieldsOf } from "./fields.ts";

/** An operation of the document, as a request was meant for it. */
export type FoundOperation = { readonly id: string; readonly pointer: string; readonly responses: Fields };

/** The doubled prefix of the card's path is answered the same, and the document leaves it out. */
const doubledPath = "/api/v2/chat/api/v2/chat/api/id-card";
const documentedPath = "/api/v2/chat/api/id-card";

/** Finds the operation of the document that a request is for, or the path that it names where the method is another. */
export function findOperation(method: string, address: string): FoundOperation | "a path alone" | undefined {
  const [asked = ""] = address.split("?");
  const path = asked === doubledPath ? documentedPath : asked;
  for (const [template, item] of Object.entries(fieldsOf(document["paths"]))) {
    if (!formOf(template).test(path)) continue;
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = fieldsOf(item)[name];
    if (operation === undefined) return "a path alone";
    const { operationId, responses } = fieldsOf(operation);
    return {
      id: String(operationId),
      pointer: `#/paths/${template.replaceAll("~", "~0").replaceAll("/", "~1")}/${name}`,
      responses: fieldsOf(responses),
    };
  }
  return undefined;
}

function formOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
}
