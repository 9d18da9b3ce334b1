import { companiesOnHnx } from "./companies-on-hnx.ts";
import { companiesOnHose } from "./companies-on-hose.ts";
import { companiesOnUpcom } from "./companies-on-upcom.ts";
import { companyAliases } from "./company-aliases.ts";
import { industries } from "./industry.ts";

/** A company whose shares are traded. */
export type Company = {
  readonly symbol: string;
  readonly exchange: "HOSE" | "HNX" | "UPCOM";
  readonly priceText: string;
  readonly name: string;
  readonly companyName: string;
  readonly aliases: readonly string[] | undefined;
  readonly sectorLevel1: string;
  readonly sectorLevel2: string;
  readonly industryName: string;
};

/** Lists the companies of the demonstration, exchange by exchange. */
export function listCompanies(): Company[] {
  return [
    ...readCompanies("HOSE", companiesOnHose),
    ...readCompanies("HNX", companiesOnHnx),
    ...readCompanies("UPCOM", companiesOnUpcom),
  ];
}

/** What the kinds of companies are called before their names. */
const kinds: Readonly<Record<string, string>> = {
  CP: "Công ty Cổ phần",
  TD: "Công ty Cổ phần Tập đoàn",
  TCT: "Tổng Công ty Cổ phần",
  NH: "Ngân hàng Thương mại Cổ phần",
  CK: "Công ty Cổ phần Chứng khoán",
  BH: "Tổng Công ty Cổ phần Bảo hiểm",
};

function readCompanies(exchange: Company["exchange"], rows: string): Company[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [symbol = "", priceText = "", industry = "", kind = "", name = ""] = row.split("|");
      const [sectorLevel1, sectorLevel2, industryName] = industries.get(industry) ?? ["", "", ""];
      const companyName = `${kinds[kind]} ${name}`;
      const aliases = companyAliases.get(symbol);
      const sectors = { sectorLevel1, sectorLevel2, industryName };
      return { symbol, exchange, priceText, name, companyName, aliases, ...sectors };
    });
}
