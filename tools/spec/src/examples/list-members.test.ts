import { expect, test } from "vitest";
import { listOperations } from "../grammar/list-operations.ts";
import { listMembers } from "./list-members.ts";

const tree = {
  type: "object",
  properties: {
    kind: { type: "string" },
    branches: { type: "array", items: { $ref: "#/components/schemas/Branch" } },
  },
};
const branch = { type: "object", properties: { name: { type: "string" } } };

function membersOf(mediaType: string, schema: object, ...bodies: unknown[]) {
  const responses = { "200": { content: { [mediaType]: { schema } } } };
  const document = {
    paths: { "/a": { get: { operationId: "getTree", responses } } },
    components: { schemas: { Branch: branch } },
  };
  const [operation] = listOperations(document);
  if (operation === undefined) throw new Error("The document has an operation.");
  return listMembers(document, operation, bodies);
}

test("lists what a document has and what answers send, at any depth", () => {
  const { documented, sent } = membersOf(
    "application/json",
    tree,
    { kind: "oak" },
    { branches: [{ name: "low" }] },
  );
  expect(documented).toEqual(["kind", "branches", "branches[].name"]);
  expect(sent).toEqual(documented);
  expect(membersOf("application/json", tree, { kind: "oak", branches: [] }).sent).not.toContain(
    "branches[].name",
  );
});

test("lists the members of each event of a stream", () => {
  const event = { type: "object", properties: { event: { enum: ["tree"] }, data: tree } };
  const { documented, sent } = membersOf("text/event-stream", { anyOf: [event, event] }, [
    { event: "tree", data: { kind: "oak" } },
  ]);
  expect(documented).toEqual([
    "[].event",
    "[].data",
    "[].data.kind",
    "[].data.branches",
    "[].data.branches[].name",
  ]);
  expect(sent).toEqual(["[].event", "[].data", "[].data.kind"]);
});
