/** The checks of values that only the server on Node, Bun and Deno reads. */
import { isIP } from "node:net";
import { readNatsServers } from "@trading-oms/feed";
import { readImagePlace } from "@trading-oms/images";
import { dueDefaults, parseTimeOfDay } from "@trading-oms/market";
import { checkForm } from "../../settings.ts";
import type { Form } from "../../settings-table.ts";

/**
 * Describes the fault of a value that is set, as the rest of a sentence after its name. Values that may hold a password
 * are not quoted.
 */
export function checkValue(form: Form, value: string): string | undefined {
  switch (form.kind) {
    case "host":
      return isHost(value)
        ? undefined
        : `has to be an IP address or a host name, not ${JSON.stringify(value)}.`;
    case "database":
      return /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value)
        ? undefined
        : "has to be an address such as postgres://user:password@host:5432/database.";
    case "http-url":
      return checkHttpUrl(value);
    case "http-headers":
      return readHeaders(value) === undefined
        ? "has to list headers such as name=value, separated by commas, each value percent-encoded."
        : undefined;
    case "image-place":
      return readImagePlace(value) !== undefined
        ? undefined
        : "has to be a folder by its whole path, such as /var/lib/oms/images, or a bucket by its address, such as https://s3.example.com/cards, without a user or a query.";
    case "feed":
      return checkFeed(value);
    case "time":
      return isTime(value)
        ? undefined
        : `has to be a time with its offset, such as 2026-11-17T09:15+07:00, not ${JSON.stringify(value)}.`;
    case "time-of-day":
      return parseTimeOfDay(value) !== undefined
        ? undefined
        : `has to be a time of day such as ${dueDefaults.time}, not ${JSON.stringify(value)}.`;
    case "contact-url":
      return checkContactUrl(value);
    case "build":
      return /^[0-9A-Za-z.-]{0,64}$/.test(value)
        ? undefined
        : `has to be at most 64 letters, digits, dots and hyphens, such as 6a8872e5, not ${JSON.stringify(value)}.`;
    case "ratio":
      return /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)
        ? undefined
        : `has to be a number from 0 to 1, such as 0.25, not ${JSON.stringify(value)}.`;
    default:
      return checkForm(form, value);
  }
}

/** A password in the URL would fail only when spans are sent, which is too late to report it. */
function checkHttpUrl(value: string): string | undefined {
  const url = URL.parse(value);
  if (!/^https?:$/.test(url?.protocol ?? ""))
    return "has to be an address that begins with https:// or http://.";
  return url?.username || url?.password
    ? "must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS."
    : undefined;
}

function checkFeed(value: string): string | undefined {
  if (["none", "simulated"].includes(value)) return undefined;
  return readNatsServers(value) !== undefined
    ? undefined
    : "has to be simulated, none, or addresses such as nats://host:4222 or tls://user:password@host:4222 (tls:// with a host name, not an IP address), separated by commas.";
}

function isTime(value: string): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
  return form.test(value) && !Number.isNaN(Date.parse(value));
}

function checkContactUrl(value: string): string | undefined {
  const isLink = /^https?:$/.test(URL.parse(value)?.protocol ?? "") && value.includes("{accountId}");
  return isLink
    ? undefined
    : "has to be an address such as https://crm.example.com/{accountId}, with {accountId} in it.";
}

/** Rejects names of digits and dots only, which are mistyped addresses such as 127.0.0.256. */
function isHost(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const isLabel = (label: string) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label);
  return value.length <= 253 && !/^[\d.]+$/.test(value) && value.split(".").every(isLabel);
}

/** Parses headers such as `name=value,other=value` with percent-encoded values; undefined if malformed. */
export function readHeaders(text: string): Record<string, string> | undefined {
  const headers = new Headers();
  try {
    for (const part of text.split(",")) {
      if (part.trim() === "") continue;
      const equals = part.indexOf("=");
      if (equals < 0) return undefined;
      headers.set(part.slice(0, equals).trim(), decodeURIComponent(part.slice(equals + 1).trim()));
    }
  } catch {
    return undefined;
  }
  return Object.fromEntries(headers);
}
