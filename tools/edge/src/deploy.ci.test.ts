import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("edge.ts", import.meta.url));

function deploy(...words: readonly string[]) {
  return spawnSync(process.execPath, [program, "deploy", ...words], { encoding: "utf8" });
}

test("bundles every Worker in a dry run, with all of its bindings", () => {
  const { status, stdout, stderr } = deploy("--dry-run");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.match(/^trading-oms[^:]*/gm)).toEqual([
    "trading-oms-cards",
    "trading-oms",
    "trading-oms-watch",
  ]);
  expect(stdout).toMatch(/env\.DB \(trading-oms\) +D1 Database/);
  expect(stdout).toMatch(/env\.CARDS \(trading-oms-cards\) +Worker/);
  expect(stdout.match(/--dry-run: exiting now\./g)).toHaveLength(3);
});

test("uses Hyperdrive in a dry run on PostgreSQL, without a watching Worker", () => {
  const { status, stdout, stderr } = deploy("--dry-run", "--postgresql");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.match(/^trading-oms[^:]*/gm)).toEqual(["trading-oms-cards", "trading-oms"]);
  expect(stdout).toContain("wrangler delete --config apps/server/wrangler.watch.jsonc");
  expect(stdout).toMatch(/env\.HYPERDRIVE .* +Hyperdrive Config/);
  expect(deploy("--postgresql")).toMatchObject({ status: 1, stdout: "" });
});

test("adds the watching Worker on PostgreSQL on request, with the same Hyperdrive", () => {
  const watched = deploy("--dry-run", "--postgresql", "--watch");
  expect([watched.status, watched.stderr]).toEqual([0, ""]);
  expect(watched.stdout.match(/^trading-oms[^:]*/gm)).toEqual([
    "trading-oms-cards",
    "trading-oms",
    "trading-oms-watch",
  ]);
  expect(watched.stdout.match(/env\.HYPERDRIVE .* +Hyperdrive Config/g)).toHaveLength(2);
  expect(watched.stdout).not.toContain("still runs");
});

test("binds the Workers that keep and show images to one bucket", () => {
  const { status, stdout, stderr } = deploy("--dry-run", "--images");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.match(/^trading-oms[^:]*/gm)).toEqual([
    "trading-oms-images",
    "trading-oms-cards",
    "trading-oms",
    "trading-oms-watch",
  ]);
  expect(stdout.match(/env\.IMAGES \(trading-oms-images\) +R2 Bucket/g)).toHaveLength(2);
  expect(deploy("--images").stderr).toContain(
    'wrangler.cards.keeping.jsonc keeps images: put IMAGES_URL, IMAGES_PURPOSE, IMAGES_CONSENT into its "vars".',
  );
});

test("deploys nothing without a database, and prints how to create one", () => {
  const { status, stdout, stderr } = deploy();
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(
    "apps/server/wrangler.jsonc names no database yet: wrangler d1 create trading-oms",
  );
});

test("rejects invalid arguments with the usage", () => {
  expect(deploy("--watch")).toMatchObject({ status: 2, stdout: "" });
  expect(deploy("--rehearse")).toMatchObject({ status: 2, stdout: "" });
});
