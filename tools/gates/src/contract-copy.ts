import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Contract } from "./emit-document.ts";

const packages = resolve(import.meta.dirname, "../../../packages");

/** A copy of the contract's and the types' sources that a mutation may spoil. */
export type ContractCopy = {
  readonly folder: string;
  readonly edit: (kind: "contract" | "types", file: string, edit: (text: string) => string) => Promise<void>;
  readonly load: () => Promise<Contract>;
  readonly remove: () => Promise<void>;
};

/** Copies the sources to a folder of this package, from where their imports resolve as the originals' do. */
export async function copyContract(): Promise<ContractCopy> {
  const parent = resolve(import.meta.dirname, "../.tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "copy-"));
  const withoutTests = { recursive: true, filter: (path: string) => !path.endsWith(".test.ts") };
  await cp(join(packages, "contract/src"), join(folder, "contract"), withoutTests);
  await cp(join(packages, "types/src"), join(folder, "types"), withoutTests);
  // The document's rules look for the examples beside the document.
  await symlink(resolve(packages, "../openapi/examples"), join(folder, "examples"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(compilerSettings, null, 2));
  return {
    folder,
    edit: async (kind, file, edit) => {
      const path = join(folder, kind, file);
      const text = await readFile(path, "utf8");
      const edited = edit(text);
      if (edited === text)
        throw new Error(`The mutation of ${kind}/${file} changes nothing; mend the mutation.`);
      await writeFile(path, edited);
    },
    load: async () => (await import(join(folder, "contract/index.ts"))) as Contract,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const compilerSettings = {
  extends: "../../../../packages/contract/tsconfig.test.json",
  compilerOptions: { paths: { "@trading-oms/types": ["./types/index.ts"] } },
  include: ["contract", "types"],
};
