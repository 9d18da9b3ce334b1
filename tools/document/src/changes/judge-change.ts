import { isFields } from "../walk-document.ts";
import { judgeSchemaChange } from "./judge-schema-change.ts";
import type { Spot } from "./trace-pointer.ts";
import type { Judged, Rule, Verdict } from "./verdict.ts";

/** Judges a change of the interface by the key that it stands under; what no rule knows is breaking. */
export function judgeChange({ kind, key }: Spot, change: Judged): Verdict {
  if (kind === "schema") return judgeSchemaChange(key, change);
  const name = `${kind}.${key}`;
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return rule === undefined ? breaks("no rule says that this is harmless") : rule(change);
}

const breaks = (reason: string): Verdict => ({ weight: "breaking", reason });
const agrees = (reason: string): Verdict => ({ weight: "compatible", reason });

/** A thing that may come, but neither go nor become another. */
function mayCome(reasonOfComing: string, reasonOfGoing: string): Rule {
  return ({ before }) => (before === undefined ? agrees(reasonOfComing) : breaks(reasonOfGoing));
}

const always =
  (verdict: Verdict): Rule =>
  () =>
    verdict;

const rules: Readonly<Record<string, Rule>> = {
  "document.paths": mayCome("nobody called it before", "whoever calls it gets 404"),
  "document.tags": mayCome("no operation was grouped under it before", "clients group operations by tag"),
  "document.servers": always(breaks("clients call another address")),
  "pathItem.get": mayCome("nobody called it before", "whoever calls it gets 405"),
  "pathItem.post": mayCome("nobody called it before", "whoever calls it gets 405"),
  "pathItem.patch": mayCome("nobody called it before", "whoever calls it gets 405"),
  "operation.operationId": always(breaks("clients name the call after it")),
  "operation.tags": always(breaks("clients group operations by tag")),
  "operation.parameters": mayComeOptionally("calls that send it are refused, or it is passed over"),
  "operation.requestBody": mayComeOptionally("calls that send a body are refused, or it is passed over"),
  // A new status takes its answers out of what `default`, or the one success, has promised of them.
  "operation.responses": ({ before }) =>
    breaks(before === undefined ? "callers were promised another body for it" : "callers count on it"),
  "operation.security": ({ after }) =>
    after === undefined
      ? agrees("a credential that is still sent does no harm")
      : breaks("calls with the credential of before are refused"),
  "parameter.required": judgeDemand,
  "parameter.x-normalize": always(breaks("the same text is understood differently")),
  "requestBody.required": judgeDemand,
  "requestBody.content": mayCome("what was sent before is still taken", "calls that send it get 415"),
  "response.content": mayCome("it comes beside those of before", "callers count on it"),
  "response.headers": mayCome("callers pass over headers that they do not know", "callers count on it"),
  "header.required": ({ after }) =>
    after === true
      ? agrees("callers who did without it still can")
      : breaks("callers who count on it miss it"),
  "components.schemas": mayCome("nothing referred to it before", "the type of that name is gone"),
  "components.securitySchemes": mayCome("nothing asked for it before", "clients authenticate by it"),
};

function mayComeOptionally(reasonOfGoing: string): Rule {
  return ({ before, after }) => {
    if (before !== undefined) return breaks(reasonOfGoing);
    const isRequired = isFields(after) && after["required"] === true;
    return isRequired
      ? breaks("calls without it, which were accepted, are refused")
      : agrees("calls without it still hold");
  };
}

function judgeDemand({ after }: Judged): Verdict {
  return after === true
    ? breaks("calls without it, which were accepted, are refused")
    : agrees("calls with it still hold");
}
