import { expect, test } from "vitest";
import { digestOf, type PlantedRepository, plantRepository } from "./testing/plant-repository.ts";

const passed = "no change since 1.0.24";

test("requires a minor changeset for a compatible change", async () => {
  const repository = plantRepository();
  repository.edit(/maximum: 100\n/, "maximum: 101\n");
  repository.announce("patch");
  const refused = await repository.judge();
  expect(refused).toContain(
    "compatible: listOrders, query parameter limit: maximum 100 → 101; requests that were accepted still are\n",
  );
  expect(refused).toContain("only patch in .changeset/planted.md. Take it back, or run `pnpm changeset`");
  repository.announce("minor");
  expect(await repository.judge()).toBe(
    "1 change since 1.0.24 (1 compatible), announced: minor in .changeset/planted.md",
  );
});

test("requires a patch changeset for a change of texts", async () => {
  const repository = plantRepository();
  repository.edit(/title: Orders/, "title: All orders");
  const refused = await repository.judge();
  expect(refused).toMatch(/^openapi\/openapi\.yaml:3:3: words: info: title /);
  expect(refused).toContain("choose @trading-oms/types and patch;");
  repository.announce("patch");
  expect(await repository.judge()).toBe(
    "1 change since 1.0.24 (1 of words), announced: patch in .changeset/planted.md",
  );
});

test("reports a change of a shared component once, at the component", async () => {
  const repository = plantRepository();
  repository.edit(/ {8}text\/html:\n.*\n/, "");
  const refused = await repository.judge();
  expect(refused).toContain(
    "listOrders, answer default: media type text/html removed, and so in 1 other place;",
  );
  expect(refused).toContain("1 change since 1.0.24 (1 breaking)");
});

test("reports only the unannounced one of two changes", async () => {
  const repository = plantRepository();
  repository.edit(/maximum: 100\n/, "maximum: 101\n");
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  repository.announce("minor");
  const refused = await repository.judge();
  expect(refused).not.toContain("maximum 100 → 101");
  expect(refused).toContain("2 changes since 1.0.24 (1 breaking, 1 compatible)");
});

test("ignores a changeset for packages outside of the group", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  repository.write(".changeset/other.md", '---\n"@trading-oms/id-card": major\n---\n\nOther.\n');
  expect(await repository.judge()).toContain("and no changeset announces it");
});

/** Faults in other files than the document, and the expected message. */
const faults: readonly [claim: string, spoil: (repository: PlantedRepository) => void, said: string][] = [
  [
    "rejects a document version that was changed by hand",
    ({ edit }) => edit(/version: 1\.0\.24/, "version: 1.1.0"),
    "openapi/openapi.yaml:4:3: info.version is 1.1.0, but 1.0.24 is what was released; write 1.0.24 again: `pnpm version-packages` moves it at the release, as far as the changesets say",
  ],
  [
    "rejects different versions within the group",
    ({ write }) => write("packages/contract/package.json", '{\n  "version": "1.0.25"\n}\n'),
    "packages/contract/package.json:2:3: @trading-oms/contract is 1.0.25, but @trading-oms/types is 1.0.24; they carry one version, so write 1.0.24",
  ],
  [
    "rejects a new package of the group until the changeset settings name it",
    ({ write }) => write("packages/client/package.json", '{\n  "version": "1.0.24"\n}\n'),
    '.changeset/config.json:2:3: the packages @trading-oms/types, @trading-oms/contract, @trading-oms/client carry one version; name all of them in one group of "fixed"',
  ],
  [
    "rejects a tool that the changeset settings do not ignore",
    ({ write }) => write("tools/newcomer/package.json", "{}\n"),
    '.changeset/config.json:3:3: @trading-oms/newcomer is a tool and is never released; add it to "ignore"',
  ],
  [
    "rejects changeset settings that do not version private packages",
    ({ read, write }) =>
      write(
        ".changeset/config.json",
        read(".changeset/config.json").replace('"version": true', '"version": false'),
      ),
    '.changeset/config.json:4:3: a private package of the group would not move with it; set "privatePackages" to { "version": true, "tag": false }',
  ],
  [
    "rejects a version without three numbers",
    ({ move }) => move("1.0.25-next.0"),
    "packages/types/package.json:3:3: @trading-oms/types has version 1.0.25-next.0; write three numbers, such as 1.0.24",
  ],
  [
    "rejects packages with a lower version than the document",
    ({ move }) => move("1.0.23"),
    "packages/types/package.json:3:3: @trading-oms/types is 1.0.23, which is before info.version 1.0.24 of the document that it follows; write 1.0.24",
  ],
  [
    "rejects an unreadable changeset by name",
    ({ announce }) => announce("huge"),
    '.changeset/planted.md:1:1: is no changeset (could not parse changeset - invalid version type "huge" for package "@trading-oms/types".); write it by `pnpm changeset`',
  ],
  [
    "explains how to freeze the first copy",
    ({ remove }) => remove("openapi/published/specified"),
    "openapi/published/specified:1:1: nothing is frozen here to hold the document against; run `node tools/spec/src/changes/stamp-document.ts`",
  ],
  [
    "rejects a missing document by path",
    ({ remove }) => remove("openapi/openapi.yaml"),
    "openapi/openapi.yaml:1:1: cannot be read (ENOENT)",
  ],
];

for (const [claim, spoil, said] of faults) {
  test(claim, async () => {
    const repository = plantRepository();
    spoil(repository);
    expect((await repository.judge()).split("\n")).toContain(said);
  });
}

test("accepts packages that were released ahead of the document", async () => {
  const repository = plantRepository();
  repository.move("1.0.25");
  expect(await repository.judge()).toBe(passed);
  repository.move("1.2.0");
  expect(await repository.judge()).toBe(passed);
});

test("rejects a changed frozen copy until a decision record names its digest", async () => {
  const repository = plantRepository();
  repository.edit(/operationId: placeOrder/, "operationId: sendOrder");
  const amended = repository.read("openapi/openapi.yaml");
  repository.write("openapi/published/specified/1.0.24.yaml", amended);
  const refused = await repository.judge();
  expect(refused).toContain(
    "openapi/published/specified/1.0.24.yaml:1:1: what is frozen as 1.0.24 is in no decision record.",
  );
  expect(refused).toContain(`a record in docs/decisions that names ${digestOf(amended)}`);
  repository.write("docs/decisions/0002-amendment.md", `It is ${digestOf(amended)} now.\n`);
  expect(await repository.judge()).toBe(passed);
});

test("rejects a frozen copy whose name differs from its version", async () => {
  const repository = plantRepository();
  repository.write("openapi/published/specified/1.0.9.yaml", repository.read("openapi/openapi.yaml"));
  const refused = await repository.judge();
  expect(refused).toBe(
    "openapi/published/specified/1.0.9.yaml:4:3: says info.version 1.0.24, but its name says 1.0.9; restore it from git",
  );
});

test("takes the frozen copy with the highest version as the latest, not the last name", async () => {
  const repository = plantRepository();
  const former = repository.read("openapi/openapi.yaml").replace("version: 1.0.24", "version: 1.0.9");
  repository.write(
    "openapi/published/specified/1.0.9.yaml",
    former.replace("operationId: placeOrder", "operationId: former"),
  );
  repository.write(
    "docs/decisions/0000.md",
    digestOf(repository.read("openapi/published/specified/1.0.9.yaml")),
  );
  expect(await repository.judge()).toBe(passed);
});
