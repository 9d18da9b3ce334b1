import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { givenBy, needWords } from "./given.ts";
import { readPlan } from "./plan.ts";

test("the plan of the README is one, and offers all that a claim may need of a plan", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const reading = readPlan(/^```json\n(.*?)^```$/ms.exec(readme)?.[1] ?? "");
  const given = "plan" in reading ? givenBy(reading.plan) : {};
  const wanted = Object.entries(needWords).flatMap(([need, words]) =>
    /^(?:nothing|--house)$/.test(words) ? [] : [need],
  );
  expect(Object.keys(given).toSorted()).toEqual(wanted.toSorted());
});

test.for([
  ["no JSON", "{", "is not JSON"],
  ["a list", "[]", "it must be object"],
  ["an unknown member", '{"tokens":[]}', "it must NOT have additional properties: tokens"],
  ["a user without a token", '{"user":{}}', "/user must have required property 'token'"],
  ["a rate above 1", '{"ratios":[{"marginRatio":2}]}', "/ratios/0/marginRatio must be <= 1"],
  [
    "an amount of half a đồng",
    '{"user":{"position":{"raised":0.5}}}',
    "/user/position/raised must be integer",
  ],
] as const)("%s is no plan, and its fault has a place", ([, json, fault]) => {
  const reading = readPlan(json);
  expect("faults" in reading ? reading.faults : []).toContain(fault);
});

test("a user without two pages' worth of notifications offers none to look through", () => {
  expect(givenBy({ user: { token: "t", notificationCount: 2 } })).toEqual({ user: { token: "t" } });
});
