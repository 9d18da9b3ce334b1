import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { defineConfig } from "vitepress";
import { renderChangelog } from "../../tools/site/src/pages/changelog.ts";

const root = resolve(import.meta.dirname, "../..");
const readText = (path: string): string => readFileSync(join(root, path), "utf8");

/** From the first app over running a service to changing it; pages without a place here come last. */
const guides = [
  "getting-started",
  "build-an-app",
  "react-native",
  "testing-and-mocks",
  "refusals",
  "vietnamese",
  "glossary",
  "reading-cards",
  "margin-explained",
  "live-margin-walk-through",
  "a-day-at-the-desk",
  "deploying",
  "operating",
  "upgrading",
  "many-machines",
  "determinism",
  "settings",
  "changelog",
  "adding-an-operation",
];

/** The sidebar. A page that is missing here is found by the site's test, which follows links only. */
const sidebar = [
  section("Guides", [
    "README.md",
    ...pagesIn("docs").sort((one, other) => guideOrder(one) - guideOrder(other)),
  ]),
  section("Packages", pagesIn("packages", "README.md")),
  section("Apps", pagesIn("apps", "README.md")),
  section("Development", [
    "CONTRIBUTING.md",
    "AGENTS.md",
    ...pagesIn("tools", "README.md"),
    "bench/README.md",
  ]),
  section("Decisions", pagesIn("docs/decisions").sort()),
];

/** Lists the Markdown files of a folder, or the files of one name one folder deeper. */
function pagesIn(folder: string, file = ""): string[] {
  return readdirSync(join(root, folder))
    .map((name) => join(folder, name, file))
    .filter((path) => path.endsWith(".md") && existsSync(join(root, path)));
}

function guideOrder(path: string): number {
  const position = guides.indexOf(basename(path, ".md"));
  return position < 0 ? guides.length : position;
}

function section(text: string, paths: readonly string[]) {
  return {
    text,
    collapsed: true,
    items: paths.map((path) => ({ text: headingOf(path), link: toPage(path) })),
  };
}

function headingOf(path: string): string {
  return /^# (.+)$/m.exec(readText(path))?.[1]?.replaceAll("`", "") ?? path;
}

/** The path of a page: a README is the index of its folder, but the first page is one of its own. */
function toPage(path: string): string {
  if (path === "docs/site/index.md") return "/index.md";
  if (path === "README.md") return "/overview.md";
  return `/${path.replace(/README\.md$/, "index.md")}`;
}

const { repository } = JSON.parse(readText("package.json")) as { readonly repository: string };
const isPlaceholder = new URL(repository).hostname === "example.com";

/**
 * The target of a relative link on the site. Markdown files and folders with a README are pages. Other files are in
 * the repository; undefined as long as package.json has a placeholder for its address.
 */
function resolveLink(href: string, from: string): string | undefined {
  const [path = "", fragment] = href.split("#");
  const file = resolve(dirname(from), path);
  const page = [file, join(file, "README.md")].find((each) => each.endsWith(".md") && existsSync(each));
  const target = relative(root, page ?? file);
  if (page !== undefined && !target.startsWith(".")) {
    return `${toPage(target)}${fragment === undefined ? "" : `#${fragment}`}`;
  }
  if (!existsSync(file)) return href;
  return isPlaceholder ? undefined : `${repository}/blob/main/${target}`;
}

const about = "An order-management back end for a securities trading app";

export default defineConfig({
  title: "Trading OMS",
  description: about,
  srcDir: root,
  srcExclude: ["**/CHANGELOG.md", "**/dist/**", "**/.*/**", "apps/create/template/**"],
  cacheDir: join(root, "node_modules/.cache/vitepress"),
  // The broker of the first page is a chunk of its own, which comes after the text.
  vite: { build: { chunkSizeWarningLimit: 1_200 } },
  rewrites: (path) => toPage(path).slice(1),
  // For assistants: every page, by section.
  buildEnd: ({ outDir }) => {
    const pages = sidebar.flatMap(({ text, items }) => [
      `## ${text}`,
      ...items.map(
        (page) => `- [${page.text}](${page.link.replace(/\/index\.md$/, "/").replace(/\.md$/, ".html")})`,
      ),
    ]);
    writeFileSync(join(outDir, "llms.txt"), `# Trading OMS\n\n> ${about}.\n\n${pages.join("\n")}\n`);
  },
  head: [["link", { rel: "icon", href: "/docs/icon.svg" }]],
  markdown: {
    config: (md) => {
      md.core.ruler.before("normalize", "changelog", (state) => {
        const path: unknown = state.env.realPath ?? state.env.path;
        if (path === join(root, "docs/changelog.md")) state.src += `\n${renderChangelog(root)}\n`;
      });
      md.core.ruler.push("repository_links", ({ tokens, env }) => {
        const inner = tokens.flatMap(({ children }) => children ?? []);
        for (const [index, token] of inner.entries()) {
          const href = token.attrGet("href");
          if (token.type !== "link_open" || href === null || /^([a-z]+:|#)/.test(href)) continue;
          const target = resolveLink(href, env.realPath ?? env.path);
          if (target !== undefined) {
            token.attrSet("href", target);
            continue;
          }
          token.tag = "span";
          token.attrs = [];
          const close = inner.slice(index).find(({ type }) => type === "link_close");
          if (close !== undefined) close.tag = "span";
        }
      });
    },
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/docs/getting-started" },
      { text: "HTTP API", link: "/docs/", target: "_self" },
      { text: "Decisions", link: "/docs/decisions/" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
});
