import { readFileSync } from "node:fs";
import { makeFixedFetch } from "./make-fixed-fetch.ts";

/** As much of Bun's own interface as this needs. */
declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    readonly fetch: (request: Request) => Response;
  }): { readonly port: number };
};

// As little as an answer can cost on Bun: the same bytes each time, by its own server.
const fetch = makeFixedFetch(JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")));
console.log(`listening on ${Bun.serve({ port: 0, hostname: "127.0.0.1", fetch }).port}`);
