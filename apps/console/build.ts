/** Builds the page and writes it into `dist` as a folder of served documents. */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { type Gathered, writeFolder } from "@trading-oms/site/write-folder";
import { build, type OutputFile } from "esbuild";

const source = resolve(import.meta.dirname, "src");
const assets = "/console/assets";

const mediaTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/**
 * The page loads and asks its own origin alone, has no inline script, lets no text become markup or script, and is shown in
 * no frame.
 */
const headers: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#1f4fbf"/>
  <path d="M6 20h20M6 12h12" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
  <circle cx="21" cy="12" r="3.5" fill="#fff"/>
</svg>
`;

const { outputFiles, metafile } = await build({
  entryPoints: { desk: join(source, "main.tsx"), style: join(source, "styles.css") },
  outdir: join(source, "built"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2023", "chrome120", "firefox120", "safari17.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  minify: true,
  metafile: true,
  write: false,
  logLevel: "warning",
  legalComments: "none",
});

const nameOf = ({ path }: OutputFile): string => path.slice(path.lastIndexOf("/") + 1);
const fileOf = (start: string): string => {
  const file = outputFiles.map(nameOf).find((name) => name.startsWith(`${start}-`));
  if (file === undefined) throw new Error(`esbuild wrote no ${start}.`);
  return `${assets}/${file}`;
};
// What the entry imports at once is fetched at once; what it imports later is not.
const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint?.endsWith("main.tsx"));
const preloaded = (entry?.imports ?? [])
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => `${assets}/${path.slice(path.lastIndexOf("/") + 1)}`);
const iconPath = `${assets}/icon-${createHash("sha256").update(icon).digest("hex").slice(0, 8)}.svg`;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Trading OMS</title>
    <link rel="icon" href="${iconPath}" type="image/svg+xml">
    <link rel="stylesheet" href="${fileOf("style")}">
${preloaded.map((path) => `    <link rel="modulepreload" href="${path}">\n`).join("")}    <script type="module" src="${fileOf("desk")}"></script>
  </head>
  <body>
    <noscript>The desk is drawn by a script. The command line shows the same: oms calls list.</noscript>
  </body>
</html>
`;

const documents: Gathered[] = [
  // Every view is this page; routes.ts reads the address.
  { pathname: "/console", mediaType: "text/html; charset=utf-8", body: Buffer.from(page), headers },
  ...outputFiles.map((file) => ({
    pathname: `${assets}/${nameOf(file)}`,
    mediaType: mediaTypes[file.path.slice(file.path.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    body: Buffer.from(file.contents),
    headers: {},
  })),
  { pathname: iconPath, mediaType: "image/svg+xml", body: Buffer.from(icon), headers: {} },
];

await writeFolder(resolve(import.meta.dirname, "dist"), documents);
