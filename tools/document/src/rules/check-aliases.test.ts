import { describe, expect, it } from "vitest";
import { checkAliases } from "./schemas.ts";

const pairs = [
  ["user_id", "userId", "string"],
  ["account_id", "accountId", "string"],
  ["message_id", "messageID", "string"],
  ["created_at", "createdAt", "number"],
  ["updated_at", "updatedAt", "number"],
] as const;

function complaintsWith(change: Record<string, unknown>): string[] {
  const properties = Object.fromEntries(
    pairs.flatMap(([snake, camel, type]) => [
      [snake, { type, description: "It." }],
      [camel, { type, description: `The same as \`${snake}\`.` }],
    ]),
  );
  const schemas = {
    UserNotification: { properties: { ...properties, ...change } },
    AuthFlow: { properties: { expires_at: { type: "string" } } },
  };
  return checkAliases({ components: { schemas } }).map(({ message }) => message);
}

describe("A field of a notification with two spellings", () => {
  it("has both, and the flow of the login service needs but one.", () => {
    expect(complaintsWith({})).toEqual([]);
  });

  it("lacks neither.", () => {
    expect(complaintsWith({ messageID: undefined })).toEqual([
      "UserNotification lacks messageID; message_id and messageID come as a pair, so add it",
    ]);
    expect(complaintsWith({ user_id: undefined })).toHaveLength(1);
  });

  it("has one type.", () => {
    expect(
      complaintsWith({ createdAt: { type: "string", description: "The same as `created_at`." } }),
    ).toEqual(["created_at and createdAt have different types; give both the same"]);
  });

  it("says which one repeats the other.", () => {
    expect(complaintsWith({ userId: { type: "string", description: "The user." } })).toEqual([
      'userId does not say what it repeats; begin its description with "The same as `user_id`"',
    ]);
  });

  it("is not added in one spelling alone.", () => {
    expect(complaintsWith({ read_at: { type: "number", description: "It." } })).toEqual([
      "read_at has no second spelling; add the pair to rules/schemas.ts and both to the schema",
    ]);
  });
});
