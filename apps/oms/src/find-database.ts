import { join } from "node:path";
import { findDataFolder } from "./find-data-folder.ts";
import { UsageFault } from "./usage-fault.ts";

/** Where the data is kept. */
export type DatabaseAddress =
  | { readonly engine: "sqlite"; readonly path: string }
  | { readonly engine: "postgresql"; readonly url: string };

/** Finds the database: the one that was named, else that of the environment, else the file in the data folder. */
export function findDatabase(
  named: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): DatabaseAddress {
  if (named !== undefined) return readAddress("--database", named);
  const { DATABASE_URL: url } = environment;
  if (url) return readAddress("DATABASE_URL", url);
  return { engine: "sqlite", path: join(findDataFolder(environment), "oms.sqlite") };
}

function readAddress(from: string, text: string): DatabaseAddress {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (text === "") throw new UsageFault(`${from} is empty: write the path of a file, or postgres://….`);
  if (scheme === undefined) return { engine: "sqlite", path: text };
  // What stands in an address may be a password, so that it isn't shown.
  if (!/^postgres(ql)?$/i.test(scheme)) {
    throw new UsageFault(`${from} begins with ${scheme}://: write the path of a file, or postgres://….`);
  }
  if (!URL.canParse(text)) {
    throw new UsageFault(`${from} is no address: write such as postgres://user:password@host:5432/database.`);
  }
  return { engine: "postgresql", url: text };
}
