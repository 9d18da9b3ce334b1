import { readFlags } from "./read-flags.ts";

/** What the check of the page is told. */
export type CheckSettings = {
  readonly chromiumPath: string;
  /** Where pictures of the page go; undefined for a folder of its own under the system's temporary one. */
  readonly screenshotsPath: string | undefined;
  /** The entry of the server that shows the page. */
  readonly serverPath: string;
};

/** What command line and environment come to. */
export type CheckSettingsReading =
  | { readonly kind: "settings"; readonly settings: CheckSettings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Reads the settings of the check. */
export function readCheckSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  serverPathDefault: string,
): CheckSettingsReading {
  const { help, faults, values } = readFlags(words, ["screenshots", "server"]);
  if (help) return { kind: "help", text: helpText };
  if (faults.length > 0) return { kind: "faulty", faults };
  return {
    kind: "settings",
    settings: {
      chromiumPath: environment["CHROMIUM_PATH"] || "/usr/bin/chromium",
      screenshotsPath: values.get("screenshots"),
      serverPath: values.get("server") ?? serverPathDefault,
    },
  };
}

const helpText = `Opens the reference page of the built server in Chromium and checks that it is whole and that nothing leaves the machine.

  --screenshots DIR   where pictures of the page go       (default a new temporary folder)
  --server FILE       the entry of the server to look at  (default apps/server/dist/runtimes/node/main.js)
  --help              this text

  CHROMIUM_PATH names the browser (default /usr/bin/chromium).`;
