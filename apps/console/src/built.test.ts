/** What the build wrote, as the server serves it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../dist");

type Listed = {
  readonly pathname: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly forms: readonly { readonly encoding: string; readonly tag: string; readonly byteCount: number }[];
};

const listed = JSON.parse(await readFile(join(folder, "documents.json"), "utf8")) as Listed[];
const fileOf = (pathname: string): Listed => {
  const found = listed.find((each) => each.pathname === pathname);
  if (found === undefined) throw new Error(`${pathname} was not built.`);
  return found;
};
const bytesOf = async ({ forms }: Listed): Promise<string> =>
  readFile(join(folder, forms.find(({ encoding }) => encoding === "identity")?.tag ?? ""), "utf8");

test("the first view weighs at most 80 kB compressed", async () => {
  const page = fileOf("/console");
  const names = (await bytesOf(page)).matchAll(/(?:href|src)="([^"]+)"/g);
  const loaded = [page, ...[...names].map(([, path = ""]) => fileOf(path))];
  const byteCount = loaded.reduce(
    (sum, { forms }) => sum + Math.min(...forms.map((form) => form.byteCount)),
    0,
  );
  expect(loaded.length).toBeGreaterThan(3);
  expect(byteCount).toBeLessThanOrEqual(80_000);
});

test("the page runs no inline script and is shown in no frame", async () => {
  const page = fileOf("/console");
  const html = await bytesOf(page);
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=/);
  const policy = page.headers["Content-Security-Policy"] ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain("unsafe");
});

test("nothing that is served looks for a page around, as the frame of the documentation does", async () => {
  const frame = await readFile(join(import.meta.dirname, "in-frame.tsx"), "utf8");
  const looksAround = (text: string): boolean => /window\.(parent|top)\b/.test(text);
  const found = await Promise.all(listed.map(async (each) => looksAround(await bytesOf(each))));
  expect(listed.filter((_, at) => found[at]).map(({ pathname }) => pathname)).toEqual([]);
  expect(looksAround(frame)).toBe(true);
});
