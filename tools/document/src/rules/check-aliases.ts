import type { Complaint } from "../check-vocabulary.ts";
import { listComponentSchemas } from "../list-component-schemas.ts";
import { membersOf } from "../list-operations.ts";
import { type Fields, isFields } from "../walk-document.ts";

/** The one schema that speaks both spellings; the flow of the login service knows snake_case alone. */
const schemaWithAliases = "UserNotification";

const aliases = [
  ["user_id", "userId"],
  ["account_id", "accountId"],
  ["message_id", "messageID"],
  ["created_at", "createdAt"],
  ["updated_at", "updatedAt"],
] as const;

/** Each field with two spellings has both, of one type, and the second says which it repeats. */
export function checkAliases(document: Fields): Complaint[] {
  const schema = listComponentSchemas(document).find(({ name }) => name === schemaWithAliases);
  if (schema === undefined) return [];
  const properties = isFields(schema.fields["properties"]) ? schema.fields["properties"] : {};
  const pointer = [...schema.pointer, "properties"];
  const known = new Set<string>(aliases.map(([snake]) => snake));
  const strangers = membersOf(properties).filter(([name]) => name.includes("_") && !known.has(name));
  return [
    ...aliases.flatMap(([snake, camel]) =>
      checkPair(properties, snake, camel).map((message) => ({ pointer, message })),
    ),
    ...strangers.map(([name]) => ({
      pointer: [...pointer, name],
      message: `${name} has no second spelling; add the pair to check-aliases.ts and both to the schema`,
    })),
  ];
}

function checkPair(properties: Fields, snake: string, camel: string): string[] {
  const missing = [snake, camel].filter((name) => !isFields(properties[name]));
  if (missing.length > 0) {
    return [
      `${schemaWithAliases} lacks ${missing.join(" and ")}; ${snake} and ${camel} come as a pair, so add it`,
    ];
  }
  const [first, second] = [properties[snake] as Fields, properties[camel] as Fields];
  if (JSON.stringify(first["type"]) !== JSON.stringify(second["type"])) {
    return [`${snake} and ${camel} have different types; give both the same`];
  }
  if (String(second["description"]).startsWith(`The same as \`${snake}\``)) return [];
  return [`${camel} does not say what it repeats; begin its description with "The same as \`${snake}\`"`];
}
