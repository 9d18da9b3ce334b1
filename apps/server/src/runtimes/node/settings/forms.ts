/** The forms of settings that the server on Node, Bun and Deno and `oms` alone read. Values that may hold a password are not quoted. */
import { isIP } from "node:net";
import { type NatsServers, readNatsServers } from "@trading-oms/feed";
import { type ImagePlace, readImagePlace } from "@trading-oms/images";
import { dueDefaults, parseTimeOfDay } from "@trading-oms/market";
import { checked, type Form, Wrong } from "../../setting-forms.ts";

export const onOrOff: Form<boolean> = (given) =>
  ["on", "off"].includes(given)
    ? given === "on"
    : new Wrong(`has to be one of off, on, not ${JSON.stringify(given)}.`);

export const host: Form<string> = checked((given) =>
  isHost(given) ? undefined : `has to be an IP address or a host name, not ${JSON.stringify(given)}.`,
);

export const database: Form<string> = checked((given) =>
  /^postgres(ql)?:\/\//i.test(given) && URL.canParse(given)
    ? undefined
    : "has to be an address such as postgres://user:password@host:5432/database.",
);

/** A password in the URL would fail only when spans are sent, which is too late to report it. */
export const httpUrl: Form<string> = checked((given) => {
  const url = URL.parse(given);
  if (!/^https?:$/.test(url?.protocol ?? ""))
    return "has to be an address that begins with https:// or http://.";
  return url?.username || url?.password
    ? "must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS."
    : undefined;
});

/** Headers such as `name=value,other=value` with percent-encoded values. */
export const httpHeaders: Form<Readonly<Record<string, string>>> = (given) => {
  const wrong = new Wrong(
    "has to list headers such as name=value, separated by commas, each value percent-encoded.",
  );
  const headers = new Headers();
  try {
    for (const part of given.split(",")) {
      if (part.trim() === "") continue;
      const equals = part.indexOf("=");
      if (equals < 0) return wrong;
      headers.set(part.slice(0, equals).trim(), decodeURIComponent(part.slice(equals + 1).trim()));
    }
  } catch {
    return wrong;
  }
  return Object.fromEntries(headers);
};

export const imagePlace: Form<ImagePlace> = (given) =>
  readImagePlace(given) ??
  new Wrong(
    "has to be a folder by its whole path, such as /var/lib/oms/images, or a bucket by its address, such as https://s3.example.com/cards, without a user or a query.",
  );

export const feed: Form<"none" | "simulated" | NatsServers> = (given) => {
  if (given === "none" || given === "simulated") return given;
  return (
    readNatsServers(given) ??
    new Wrong(
      "has to be simulated, none, or addresses such as nats://host:4222 or tls://user:password@host:4222 (tls:// with a host name, not an IP address), separated by commas.",
    )
  );
};

export const time: Form<number> = (given) => {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.test(given);
  const timeMs = isTime ? Date.parse(given) : Number.NaN;
  return Number.isNaN(timeMs)
    ? new Wrong(
        `has to be a time with its offset, such as 2026-11-17T09:15+07:00, not ${JSON.stringify(given)}.`,
      )
    : timeMs;
};

/** A time of day as minutes since midnight. */
export const timeOfDay: Form<number> = (given) =>
  parseTimeOfDay(given) ??
  new Wrong(`has to be a time of day such as ${dueDefaults.time}, not ${JSON.stringify(given)}.`);

export const contactUrl: Form<string> = checked((given) =>
  /^https?:$/.test(URL.parse(given)?.protocol ?? "") && given.includes("{accountId}")
    ? undefined
    : "has to be an address such as https://crm.example.com/{accountId}, with {accountId} in it.",
);

export const build: Form<string> = checked((given) =>
  /^[0-9A-Za-z.-]{0,64}$/.test(given)
    ? undefined
    : `has to be at most 64 letters, digits, dots and hyphens, such as 6a8872e5, not ${JSON.stringify(given)}.`,
);

export const ratio: Form<number> = (given) =>
  /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(given)
    ? Number(given)
    : new Wrong(`has to be a number from 0 to 1, such as 0.25, not ${JSON.stringify(given)}.`);

/** Rejects names of digits and dots only, which are mistyped addresses such as 127.0.0.256. */
function isHost(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const isLabel = (label: string) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label);
  return value.length <= 253 && !/^[\d.]+$/.test(value) && value.split(".").every(isLabel);
}
