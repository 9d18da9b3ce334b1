import { expect, test } from "vitest";
import { listStrangers } from "./settings.ts";

test("a slip in a name that begins like a setting is named, with what there is", () => {
  const names = ["PORT", "AUTH_ISSUER", "AUTH_AUDIENCE", "SIMULATED_SPEED"];
  const given = ["PATH", "PORTS", "AUTH_ISSUER", "AUTH_ISSUERS", "SIMULATED_SPED"];
  expect(listStrangers(given, names)).toEqual([
    "AUTH_ISSUERS is no setting; there are AUTH_ISSUER, AUTH_AUDIENCE.",
    "SIMULATED_SPED is no setting; there are SIMULATED_SPEED.",
  ]);
  expect(listStrangers(["SIMULATED_SPEED"], ["AUTH_ISSUER"])).toEqual([
    "SIMULATED_SPEED is no setting; there is none that begins so.",
  ]);
});
