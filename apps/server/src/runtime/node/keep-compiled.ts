import module from "node:module";
import { join } from "node:path";

/**
 * Keeps what Node compiles for the next start. It lies beside the program, so that nobody puts code there who could
 * not have changed the program itself; where that folder can't be written, each start compiles.
 */
export function keepCompiled(): void {
  module.enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/compiled"));
}
