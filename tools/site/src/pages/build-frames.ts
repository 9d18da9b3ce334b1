/** Builds the app and the desk for the frames of the site's first page, whose broker they use. */
import { join, resolve } from "node:path";
import { build } from "vite";

const apps = resolve(import.meta.dirname, "../../../../apps");

/** Writes `app` and `desk`, each with its page `in-frame.html`, into a folder. */
export async function buildFrames(folder: string): Promise<void> {
  for (const [name, app] of [
    ["app", "example"],
    ["desk", "console"],
  ] as const) {
    const root = join(apps, app);
    await build({
      root,
      // Relative, so that the site may be served from any folder.
      base: "./",
      logLevel: "warn",
      build: {
        outDir: join(folder, name),
        emptyOutDir: true,
        // They have light-dark(), which the switch of the page sets; try-it.vue asks for it.
        cssTarget: ["chrome123", "firefox120", "safari17.5"],
        rolldownOptions: { input: join(root, "in-frame.html") },
      },
    });
  }
}
