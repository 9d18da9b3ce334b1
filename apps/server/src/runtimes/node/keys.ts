import { randomUUID } from "node:crypto";
import * as files from "node:fs/promises";
import {
  type Algorithm,
  checkPrivacy,
  ensureKeys,
  fileKeys,
  type Jwks,
  type KeySource,
  openKeyFile,
  type ParsedKeys,
  parseKeys,
  remoteKeys,
  signingKeyOf,
} from "@trading-oms/access";
import type { Log } from "../../log-and-trace.ts";
import { wait } from "./background.ts";
import type { Settings } from "./settings/settings.ts";

const now = (): number => Date.now();

/** The keys that verify tokens; `own` are the demonstration's keys, which also sign. */
type OpenedKeys =
  | { readonly kind: "keys"; readonly source: KeySource; readonly own?: Jwks }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Opens the keys. An unreachable host is no fault; an unreadable file is. */
export async function openKeys(
  { keysFrom: from, algorithms }: Pick<Settings, "keysFrom" | "algorithms">,
  log: Log,
): Promise<OpenedKeys> {
  const onFailure = (thrown: unknown): void => log({ level: "warn", event: "key set fetch failed", thrown });
  if (from.kind === "url") {
    const { url } = from;
    return {
      kind: "keys",
      source: remoteKeys({ url, fetch: (...asked) => fetch(...asked), now, wait, onFailure }),
    };
  }
  if (from.kind === "file") return openKeyFileAt(from.path, onFailure);
  return openOwnKeys(from.folder, algorithms[0], onFailure);
}

/** The first key is made for the first configured algorithm. */
async function openOwnKeys(
  folder: string,
  algorithm: Algorithm | undefined,
  onFailure: (thrown: unknown) => void,
): Promise<OpenedKeys> {
  const file = openKeyFile({ folder, files, uid: process.getuid?.(), makeId: randomUUID, wait });
  try {
    const own = await ensureKeys({ file, now, ...(algorithm === undefined ? {} : { algorithm }) });
    if (own.kind === "faulty")
      return { kind: "faulty", faults: own.issues.map((issue) => `DATA_DIR has ${file.path}: ${issue}`) };
    return { kind: "keys", source: fileKeys({ file, now, onFailure }), own: own.jwks };
  } catch (failure) {
    const fault = `DATA_DIR is ${folder}, which can't be read and written (${codeOf(failure)}); name another.`;
    return { kind: "faulty", faults: [fault] };
  }
}

/** Reads the file once at the start to report faults, and again when keys may have been rotated. */
async function openKeyFileAt(path: string, onFailure: (thrown: unknown) => void): Promise<OpenedKeys> {
  const read = async (): Promise<ParsedKeys> => {
    const parsed = await parseKeys(await files.readFile(path, "utf8"));
    if (parsed.kind === "faulty" || signingKeyOf(parsed.jwks) === undefined) return parsed;
    const fault = checkPrivacy(path, await files.stat(path), process.getuid?.());
    return fault === undefined ? parsed : { kind: "faulty", issues: [fault] };
  };
  try {
    const parsed = await read();
    if (parsed.kind === "faulty")
      return {
        kind: "faulty",
        faults: parsed.issues.map((issue) => `AUTH_JWKS_FILE names ${path}: ${issue}`),
      };
  } catch (failure) {
    const fault = `AUTH_JWKS_FILE names ${path}, which can't be read (${codeOf(failure)}).`;
    return { kind: "faulty", faults: [fault] };
  }
  return { kind: "keys", source: fileKeys({ file: { path, read }, now, onFailure }) };
}

/** The code of an error of the file system, for a message. */
export function codeOf(failure: unknown): string {
  return failure instanceof Error && "code" in failure ? String(failure.code) : "unknown";
}
