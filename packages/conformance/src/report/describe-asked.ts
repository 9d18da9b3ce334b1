import type { Asked } from "../answer.ts";
import { hideTokens } from "./hide-tokens.ts";

const lengthMax = 200;
/** A pattern runs out of stack on a text of megabytes. */
const bodyLengthMax = 10_000;

/** Says what was asked in a line; of the headers their names alone where they could carry a secret. */
export function describeAsked(asked: Asked | undefined): string {
  if (asked === undefined) return "nothing yet";
  const { method, path, headers, body } = asked;
  const named = Object.entries(headers).map(([name, value]) =>
    name.toLowerCase() === "authorization" ? `${name}: …` : `${name}: ${value}`,
  );
  const parts = [`${method} ${path}`, ...named.map((line) => `(${line})`), describeBody(body)];
  const text = hideTokens(parts.filter((part) => part !== "").join(" "));
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}

function describeBody(body: Asked["body"]): string {
  if (body === undefined) return "";
  if (typeof body !== "string") return `${body.length} bytes`;
  // A token or an image that is cut might not be known as one, so that its beginning goes as well.
  return body.length > bodyLengthMax ? `${body.slice(0, bodyLengthMax).replace(/[\w+/.-]+$/, "")}…` : body;
}
