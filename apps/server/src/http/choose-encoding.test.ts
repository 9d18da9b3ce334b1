import { describe, expect, test } from "vitest";
import { chooseEncoding } from "./documents.ts";

const all = ["br", "gzip", "identity"] as const;

describe("of br, gzip and the body as it is", () => {
  test.each([
    ["no header at all", null, "identity"],
    ["an empty header", "", "identity"],
    ["what a browser says over http", "gzip, deflate", "gzip"],
    ["what a browser says on its own machine", "gzip, deflate, br, zstd", "br"],
    ["anything", "*", "br"],
    ["capitals and spaces", " GZIP ;Q=0.5 ", "gzip"],
    ["a preference for gzip", "br;q=0.5, gzip;q=0.8", "gzip"],
    ["no br", "br;q=0, gzip;q=0.5", "gzip"],
    ["no br, and anything else", "br;q=0, *", "gzip"],
    ["nothing that is known", "zstd, deflate", "identity"],
    ["a preference for the body as it is", "gzip;q=0.5, identity", "identity"],
    ["the smallest weight of all", "gzip;q=0.001", "gzip"],
    ["all packed forms refused", "br;q=0, gzip;q=0", "identity"],
    ["the body as it is refused", "identity;q=0, gzip;q=0.1", "gzip"],
    ["everything refused", "*;q=0", "identity"],
    ["a weight that is no number", "gzip;q=much", "identity"],
  ])("%s leads to the right one", (_what, header, chosen) => {
    expect(chooseEncoding(all, header)).toBe(chosen);
  });

  test("what is not offered is not chosen", () => {
    expect(chooseEncoding(["identity"], "br, gzip")).toBe("identity");
    expect(chooseEncoding(["gzip", "identity"], "br, gzip;q=0.1")).toBe("gzip");
  });
});
