import { fieldsAt, membersOf, type Operation } from "../grammar/list-operations.ts";
import { type Fields, isFields } from "../grammar/walk-document.ts";

/** The places of members, such as `feed.silentSince` or `exchanges[].session`. */
type Members = { readonly documented: readonly string[]; readonly sent: readonly string[] };

/** Lists the members that an operation's success has by the document, and those that answers have. */
export function listMembers(document: Fields, operation: Operation, bodies: readonly unknown[]): Members {
  const response = fieldsAt(
    document,
    membersOf(operation.fields["responses"]).find(([status]) => status === "200")?.[1],
  );
  const [mediaType, media] = membersOf(response["content"])[0] ?? [];
  const schema = isFields(media) ? media["schema"] : undefined;
  // A stream is judged as the list of its events.
  const place = mediaType === "text/event-stream" ? "[]" : "";
  return {
    documented: [...new Set(membersOfSchema(document, schema, place))],
    sent: [...new Set(bodies.flatMap((body) => membersOfValue(body, "")))],
  };
}

function membersOfSchema(document: Fields, candidate: unknown, place: string): string[] {
  const { anyOf, items, properties } = fieldsAt(document, candidate);
  return [
    ...(Array.isArray(anyOf) ? anyOf : []).flatMap((branch) => membersOfSchema(document, branch, place)),
    ...(items === undefined ? [] : membersOfSchema(document, items, `${place}[]`)),
    ...membersOf(properties).flatMap(([name, schema]) => {
      const member = place === "" ? name : `${place}.${name}`;
      return [member, ...membersOfSchema(document, schema, member)];
    }),
  ];
}

function membersOfValue(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOfValue(item, `${place}[]`));
  return membersOf(value).flatMap(([name, child]) => {
    const member = place === "" ? name : `${place}.${name}`;
    return [member, ...membersOfValue(child, member)];
  });
}
