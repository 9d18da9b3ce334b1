import type { Services } from "./services.ts";

/** Hashes an entry of an audit over the hash before it, so that no entry can be changed, dropped or put between. */
export function hashAudit(
  { hash }: Pick<Services, "hash">,
  previousHash: string,
  entry: string,
): Promise<string> {
  return hash(`${previousHash}\n${entry}`);
}
