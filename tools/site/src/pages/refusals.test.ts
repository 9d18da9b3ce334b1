import { readFile } from "node:fs/promises";
import {
  cashRefusals,
  contactRefusals,
  coverRefusals,
  priceRefusals,
  ratesRefusals,
} from "@trading-oms/brokerage";
import { documents, listOperations, operationNameOf, readRegistered } from "@trading-oms/spec";
import { expect, test } from "vitest";
import { refusalsFile, renderRefusals } from "./refusals.ts";

test("docs/refusals.md agrees with the table; `pnpm refusals` writes it", async () => {
  expect(await readFile(refusalsFile, "utf8")).toBe(renderRefusals());
});

test("the documents name the codes of each change as the tables have them", async () => {
  const texts = {
    setCoveredMarginCall: coverRefusals,
    "companion.previewCover": coverRefusals,
    "operator.setCover": coverRefusals,
    "operator.moveCash": cashRefusals,
    "operator.addContact": contactRefusals,
    "operator.setRates": ratesRefusals,
    "operator.removeRates": ratesRefusals,
    "operator.setPrice": priceRefusals,
  };
  const named = new Map<string, unknown>();
  for (const entry of documents) {
    const { document } = await readRegistered(entry);
    for (const { id, fields } of listOperations(document))
      named.set(operationNameOf(entry, id), fields["x-refusals"]);
  }
  for (const [name, table] of Object.entries(texts)) {
    const codes = Object.keys(table).filter(
      (code) => code !== "cover_changed" || name === "operator.setCover",
    );
    expect(named.get(name), name).toEqual(codes);
  }
});
