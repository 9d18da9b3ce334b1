import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";
import { partSchemas } from "./part-schemas.ts";
import { shedDescriptions } from "./shed-descriptions.ts";
import { standForFunctions } from "./stand-for-functions.ts";

const locales = /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/;
const encryption = /[\\/]jose[\\/]dist[\\/]webapi[\\/]lib[\\/]jwe_algorithms\.js$/;
const contract = /[\\/]packages[\\/]contract[\\/]dist[\\/][^\\/]+\.js$/;
/**
 * What operators alone do with D1, what a board does with the messages of a feed, which no Worker hears, what writes schemas
 * of JSON from those of zod, and what Hono has for forms and for other applications.
 */
const leftOut = new RegExp(
  [
    "[\\\\/]packages[\\\\/]store[\\\\/]dist[\\\\/]d1[\\\\/](?:draft-d1-catalog|mark-statements-for|quote-statements-for|back-up-d1|restore-d1|count-rows)\\.js$",
    "[\\\\/]packages[\\\\/]market[\\\\/]dist[\\\\/]board[\\\\/](?:apply-message|judge-sequence)\\.js$",
    "[\\\\/]zod[\\\\/]v4[\\\\/]core[\\\\/](?:to-json-schema|json-schema-processors)\\.js$",
    "[\\\\/]hono[\\\\/]dist[\\\\/]utils[\\\\/](?:mount|body)\\.js$",
  ].join("|"),
);
/** What is done with cards, which only a Worker that reads them does. */
const ofCards = /[\\/](?:take-card-images|answer-card)\.js$/;
/** What a watch does with D1, which no request does. */
const ofWatches =
  /[\\/]packages[\\/]store[\\/]dist[\\/]sqlite[\\/](?:claim-statements|sweep-outcomes|changes-statement)\.js$/;
const importOfBoth = /^import \{ (?:(createRoute), )?z \} from "@hono\/zod-openapi";$/m;

/** What a Worker does besides answering the other operations. */
export type Tasks = { readonly readsCards?: boolean; readonly watches?: boolean };

/**
 * Leaves out of a bundle what no request needs: the forty languages of zod's messages but English, what emits the
 * document and what the contract and zod say for it, schemas and zod itself whatever no request is judged by, and of the store
 * what operators alone do with it, elsewhere; of the board what only who hears a feed has for it.
 */
export const shedWeight = ({ readsCards = false, watches = false }: Tasks): Plugin => ({
  name: "shed-weight",
  setup: (build) => {
    build.onLoad({ filter: locales }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
    // Tokens are signed here, and never encrypted; keys of other uses are left out before they are looked at.
    build.onLoad({ filter: encryption }, () => ({
      contents:
        "export const JWE = {}; export const isJWECEKTransport = () => false; export const jweAlgorithm = () => undefined; export const jweEncryption = jweAlgorithm;",
      loader: "js",
    }));
    const left = [leftOut, ...(readsCards ? [] : [ofCards]), ...(watches ? [] : [ofWatches])];
    for (const filter of left) {
      build.onLoad({ filter }, async ({ path }) => ({
        contents: standForFunctions(await readFile(path, "utf8")),
        loader: "js",
      }));
    }
    build.onResolve({ filter: /^@hono\/zod-openapi$/ }, () => ({
      path: fileURLToPath(new URL("stand-in/index.ts", import.meta.url)),
    }));
    // `esbuild` sees which members of a namespace are used only where that namespace is imported as one.
    build.onLoad({ filter: contract }, async ({ path }) => ({
      contents: partSchemas(shedDescriptions(await readFile(path, "utf8"))).replace(
        importOfBoth,
        (_whole, other = "") => `import { ${other} } from "@hono/zod-openapi"; import * as z from "zod";`,
      ),
      loader: "js",
    }));
  },
});
