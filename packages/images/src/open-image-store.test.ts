import { expect, test } from "vitest";
import { readImagePlace } from "./open-image-store.ts";

test("reads an absolute path as a folder and a URL as a bucket", () => {
  expect(readImagePlace("/var/lib/oms/images")).toEqual({ kind: "disk", folder: "/var/lib/oms/images" });
  expect(readImagePlace("https://s3.example.com/cards")).toEqual({
    kind: "s3",
    bucketUrl: "https://s3.example.com/cards",
  });
  expect(readImagePlace("https://cards.s3.example.com")).toEqual({
    kind: "s3",
    bucketUrl: "https://cards.s3.example.com/",
  });
});

test.each([
  "images",
  "./data/images",
  "../images",
  "s3://cards",
  "https://",
  "https://u:p@s3.example.com/cards",
  "https://s3.example.com/cards?a=1",
  "off",
])("refuses %s, which is neither a folder nor a bucket", (text) => {
  expect(readImagePlace(text)).toBeUndefined();
});
