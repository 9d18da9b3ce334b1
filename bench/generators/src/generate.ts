import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { generate } from "orval";
import { generateApi } from "swagger-typescript-api";

const [document, folder] = process.argv.slice(2);
if (document === undefined || folder === undefined) {
  throw new TypeError("Name the OpenAPI document, and the folder that the clients are written into.");
}

await createClient({
  input: document,
  output: join(folder, "hey-api/generated"),
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
  logs: { level: "error" },
});

await generate({
  input: { target: document },
  output: {
    target: join(folder, "orval/generated/client.ts"),
    client: "fetch",
    mode: "single",
    baseUrl: "https://api.example",
  },
});

await generateApi({
  input: document,
  output: join(folder, "swagger-typescript-api/generated"),
  fileName: "client.ts",
  httpClientType: "fetch",
  silent: true,
});
