import { expect, test } from "vitest";
import { isPlausiblePrice, type Listing, parsePrice } from "./index.ts";

const share: Listing = { exchange: "HOSE", type: "stock" };
const onHnx: Listing = { exchange: "HNX", type: "stock" };
const onUpcom: Listing = { exchange: "UPCOM", type: "stock" };
const warrant: Listing = { exchange: "HOSE", type: "warrant" };
const future: Listing = { exchange: "DERIVATIVES", type: "future", symbol: "41I1F4000" };

const price = (text: string) => parsePrice(text) ?? 0n;

test.each<[Listing, string, string, boolean]>([
  [share, "100000", "121000", true],
  [share, "100000", "121100", false],
  [share, "100000", "79000", true],
  [share, "100000", "78900", false],
  [onHnx, "20000", "26000", true],
  [onHnx, "20000", "26100", false],
  [onUpcom, "20000", "29000", true],
  [onUpcom, "20000", "29100", false],
  [future, "1400", "1694", true],
  [future, "1400", "1694.1", false],
  // One step is allowed if the band is narrower.
  [onUpcom, "200", "300", true],
  [onUpcom, "200", "400", false],
  [warrant, "1000", "2500", true],
])("on %o with a day's reference of %s, %s is plausible: %s", (listing, ofDay, paid, isTrue) => {
  const references = { listed: price(ofDay), ofDay: price(ofDay) };
  expect(isPlausiblePrice(listing, price(paid), references)).toBe(isTrue);
});

test.each([
  ["8000", true],
  ["7990", false],
  ["800000", true],
  ["800100", false],
  // Thousandths mistaken for whole VND, and whole VND for thousandths.
  ["80", false],
  ["80000000", false],
])("with 80,000 in the catalog alone, %s is plausible: %s", (paid, isTrue) => {
  expect(isPlausiblePrice(share, price(paid), { listed: price("80000") })).toBe(isTrue);
});
