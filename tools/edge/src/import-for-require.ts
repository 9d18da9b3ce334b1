import type { Plugin } from "esbuild";

const scope = "required-of-node";

/**
 * Lets modules that are written for Node `require` what their runtime has of it, by importing it: where there are only
 * modules of JavaScript, nothing can be required.
 */
export function importForRequire(modules: readonly string[]): Plugin {
  return {
    name: "import-for-require",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /.*/ }, ({ path, kind }) => {
        const name = path.replace(/^node:/, "");
        return kind === "require-call" && modules.includes(name)
          ? { path: name, namespace: scope }
          : undefined;
      });
      onLoad({ filter: /.*/, namespace: scope }, ({ path }) => ({
        contents: `import whole from "node:${path}"; module.exports = whole;`,
        loader: "js",
      }));
    },
  };
}
