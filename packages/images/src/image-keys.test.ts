import { expect, test } from "vitest";
import { makeImageKey, parseImageKeys, renderImageKeys } from "./image-keys.ts";

const atMs = Date.parse("2026-11-18T10:00:00+07:00");
const one = await makeImageKey(() => atMs);
const other = await makeImageKey(() => atMs + 1_000);

test("parses rendered keys in the same order, oldest first", async () => {
  expect(await parseImageKeys(renderImageKeys([one, other]))).toEqual({ kind: "keys", keys: [one, other] });
});

test("makes a different key each time", () => {
  expect(one.id).not.toBe(other.id);
  expect([one.secret.length, one.id.length]).toEqual([32, 16]);
});

test.each([
  ["", "It is not valid JSON."],
  ["[]", "It is not a file of image keys: its member imageKeys is missing or not a list."],
  ['{"keys":[]}', "It is not a file of image keys: its member imageKeys is missing or not a list."],
  ['{"imageKeys":[]}', "There is no key in it."],
  ['{"imageKeys":[7]}', "Key 1 is not an object."],
  ['{"imageKeys":[{"id":"a","secret":"AAAA"}]}', "Key 1 has no secret of 32 bytes in Base64url."],
  [
    renderImageKeys([one]).replace(/"madeAt": "[^"]+"/, '"madeAt": "soon"'),
    "Key 1 has a madeAt that is missing or not a time.",
  ],
  [
    renderImageKeys([one, other]).replace(other.id, one.id),
    "Key 2 has an id that does not match its secret: one of them was changed.",
  ],
  [renderImageKeys([one, one]), "Key 2 is a duplicate."],
])("refuses a faulty key file with a message that contains no secret: %#", async (text, issue) => {
  expect(await parseImageKeys(text)).toEqual({ kind: "faulty", issue });
});
