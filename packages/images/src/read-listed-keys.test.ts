import fc from "fast-check";
import { expect, test } from "vitest";
import { readListedKeys } from "./open-s3-images.ts";

test("keys are read in their order, and that others come after them", () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>cards</Name><Prefix></Prefix><KeyCount>2</KeyCount>
<IsTruncated>true</IsTruncated><Contents><Key>1794975332-0a-front</Key><Size>3</Size></Contents>
<Contents><Key>other&amp;&#x27;s &#39;&lt;.txt</Key></Contents></ListBucketResult>`;
  expect(readListedKeys(xml)).toEqual({
    keys: ["1794975332-0a-front", "other&'s '<.txt"],
    isTruncated: true,
  });
});

test("a bucket that holds nothing has no keys, and none after them", () => {
  expect(readListedKeys("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>")).toEqual({
    keys: [],
    isTruncated: false,
  });
});

test.each(["&#9999999;", "&#x110000;", "&#xffffff;"])(
  "%s names no character and stays as it is",
  (written) => {
    const xml = `<ListBucketResult><Contents><Key>a${written}</Key></Contents></ListBucketResult>`;
    expect(readListedKeys(xml).keys).toEqual([`a${written}`]);
  },
);

test("the last character there is, is read", () => {
  expect(readListedKeys("<Key>&#x10ffff;&#1114111;</Key>").keys).toEqual(["\u{10ffff}\u{10ffff}"]);
});

test("no answer whatever makes it throw or run on", () => {
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
