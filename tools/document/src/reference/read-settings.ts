import { isIP } from "node:net";
import { readFlags } from "./read-flags.ts";

/** Where the reference listens, and which document it shows. */
export type Settings = { readonly port: number; readonly host: string; readonly documentPath: string };

/** What command line and environment come to. */
export type SettingsReading =
  | { readonly kind: "settings"; readonly settings: Settings }
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "faulty"; readonly faults: readonly string[] };

/** Reads the settings of the server; a flag wins over the environment, and an empty variable counts as absent. */
export function readSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  documentPathDefault: string,
): SettingsReading {
  const flags = readFlags(words, ["port", "host", "document"]);
  if (flags.help) return { kind: "help", text: helpText };
  const port = choose("port", "PORT", "8787");
  const host = choose("host", "HOST", "127.0.0.1");
  const faults = [...flags.faults, ...checkPort(port), ...checkHost(host)];
  if (faults.length > 0) return { kind: "faulty", faults };
  const documentPath = flags.values.get("document") ?? documentPathDefault;
  return { kind: "settings", settings: { port: Number(port.value), host: host.value, documentPath } };

  function choose(flag: string, variable: string, fallback: string): Given {
    const value = flags.values.get(flag);
    if (value !== undefined) return { name: `--${flag}`, value };
    return { name: variable, value: environment[variable] || fallback };
  }
}

type Given = { readonly name: string; readonly value: string };

function checkPort({ name, value }: Given): string[] {
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return [];
  return [`${name} must be a whole number from 0 to 65535, not ${JSON.stringify(value)}.`];
}

function checkHost({ name, value }: Given): string[] {
  if (isIP(value) !== 0) return [];
  // A name of digits and dots alone is an address with a slip in it, such as 127.0.0.256.
  const isName = value.length <= 253 && !/^[\d.]+$/.test(value) && value.split(".").every(isLabel);
  if (isName) return [];
  return [`${name} must be an IP address or a host name, not ${JSON.stringify(value)}.`];
}

function isLabel(label: string): boolean {
  return /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label);
}

const helpText = `Serves the OpenAPI document and its reference page, and follows every change of it. The operations are not served.

  --port PORT       where to listen; 0 takes any free port         (or PORT; default 8787)
  --host HOST       an IP address or a host name of this machine   (or HOST; default 127.0.0.1)
  --document PATH   the document to show; its examples are read    (default openapi/openapi.yaml)
                    from the folder "examples" beside it
  --help            this text`;
