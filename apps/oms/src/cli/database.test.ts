import { expect, test } from "vitest";
import { showDatabase } from "./database.ts";

test("shows an address without its password, in the user part or in the query", () => {
  const show = (url: string) => showDatabase({ engine: "postgresql", url });
  expect(show("postgres://oms:secret@db.example:5432/oms?sslmode=require")).toBe(
    "postgres://oms@db.example:5432/oms?sslmode=require",
  );
  expect(show("postgres://db.example/oms?user=oms&password=secret")).toBe(
    "postgres://db.example/oms?user=oms",
  );
});
