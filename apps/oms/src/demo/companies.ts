import { companiesOnHnx, companiesOnHose, companiesOnUpcom } from "./company-rows.ts";

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

/** The legal form in the full name of a company, by its code. */
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
      const [symbol = "", priceText = "", industry = "", kind = "", name = "", ...others] = row.split("|");
      const [sectorLevel1, sectorLevel2, industryName] = industries.get(industry) ?? ["", "", ""];
      const companyName = `${kinds[kind]} ${name}`;
      const aliases = others.length === 0 ? undefined : others;
      const sectors = { sectorLevel1, sectorLevel2, industryName };
      return { symbol, exchange, priceText, name, companyName, aliases, ...sectors };
    });
}

/** The industry of a company with its two sectors. */
type Industry = readonly [sectorLevel1: string, sectorLevel2: string, industryName: string];

/** The industries, by the keys in the company rows. */
const industries: ReadonlyMap<string, Industry> = new Map([
  ["agriculture", ["Consumer Staples", "Food, Beverage and Tobacco", "Farming and Fishing"]],
  ["airports", ["Industrials", "Transportation", "Airports and Services"]],
  ["airlines", ["Industrials", "Transportation", "Airlines"]],
  ["autos", ["Consumer Discretionary", "Automobiles and Parts", "Automobiles"]],
  ["banks", ["Financials", "Banks", "Banks"]],
  ["beverages", ["Consumer Staples", "Food, Beverage and Tobacco", "Beverages"]],
  ["brokers", ["Financials", "Financial Services", "Investment Services"]],
  ["chemicals", ["Basic Materials", "Chemicals", "Commodity Chemicals"]],
  ["coal", ["Energy", "Oil, Gas and Coal", "Coal"]],
  ["construction", ["Industrials", "Construction and Materials", "Construction"]],
  ["electrical", ["Industrials", "Industrial Goods and Services", "Electrical Components"]],
  ["food", ["Consumer Staples", "Food, Beverage and Tobacco", "Food Products"]],
  ["gas", ["Utilities", "Utilities", "Gas Distribution"]],
  ["insurers", ["Financials", "Insurance", "Non-life Insurance"]],
  ["leisure", ["Consumer Discretionary", "Travel and Leisure", "Travel and Tourism"]],
  ["logistics", ["Industrials", "Transportation", "Marine Transportation"]],
  ["materials", ["Industrials", "Construction and Materials", "Building Materials"]],
  ["media", ["Consumer Discretionary", "Media", "Publishing"]],
  ["mining", ["Basic Materials", "Basic Resources", "General Mining"]],
  ["oil", ["Energy", "Oil, Gas and Coal", "Oil Equipment and Services"]],
  ["parks", ["Real Estate", "Real Estate", "Industrial Parks"]],
  ["pharmacy", ["Health Care", "Health Care", "Pharmaceuticals"]],
  ["plastics", ["Basic Materials", "Chemicals", "Plastics"]],
  ["ports", ["Industrials", "Transportation", "Ports"]],
  ["power", ["Utilities", "Utilities", "Electricity"]],
  ["property", ["Real Estate", "Real Estate", "Real Estate Development"]],
  ["refining", ["Energy", "Oil, Gas and Coal", "Oil Refining and Marketing"]],
  ["retail", ["Consumer Discretionary", "Retail", "Specialty Retailers"]],
  ["rubber", ["Basic Materials", "Chemicals", "Rubber"]],
  ["seafood", ["Consumer Staples", "Food, Beverage and Tobacco", "Seafood"]],
  ["steel", ["Basic Materials", "Basic Resources", "Iron and Steel"]],
  ["technology", ["Technology", "Technology", "Software and Computer Services"]],
  ["telecoms", ["Telecommunications", "Telecommunications", "Telecommunications Services"]],
  ["textiles", ["Consumer Discretionary", "Consumer Products and Services", "Textiles and Clothing"]],
  ["water", ["Utilities", "Utilities", "Water"]],
]);
