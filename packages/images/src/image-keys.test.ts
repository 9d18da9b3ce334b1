import { expect, test } from "vitest";
import { makeImageKey, parseImageKeys, renderImageKeys } from "./image-keys.ts";

const atMs = Date.parse("2026-11-18T10:00:00+07:00");
const one = await makeImageKey(() => atMs);
const other = await makeImageKey(() => atMs + 1_000);

test("keys that were written are read again, from the oldest on", async () => {
  expect(await parseImageKeys(renderImageKeys([one, other]))).toEqual({ kind: "keys", keys: [one, other] });
});

test("no two keys that are made are the same", () => {
  expect(one.id).not.toBe(other.id);
  expect([one.secret.length, one.id.length]).toEqual([32, 16]);
});

test.each([
  ["", "It is no JSON."],
  ["[]", "It is no file of keys for images: its member imageKeys is no list."],
  ['{"keys":[]}', "It is no file of keys for images: its member imageKeys is no list."],
  ['{"imageKeys":[]}', "There is no key in it."],
  ['{"imageKeys":[7]}', "Key 1 is no object."],
  ['{"imageKeys":[{"id":"a","secret":"AAAA"}]}', "Key 1 has no secret of 32 bytes in Base64 for URLs."],
  [
    renderImageKeys([one]).replace(/"madeAt": "[^"]+"/, '"madeAt": "soon"'),
    "Key 1 has no madeAt that is a time.",
  ],
  [
    renderImageKeys([one, other]).replace(other.id, one.id),
    "Key 2 has an id that is not of its secret: one of both was changed.",
  ],
  [renderImageKeys([one, one]), "Key 2 is there twice."],
])("a file with a fault is refused by the fault, and no secret is told: %#", async (text, issue) => {
  expect(await parseImageKeys(text)).toEqual({ kind: "faulty", issue });
});
