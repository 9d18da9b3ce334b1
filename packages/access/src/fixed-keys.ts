import { holdKeys } from "./hold-keys.ts";
import type { Jwks } from "./jwk.ts";
import type { KeySource } from "./key-source.ts";

/** Keys that stay as they are. */
export function fixedKeys(jwks: Jwks): KeySource {
  const keys = holdKeys(jwks);
  return {
    isHeld: () => true,
    held: () => keys,
    obtain: async () => keys,
    renew: async () => undefined,
  };
}
