import { findProduct, type Product } from "../products.ts";

/** A product of the table. */
export function productNamed(code: string): Product {
  const product = findProduct(code);
  if (product === undefined) throw new Error(`There is no product ${code}.`);
  return product;
}
