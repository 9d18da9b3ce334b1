import type { Complaint } from "../check-vocabulary.ts";
import { listOperations } from "../list-operations.ts";
import { type Fields, isFields } from "../walk-document.ts";

/** Operations that show or change what belongs to one user. */
const operationsWithToken = ["setCoveredMarginCall", "getMarginRatio", "listNotifications"];
const operationsForAll = ["searchSymbols", "parseIdCard"];

/** Exactly the agreed operations want a token, each says so itself, and the token is a bearer token. */
export function checkSecurity(document: Fields): Complaint[] {
  const operations = listOperations(document).flatMap(({ id, pointer, fields }) => {
    const message = faultOf(id, JSON.stringify(fields["security"]));
    if (message === undefined) return [];
    return [{ pointer: "security" in fields ? [...pointer, "security"] : pointer, message }];
  });
  return [...operations, ...checkScheme(document)];
}

function faultOf(id: string, security: string | undefined): string | undefined {
  if (operationsWithToken.includes(id)) {
    return security === '[{"bearer":[]}]'
      ? undefined
      : `${id} wants a token; write security: [{ bearer: [] }]`;
  }
  if (operationsForAll.includes(id)) {
    return security === "[]" ? undefined : `${id} is open to all; write security: []`;
  }
  return `nothing is agreed on who may call ${id}; add it to one of the lists in check-security.ts`;
}

function checkScheme(document: Fields): Complaint[] {
  const components = isFields(document["components"]) ? document["components"] : {};
  const schemes = isFields(components["securitySchemes"]) ? components["securitySchemes"] : {};
  const bearer = isFields(schemes["bearer"]) ? schemes["bearer"] : {};
  if (bearer["type"] === "http" && bearer["scheme"] === "bearer") return [];
  const message = "there is no bearer scheme; write type: http and scheme: bearer";
  return [{ pointer: ["components", "securitySchemes", "bearer"], message }];
}
