/** Whether the client has the bytes of this tag already, by its If-None-Match. */
export function matchesTag(ifNoneMatch: string | null, etag: string): boolean {
  const known = (ifNoneMatch ?? "").split(",").map((each) => each.trim().replace(/^W\//, ""));
  return known.includes("*") || known.includes(etag);
}
