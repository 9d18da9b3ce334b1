import type { Outcome } from "./command.ts";

const sentences: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is no folder",
  EACCES: "this account has no right to it",
  EPERM: "this account has no right to it",
  EROFS: "it can only be read",
  EEXIST: "it is there already",
  ENOSPC: "there is no room left",
  EDQUOT: "there is no room left for this account",
};

/** Says what kept a file from being read or written, where that is known; throws any other failure on. */
export function explainFileFailure(file: string, failure: unknown): Outcome {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  const sentence = sentences[code];
  if (sentence === undefined) throw failure;
  return { kind: "refused", code: "file-not-usable", message: `${file} can't be used: ${sentence}.` };
}
