/** The packages that follow the document and carry one version; those of them that exist move together. */
export const releaseGroup: readonly string[] = [
  "@trading-oms/types",
  "@trading-oms/contract",
  "@trading-oms/client",
];
