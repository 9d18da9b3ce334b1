import fc from "fast-check";
import { expect, test } from "vitest";
import { readListedKeys } from "./open-s3-images.ts";

test("reads keys in order and whether another page follows", () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>cards</Name><Prefix></Prefix><KeyCount>2</KeyCount>
<IsTruncated>true</IsTruncated><Contents><Key>1794975332-0a-front</Key><Size>3</Size></Contents>
<Contents><Key>other&amp;&#x27;s &#39;&lt;.txt</Key></Contents></ListBucketResult>`;
  expect(readListedKeys(xml)).toEqual({
    keys: ["1794975332-0a-front", "other&'s '<.txt"],
    isTruncated: true,
  });
});

test("reads an empty bucket", () => {
  expect(readListedKeys("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")).toEqual({
    keys: [],
    isTruncated: false,
  });
});

test.each(["&#9999999;", "&#x110000;", "&#xffffff;"])(
  "leaves %s, which names no character, unchanged",
  (reference) => {
    const xml = `<ListBucketResult><Contents><Key>a${reference}</Key></Contents></ListBucketResult>`;
    expect(readListedKeys(xml).keys).toEqual([`a${reference}`]);
  },
);

test("decodes the last Unicode character", () => {
  expect(readListedKeys("<Key>&#x10ffff;&#1114111;</Key>").keys).toEqual(["\u{10ffff}\u{10ffff}"]);
});

test("never throws or hangs on any answer", () => {
  const parts = fc.constantFrom(
    "<Key>",
    "</Key>",
    "&#x",
    "&#",
    "110000;",
    "ffffff;",
    "9999999;",
    "&",
    "amp;",
    "a",
    "<",
  );
  fc.assert(fc.property(fc.array(parts, { maxLength: 40 }), (all) => void readListedKeys(all.join(""))));
});
