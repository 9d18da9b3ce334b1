import { writeFile } from "node:fs/promises";

const columns =
  "symbol,exchange,type,name,companyName,sectorLevel1,referencePrice,lot,minQuantity,maxQuantity";

/** Writes a catalog of equities as CSV. */
export async function writeCatalog(path: string, symbols: readonly string[]): Promise<void> {
  const rows = symbols.map(
    (symbol, index) =>
      `${symbol},HOSE,stock,${symbol},Công ty Cổ phần số ${index},Công nghiệp,25000,100,100,500000`,
  );
  await writeFile(path, `${[columns, ...rows].join("\n")}\n`);
}
