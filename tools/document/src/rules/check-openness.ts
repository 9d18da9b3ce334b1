import type { Complaint } from "../check-vocabulary.ts";
import { type ComponentSchema, listComponentSchemas } from "../list-component-schemas.ts";
import { type Fields, type Pointer, walkDocument } from "../walk-document.ts";

/** Objects that may carry members beyond those described. */
const open = [
  "SymbolSearchResult",
  "ServiceInstance",
  "SymbolEntry",
  "SymbolNewsItem",
  "SymbolSentiment",
  "SymbolInfo",
  "SymbolStat",
  "SymbolDepth",
  "PriceLevel",
  "SymbolTrend",
  "TrendSide",
  "PositionSnapshot",
  "AccountSnapshot",
  "ErrorResponse",
  "ProblemDetails",
  "ValidationProblemDetails",
  "AuthFlow",
];

/** Request bodies, in which an unknown member is an error. */
const closed = ["IdCardRequest", "CoveredMarginCallRequest"];

/** Objects that the server sends exactly so, and of which readers accept more. */
const unwritten = [
  "IdCardResponse",
  "IdCardData",
  "IdCardImageUrls",
  "CoveredMarginCallResult",
  "MarginRatio",
  "NotificationPage",
  "UserNotification",
  "UserNotificationData",
  "GatewayError",
];

/** Each object is open, closed or neither, as agreed. */
export function checkOpenness(document: Fields): Complaint[] {
  const named = listComponentSchemas(document).filter(({ fields }) => fields["type"] === "object");
  return [...named.flatMap(checkNamed), ...checkNameless(document)];
}

function checkNamed({ name, pointer, fields }: ComponentSchema): Complaint[] {
  const written = fields["additionalProperties"];
  const at = (message: string): Complaint[] => [
    { pointer: "additionalProperties" in fields ? [...pointer, "additionalProperties"] : pointer, message },
  ];
  if (open.includes(name)) {
    return written === true ? [] : at(`${name} is agreed to be open; write additionalProperties: true`);
  }
  if (closed.includes(name)) {
    return written === false ? [] : at(`${name} is agreed to be closed; write additionalProperties: false`);
  }
  if (unwritten.includes(name)) {
    return written === undefined ? [] : at(`${name} is agreed to be neither; remove additionalProperties`);
  }
  return at(`nothing is agreed on whether ${name} is open; add it to one of the lists in check-openness.ts`);
}

/** An object without a name and without members says only that something is there, so it has to be open. */
function checkNameless(document: Fields): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    if (kind !== "schema" || isNamed(pointer) || fields["type"] !== "object") return;
    if ("properties" in fields || (fields["additionalProperties"] ?? false) !== false) return;
    const message = "this object has no members and is not open; write additionalProperties: true";
    complaints.push({ pointer, message });
  });
  return complaints;
}

function isNamed(pointer: Pointer): boolean {
  return pointer.length === 3 && pointer[0] === "components";
}
