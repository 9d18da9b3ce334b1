import { readFileSync } from "node:fs";
import { makeFixedFetch } from "./make-fixed-fetch.ts";

/** As much of Deno's own interface as this needs. */
declare const Deno: {
  serve(
    options: { readonly port: number; readonly hostname: string; readonly onListen: () => void },
    handler: (request: Request) => Response,
  ): { readonly addr: { readonly port: number } };
};

// As little as an answer can cost on Deno: the same bytes each time, by its own server.
const handler = makeFixedFetch(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")));
const { addr } = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
console.log(`listening on ${addr.port}`);
