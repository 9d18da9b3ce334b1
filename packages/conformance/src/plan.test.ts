import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { claimInputsOf, needDescriptions } from "./claim-inputs.ts";
import { readPlan } from "./plan.ts";

test("the plan of the README is valid and provides every need of a plan", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const reading = readPlan(/^```json\n(.*?)^```$/ms.exec(readme)?.[1] ?? "");
  const inputs = "plan" in reading ? claimInputsOf(reading.plan) : {};
  const wanted = Object.entries(needDescriptions).flatMap(([need, words]) =>
    /^(?:nothing|--house)$/.test(words) ? [] : [need],
  );
  expect(Object.keys(inputs).toSorted()).toEqual(wanted.toSorted());
});

test.for([
  ["text that is not JSON", "{", "is not JSON"],
  ["a list", "[]", "it must be object"],
  ["an unknown member", '{"tokens":[]}', "it must NOT have additional properties: tokens"],
  ["a user without a token", '{"user":{}}', "/user must have required property 'token'"],
  ["a rate above 1", '{"ratios":[{"marginRatio":2}]}', "/ratios/0/marginRatio must be <= 1"],
  [
    "an amount of half a đồng",
    '{"user":{"position":{"raised":0.5}}}',
    "/user/position/raised must be integer",
  ],
] as const)("rejects %s as a plan, with the place of the fault", ([, json, fault]) => {
  const reading = readPlan(json);
  expect("faults" in reading ? reading.faults : []).toContain(fault);
});

test("a user with fewer than three notifications provides none", () => {
  expect(claimInputsOf({ user: { token: "t", notificationCount: 2 } })).toEqual({ user: { token: "t" } });
});
