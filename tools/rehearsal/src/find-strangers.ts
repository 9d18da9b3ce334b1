/** What the lockfile of a project says of an installed package. */
export type Locked = { readonly dependencies?: Readonly<Record<string, string>> };

/** What a package of ours brings along, whole, so that a change of it is seen before its users see it. */
const companions = [
  ...["openapi-fetch", "openapi-typescript-helpers"],
  ...["sharp", "@img/colour", "detect-libc", "semver"],
  ...["@jsquash/jpeg", "zxing-wasm", "@types/emscripten", "type-fest", "tagged-tag"],
  ...[
    "@tesseract.js-data/vie",
    "tesseract.js",
    "tesseract.js-core",
    "wasm-feature-detect",
    "regenerator-runtime",
  ],
  ...["bmp-js", "idb-keyval", "is-url", "zlibjs", "opencollective-postinstall"],
  ...["ajv", "ajv-formats", "fast-deep-equal", "fast-uri", "json-schema-traverse", "require-from-string"],
  ...["node-fetch", "whatwg-url", "tr46", "webidl-conversions"],
];

/** What hangs below these packages, directly or not, beside themselves and the companions that they are known to have. */
export function findStrangers(locked: Readonly<Record<string, Locked>>, names: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const each of Object.keys(locked[`node_modules/${name}`]?.dependencies ?? {})) visit(each);
  };
  names.forEach(visit);
  return [...found].filter((name) => ![...names, ...companions].includes(name));
}
