import { isIP } from "node:net";
import { readNatsServers } from "@trading-oms/feed";
import { readImagePlace } from "@trading-oms/images";
import { judgeReaderSecret } from "../forwarded-cards.ts";
import { judgeForm } from "../judge-form.ts";
import { judgePublicUrl } from "../judge-public-url.ts";
import { readHeaders } from "./read-headers.ts";
import type { NodeForm } from "./variables.ts";

/** Says what is wrong with a value of a form, as the end of a sentence that begins with its name; no value is quoted
 * that may hold a password. */
export function judgeValue(form: NodeForm, value: string): string | undefined {
  switch (form.kind) {
    case "host":
      return isHost(value)
        ? undefined
        : `has to be an IP address or a host name, not ${JSON.stringify(value)}.`;
    case "database":
      return value === "" || (/^postgres(ql)?:\/\//i.test(value) && URL.canParse(value))
        ? undefined
        : "has to be an address such as postgres://user:password@host:5432/database.";
    case "http-url":
      return judgeHttpUrl(value);
    case "http-headers":
      return readHeaders(value) === undefined
        ? "has to list headers such as name=value, separated by commas, each value percent-encoded."
        : undefined;
    case "image-place":
      return value === "" || readImagePlace(value) !== undefined
        ? undefined
        : "has to be a folder by its whole path, such as /var/lib/oms/images, or a bucket by its address, such as https://s3.example.com/cards, without a user or a query.";
    case "public-url":
      return judgePublicUrl(value);
    case "reader-secret":
      return value === "" ? undefined : judgeReaderSecret(value);
    case "feed":
      return judgeFeed(value);
    case "time":
      return value === "" || isTime(value)
        ? undefined
        : `has to be a time with its offset, such as 2026-11-17T09:15+07:00, not ${JSON.stringify(value)}.`;
    case "ratio":
      return /^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(value)
        ? undefined
        : `has to be a number from 0 to 1, such as 0.25, not ${JSON.stringify(value)}.`;
    default:
      return judgeForm(form, value);
  }
}

/** A password in an address would be refused each time something is sent, which is far too late to tell. */
function judgeHttpUrl(value: string): string | undefined {
  if (value === "") return undefined;
  const url = URL.parse(value);
  if (!/^https?:$/.test(url?.protocol ?? ""))
    return "has to be an address that begins with https:// or http://.";
  return url?.username || url?.password
    ? "must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS."
    : undefined;
}

function judgeFeed(value: string): string | undefined {
  if (["", "none", "simulated"].includes(value)) return undefined;
  return readNatsServers(value) !== undefined
    ? undefined
    : "has to be simulated, none, or addresses such as nats://host:4222 or tls://user:password@host:4222 (tls:// with a host name, not an IP address), separated by commas.";
}

function isTime(value: string): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
  return form.test(value) && !Number.isNaN(Date.parse(value));
}

/** A name of digits and dots alone is an address with a slip in it, such as 127.0.0.256. */
function isHost(value: string): boolean {
  if (isIP(value) !== 0) return true;
  const isLabel = (label: string) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label);
  return value.length <= 253 && !/^[\d.]+$/.test(value) && value.split(".").every(isLabel);
}
