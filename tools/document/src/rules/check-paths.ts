import type { Complaint } from "../check-vocabulary.ts";
import { membersOf } from "../list-operations.ts";
import type { Fields } from "../walk-document.ts";

/** Each path carries the version of the interface in front. */
export function checkPaths(document: Fields): Complaint[] {
  const paths = membersOf(document["paths"]);
  if (paths.length === 0)
    return [{ pointer: ["paths"], message: "there are no paths; describe an operation" }];
  return paths
    .filter(([path]) => !/^\/api\/v[12]\/[^/]/.test(path))
    .map(([path]) => ({
      pointer: ["paths", path],
      message: `the path "${path}" has no version; begin it with /api/v1/ or /api/v2/`,
    }));
}
