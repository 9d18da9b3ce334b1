import { expect, test } from "vitest";
import { prefixGroup } from "./byte-pairs.ts";
import { makeTextFolder } from "./make-text-folder.ts";
import { RowGroups } from "./row-groups.ts";

const fold = makeTextFolder();

function listed(symbol: string, tickerCode: string, companyName: string): Record<string, readonly string[]> {
  const text = { bytes: new Uint8Array(256), size: 0 };
  for (const field of [symbol, tickerCode, companyName]) {
    fold(field, text);
    text.size += 1;
  }
  const groups = new RowGroups();
  // What was listed for another row is forgotten.
  groups.list(text.bytes, 0, 2);
  groups.list(text.bytes, 0, text.size);
  const told = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.&"].flatMap((first) => {
    return ["", ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.&"].map((second) => first + second);
  });
  const textsOf = (list: { values: Int32Array; count: number }) =>
    told.filter((each) => {
      const group = prefixGroup(each.charCodeAt(0), each.length === 1 ? undefined : each.charCodeAt(1));
      return list.values.subarray(0, list.count).filter((other) => other === group).length === 1;
    });
  return { within: textsOf(groups.within), beginnings: textsOf(groups.beginnings) };
}

test("A row is found by each letter and each two neighbours in it, and by none across a space or a field", () => {
  expect(listed("HPG", "", "Á Á")).toEqual({ within: ["G", "P", "PG"], beginnings: ["A"] });
  expect(listed("F", "T1", "Đá 30")).toEqual({
    within: ["A", "T", "T1", "0", "1"],
    beginnings: ["D", "DA", "3", "30"],
  });
});

test("What a symbol begins with is listed nowhere else, and what a word begins with nowhere within", () => {
  expect(listed("AB", "ABC", "Abc Bó ab")).toEqual({ within: ["BC", "C", "O"], beginnings: ["B", "BO"] });
});

test("A sign is a word of its own, and what stands behind it begins another", () => {
  expect(listed("X", "", "S.A")["beginnings"]).toEqual(["A", "S", "S.", ".", ".A"]);
});
