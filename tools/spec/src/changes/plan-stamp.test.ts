import { expect, test } from "vitest";
import { digestOf, plantRepository } from "./testing/plant-repository.ts";

const document = "openapi/openapi.yaml";
const baseline = "openapi/published/specified/1.0.24.yaml";

test("does nothing for an unchanged document", async () => {
  const repository = plantRepository();
  repository.move("1.0.25");
  const text = repository.read(document);
  expect(await repository.stamp()).toBe(
    "nothing to stamp: the document says what openapi/published/specified/1.0.24.yaml says",
  );
  expect(repository.read(document)).toBe(text);
});

test("freezes an unchanged copy at the first stamp, and prints the digest to record", async () => {
  const repository = plantRepository();
  repository.remove("openapi/published/specified");
  const text = repository.read(document);
  expect(await repository.stamp()).toBe(
    `${baseline} is the first frozen copy; a decision record has to name ${digestOf(text)}`,
  );
  expect(repository.read(baseline)).toBe(text);
});

test("sets the version of the packages for a compatible change, on one line of the document", async () => {
  const repository = plantRepository();
  repository.edit(/maximum: 100\n/, "maximum: 101\n");
  repository.edit(/version: 1\.0\.24/, "version: 1.0.24 # Moved by releases alone.");
  const text = repository.read(document);
  repository.move("1.1.0");
  const ending = await repository.stamp();
  const stamped = text.replace("version: 1.0.24 #", "version: 1.1.0 #");
  expect(repository.read(document)).toBe(stamped);
  expect(repository.read("openapi/published/specified/1.1.0.yaml")).toBe(stamped);
  expect(ending).toBe(
    `openapi/published/specified/1.1.0.yaml is released; a decision record has to name ${digestOf(stamped)}`,
  );
});

test("does not repeat a stamp, and passes once it is recorded", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  repository.move("2.0.0");
  await repository.stamp();
  const again = await repository.stamp();
  expect(again).toBe("nothing to stamp: the document says what openapi/published/specified/2.0.0.yaml says");
  repository.write("docs/decisions/0002.md", digestOf(repository.read(document)));
  expect(await repository.judge()).toBe("no change since 2.0.0");
});

test("completes a stamp that was interrupted after the document", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  repository.move("2.0.0");
  await repository.stamp();
  repository.remove("openapi/published/specified/2.0.0.yaml");
  await repository.stamp();
  expect(repository.read("openapi/published/specified/2.0.0.yaml")).toBe(repository.read(document));
});

test("renews the frozen copy for a change of texts, with the same version and digest", async () => {
  const repository = plantRepository();
  repository.edit(/title: Orders/, "title: All orders");
  repository.move("1.0.25");
  expect(await repository.stamp()).toBe(
    "openapi/published/specified/1.0.24.yaml has the words of today; the interface is the same",
  );
  expect(repository.read(baseline)).toBe(repository.read(document));
  expect(await repository.judge()).toBe("no change since 1.0.24");
});

/** Reasons to refuse a stamp: the version of the packages, a waiting changeset, and the message. */
const refusals: readonly [claim: string, version: string, level: string, said: string][] = [
  [
    "refuses a breaking change with a minor version of the packages",
    "1.1.0",
    "",
    "it changed in a breaking way since 1.0.24, but the packages are at 1.1.0; announce it by `pnpm changeset`, then run `pnpm version-packages`",
  ],
  [
    "refuses a breaking change while a changeset is waiting",
    "2.0.0",
    "major",
    ".changeset/planted.md still waits to be released; run `pnpm version-packages`",
  ],
  [
    "refuses a breaking change with a prerelease version",
    "2.0.0-next.0",
    "",
    "the packages that follow it carry 2.0.0-next.0; give them one, of three numbers",
  ],
];

for (const [claim, version, level, said] of refusals) {
  test(`${claim}, and nothing is written`, async () => {
    const repository = plantRepository();
    repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
    repository.move(version);
    if (level !== "") repository.announce(level);
    const text = repository.read(document);
    expect(await repository.stamp()).toBe(`openapi/openapi.yaml:4:3: ${said}`);
    expect(repository.read(document)).toBe(text);
    expect(repository.has(`openapi/published/specified/${version}.yaml`)).toBe(false);
  });
}

test("refuses a version that was changed by hand", async () => {
  const repository = plantRepository();
  repository.edit(/version: 1\.0\.24/, "version: 1.0.30");
  const refused = await repository.stamp();
  expect(refused).toContain("info.version is 1.0.30, but 1.0.24 is what was released; write 1.0.24 again");
});

test("freezes the document again under its version as an amendment", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  expect(await repository.stamp(true)).toBe(
    `${baseline} is frozen anew; a decision record has to name ${digestOf(repository.read(document))}`,
  );
  expect(repository.read(baseline)).toBe(repository.read(document));
});

test("refuses an amendment with another version", async () => {
  const repository = plantRepository();
  repository.edit(/version: 1\.0\.24/, "version: 1.0.25");
  const refused = await repository.stamp(true);
  expect(refused).toContain("an amendment keeps the version, so write 1.0.24");
});

test("refuses a document that does not parse, with the place, and keeps the frozen copy", async () => {
  const repository = plantRepository();
  const text = repository.read(baseline);
  repository.edit(/operationId: placeOrder/, "operationIdentifier: placeOrder");
  const refused = await repository.stamp(true);
  expect(refused).toMatch(/^openapi\/openapi\.yaml:\d+:7: unknown keyword "operationIdentifier"/);
  expect(repository.read(baseline)).toBe(text);
});
