/** How a setting is written that means the same on every runtime. */
export type Form =
  | { readonly kind: "text" }
  | { readonly kind: "integer"; readonly min: number; readonly max: number }
  | { readonly kind: "one-of"; readonly values: readonly string[] }
  | { readonly kind: "keys-url" }
  | { readonly kind: "algorithms" }
  | { readonly kind: "origins" };
