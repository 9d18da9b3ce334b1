import * as files from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { type KeyFile, openKeyFile } from "@trading-oms/access";
import { findDataFolder } from "./find-data-folder.ts";
import type { World } from "./world.ts";

/** Opens the file of keys in the data folder, which servers share. */
export function openKeys({ environment, makeId }: Pick<World, "environment" | "makeId">): KeyFile {
  const folder = findDataFolder(environment);
  return openKeyFile({ folder, files, uid: process.getuid?.(), makeId, wait: setTimeout });
}
