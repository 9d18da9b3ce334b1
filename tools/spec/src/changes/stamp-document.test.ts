import { expect, test } from "vitest";
import { plantRepository } from "./testing/plant-repository.ts";

test("writes the document and its frozen copy, and reports each document in a line", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  repository.move("2.0.0");
  const ending = await repository.run("stamp-document");
  expect(ending.code).toBe(0);
  expect(ending.said).toMatch(
    /^openapi\/published\/specified\/2\.0\.0\.yaml is released; .*\nnothing to stamp: .*companion.*\nnothing to stamp: .*operator.*\n$/,
  );
  expect(repository.read("openapi/published/specified/2.0.0.yaml")).toContain("version: 2.0.0\n");
});

test("exits with 1 if it refuses, and names the place in the document", async () => {
  const repository = plantRepository();
  repository.edit(/version: 1\.0\.24/, "version: one");
  const ending = await repository.run("stamp-document");
  expect(ending).toEqual({
    code: 1,
    said: "openapi/openapi.yaml:4:3: info.version one is not of three numbers; write it like 1.0.24\n",
  });
});

test("rejects an unknown option, and prints help with exit code 0", async () => {
  const { run } = plantRepository();
  expect(await run("stamp-document", "--amend")).toMatchObject({ code: 2 });
  expect(await run("stamp-document", "--help")).toMatchObject({ code: 0 });
});
