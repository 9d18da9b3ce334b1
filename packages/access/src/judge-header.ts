import type { JWTHeaderParameters } from "jose";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import type { Algorithm } from "./algorithm.ts";
import { type Refused, refuse } from "./verdict.ts";

/** A header that may be looked at further. */
export type JudgedHeader = { readonly kind: "header"; readonly header: JWTHeaderParameters };

/** Members that bring a key along, say where one is to be fetched, or change what a signature is over. */
const membersRefused = ["jku", "x5u", "jwk", "x5c", "crit", "b64", "zip"];

const types = /^(application\/)?(at\+)?jwt$/i;

const keyIdLengthMax = 255;

/** Judges what a token says of itself before anything is computed or asked for on its account. */
export function judgeHeader(token: string, algorithms: readonly Algorithm[]): JudgedHeader | Refused {
  let header: ReturnType<typeof decodeProtectedHeader>;
  try {
    header = decodeProtectedHeader(token);
  } catch {
    return refuse("form");
  }
  const { alg, typ, kid } = header;
  if (membersRefused.some((name) => Object.hasOwn(header, name))) return refuse("header");
  if (typeof alg !== "string" || !algorithms.some((algorithm) => algorithm === alg)) {
    return refuse("algorithm");
  }
  if (typ !== undefined && (typeof typ !== "string" || !types.test(typ))) return refuse("header");
  if (kid !== undefined && (typeof kid !== "string" || kid.length > keyIdLengthMax)) {
    return refuse("header");
  }
  return { kind: "header", header: { ...header, alg } };
}
