/**
 * The rule of dependency-cruiser that looks at folders. It has a configuration of its own, because tests may import
 * across folders and a rule about folders cannot leave files out.
 */
import base from "./.dependency-cruiser.mjs";

export default {
  forbidden: [
    {
      name: "no-folder-cycles",
      comment: "Folders that need each other are one subject; a reader cannot begin with either.",
      severity: "error",
      scope: "folder",
      from: { path: "^(packages|apps)/[^/]+/src" },
      to: { circular: true },
    },
  ],
  options: {
    ...base.options,
    exclude: {
      path: String.raw`(^|/)(dist|node_modules|\.tmp[^/]*|generated|testing)/|[.](test|test-d|suite)[.]`,
    },
  },
};
