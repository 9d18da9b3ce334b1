import { expect, test } from "vitest";
import { plantRepository } from "./plant-repository.ts";

test("A stamp writes the document and its frozen copy, and says so in one line", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  repository.move("2.0.0");
  const ending = await repository.run("stamp-document");
  expect(ending.code).toBe(0);
  expect(ending.said).toMatch(/^openapi\/published\/2\.0\.0\.yaml is released; .*\n$/);
  expect(repository.read("openapi/published/2.0.0.yaml")).toContain("version: 2.0.0\n");
});

test("A refused stamp ends with 1 and says where the document stands in its way", async () => {
  const repository = plantRepository();
  repository.edit(/version: 1\.0\.24/, "version: one");
  const ending = await repository.run("stamp-document");
  expect(ending).toEqual({
    code: 1,
    said: "openapi/openapi.yaml:4:3: info.version one is not of three numbers; write it like 1.0.24\n",
  });
});

test("An unknown option of the stamp is a wrong use, and help is no failure", async () => {
  const { run } = plantRepository();
  expect(await run("stamp-document", "--amend")).toMatchObject({ code: 2 });
  expect(await run("stamp-document", "--help")).toMatchObject({ code: 0 });
});
