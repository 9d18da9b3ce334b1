/** What of a package's manifest matters to whoever installs it. */
export type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** Files that a package of ours may carry. */
const carried =
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE|bin\/[a-z-]+\.js|dist\/[^.][\w/-]*(?:\.gen|\.worker)?(?:\.d\.ts|\.js))$/;

/** Says what is wrong with a packed package: a dependency that only the workspace has, a file too many or too few. */
export function judgeManifest(manifest: Manifest, files: readonly string[], version: string): string[] {
  const faults: string[] = [];
  if (manifest.version !== version) faults.push(`has version ${manifest.version} instead of ${version}`);
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  for (const [name, range] of Object.entries({
    ...dependencies,
    ...peerDependencies,
    ...optionalDependencies,
  })) {
    if (/^(?:workspace|catalog|file|link|git|https?):/.test(range)) {
      faults.push(`depends on ${name} as "${range}", which only the workspace can resolve`);
    }
  }
  for (const file of files) if (!carried.test(file)) faults.push(`carries ${file}, which no user needs`);
  for (const needed of ["README.md", "CHANGELOG.md", "LICENSE"]) {
    if (!files.includes(needed)) faults.push(`lacks ${needed}`);
  }
  return faults;
}
