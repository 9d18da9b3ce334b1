import { randomUUID } from "node:crypto";
import * as files from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { addKey } from "../change-keys.ts";
import { openKeyFile } from "../key-file.ts";

/** Adds keys to the key file of a folder concurrently and prints their ids, one a line. */
const [folder = "", count = "1"] = process.argv.slice(2);

const added = await Promise.all(
  Array.from({ length: Number(count) }, () =>
    addKey({
      file: openKeyFile({ folder, files, uid: process.getuid?.(), makeId: randomUUID, wait: setTimeout }),
      algorithm: "ES256",
      now: () => Date.now(),
    }),
  ),
);
for (const each of added) console.log(each.kind === "added" ? each.key.kid : each.code);
