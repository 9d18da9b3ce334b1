import { expect, test } from "vitest";
import { listUnknownNames } from "./settings.ts";

test("names a mistyped setting by its prefix and lists the known ones", () => {
  const names = ["PORT", "AUTH_ISSUER", "AUTH_AUDIENCE", "SIMULATED_SPEED"];
  const given = ["PATH", "PORTS", "AUTH_ISSUER", "AUTH_ISSUERS", "SIMULATED_SPED"];
  expect(listUnknownNames(given, names)).toEqual([
    "AUTH_ISSUERS is no setting; there are AUTH_ISSUER, AUTH_AUDIENCE.",
    "SIMULATED_SPED is no setting; there are SIMULATED_SPEED.",
  ]);
  expect(listUnknownNames(["SIMULATED_SPEED"], ["AUTH_ISSUER"])).toEqual([
    "SIMULATED_SPEED is no setting; there is none that begins so.",
  ]);
});
