/** What a build holds. */
import { resolve } from "node:path";
import { build } from "vite";
import { expect, it, vi } from "vitest";

it("leaves the broker out of a build for a server", async () => {
  vi.stubEnv("VITE_OMS_URL", "https://oms.example.com");
  try {
    const root = resolve(import.meta.dirname, "..");
    const built = await build({ root, logLevel: "silent", build: { write: false } });
    const files = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
    const code = files.filter(({ fileName }) => fileName.endsWith(".js"));
    expect(code).toHaveLength(1);
    expect(JSON.stringify(code)).toContain("https://oms.example.com");
  } finally {
    vi.unstubAllEnvs();
  }
});
