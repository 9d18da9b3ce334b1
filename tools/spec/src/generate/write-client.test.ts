import { expect, test } from "vitest";
import type { Fields } from "../grammar/walk-document.ts";
import { readRegistered, type SoundDocument } from "../read/read-document.ts";
import { documents } from "../read/registry.ts";
import { writeClient, writeQueries } from "./write-client.ts";

async function read(name: string): Promise<SoundDocument> {
  const entry = documents.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`There is no document ${name}.`);
  return readRegistered(entry);
}

const specified = await read("specified");
const companion = await read("companion");

/** The companion with an operation changed. */
function changed(path: string, method: string, fields: object): SoundDocument {
  const document = structuredClone(companion.document) as unknown as {
    paths: Record<string, Record<string, Fields>>;
  };
  Object.assign(document.paths[path]?.[method] ?? {}, fields);
  return { ...companion, document: document as unknown as Fields };
}

test("a method has the summary, what it does, and the call that is its example", () => {
  const call = `import { createClient } from "@trading-oms/client";

const client = createClient({
  token: "test-token",
});
console.log(await client.getMarginRatio("FPT")); /* a comment */
`;
  const text = writeClient(specified, { specified: { getMarginRatio: { call } } });
  expect(text).toContain("   * Read the margin ratio of a symbol.\n");
  expect(text).toContain(
    '   * console.log(await client.getMarginRatio("FPT")); /* a comment *\\/\n   * ```\n',
  );
  expect(text).not.toContain("test-token");
  expect(text).toContain("getMarginRatio(symbol: string, call?: CallSettings): Promise<MarginRatio>;");
});

test("a change has the codes of its refusals, pages a loop, and what is Base64 may be bytes", () => {
  const text = writeClient(specified, {});
  expect(text).toMatch(/export type SetCoveredMarginCallRefusal =\n {2}\| "position_closing"\n/);
  expect(text).toContain("AsyncGenerator<UserNotification, void, undefined>");
  expect(text).toContain(
    'listNotifications: "GET /api/v1/notifications qon notifications everyNotification"',
  );
  expect(text).toContain("parseIdCard(body: WithBytes<IdCardRequest>");
});

test("a stream is no method", () => {
  expect(writeClient(companion, {})).not.toContain("streamLive");
});

test("what invalidates something is a mutation, and any other operation a query, pages where it has some", () => {
  const text = writeQueries([specified, companion]);
  expect(text).toContain(
    "readNotifications(call?: QueryCall): MutationOptions<companion.ReadNotificationsRequest,",
  );
  expect(text).toContain(
    "previewCover(accountId: string, symbol: string, body: companion.CoverPreviewRequest,",
  );
  expect(text).toMatch(/listMovements\(accountId: string, .*\): PagesOptions<companion\.MovementPage>/);
  expect(text).toContain(
    '"POST /companion/v0/notifications/read": ["/companion/v0/notifications","/api/v1/notifications"]',
  );
});

test("what makes nothing stale that exists is refused by its place", () => {
  const path = "/companion/v0/notifications/read";
  const faulty = changed(path, "post", { "x-invalidates": ["/companion/v0/notification"] });
  expect(() => writeQueries([specified, faulty])).toThrow(
    'no path of any document begins with "/companion/v0/notification"',
  );
});
