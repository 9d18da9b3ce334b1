import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative, resolve } from "node:path";
import { openapiFolder, readCommand } from "@trading-oms/spec";
import { build as buildWithVite } from "vite";
import { build, createServer } from "vitepress";
import { gatherDocuments } from "../reference/documents.ts";

const usage = `Builds the documentation site from the Markdown files of the repository, with the API reference.

  --into FOLDER   where to write the site   (docs/.vitepress/dist)
  --dev           serves the pages instead, without the API reference and the frames of the first page, and follows every
                  change of them
  --help          this text

Any web server can serve the folder at its root. Exit codes: 0 built, 1 refused, 2 used wrongly.`;

/** The site has no operations, so its page sends requests to a server of the reader's own. */
const baseServerURL = "http://127.0.0.1:8787";

const note = `> **Trying an operation here needs a server.** This page is static and sends its requests to \`${baseServerURL}\`, where \`npm start\` in
> a checkout serves the demonstration and prints a token to paste under Authentication. That server takes requests of pages on
> \`http://localhost\` and \`http://127.0.0.1\`; for this page on another host, start it with \`CORS_ORIGINS\` set to the page's origin.`;

const repository = resolve(import.meta.dirname, "../../../..");
const docs = join(repository, "docs");

async function buildSite(words: readonly string[]): Promise<number> {
  const options = {
    into: { type: "string", default: join(docs, ".vitepress/dist") },
    dev: { type: "boolean", default: false },
  } as const;
  const command = readCommand({ words, options, usage, output: console });
  if ("exitCode" in command) return command.exitCode;
  const { into, dev } = command.values;
  if (dev) {
    const server = await createServer(docs);
    await server.listen();
    server.printUrls();
    return 0;
  }
  const folder = resolve(into);
  await build(docs, { outDir: folder });
  await buildFrames(join(folder, "try"));
  const gathering = await gatherDocuments(openapiFolder, {
    baseServerURL,
    canSend: true,
    note,
    back: { href: "/", words: "← Trading OMS" },
  });
  if (gathering.kind === "faulty") {
    console.error(gathering.faults.join("\n"));
    return 1;
  }
  for (const { pathname, body } of gathering.documents) {
    // Its pages are served by path, and the reference itself is a folder.
    const file = join(folder, extname(pathname) === "" ? `${pathname}/index.html` : pathname);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
  console.log(`The site is in ${relative(process.cwd(), folder)}.`);
  return 0;
}

/** Writes the app and the desk for the frames of the first page, whose broker they use, each with its page `in-frame.html`. */
async function buildFrames(folder: string): Promise<void> {
  for (const [name, app] of [
    ["app", "example"],
    ["desk", "console"],
  ] as const) {
    const root = join(repository, "apps", app);
    await buildWithVite({
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

process.exitCode = await buildSite(process.argv.slice(2));
