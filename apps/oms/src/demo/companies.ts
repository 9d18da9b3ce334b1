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
  readonly keywords: readonly string[];
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

/** What remains of the legal form in a short name: many brokers and insurers are named like their parent. */
const kindsInNames: Readonly<Record<string, string>> = { CK: "Chứng khoán", BH: "Bảo hiểm" };

function readCompanies(exchange: Company["exchange"], rows: string): Company[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [symbol = "", priceText = "", industry = "", kind = "", baseName = "", ...own] = row.split("|");
      const found = industry.split("+").flatMap((key) => industries.get(key) ?? branches.get(key) ?? []);
      const [sectorLevel1 = "", sectorLevel2 = "", industryName = ""] = found[0]?.sectors ?? [];
      const keywords = [...new Set(found.flatMap((each) => each.keywords))];
      const companyName = `${kinds[kind]} ${baseName}`;
      const name = kind in kindsInNames ? `${kindsInNames[kind]} ${baseName}` : baseName;
      const aliases = own.length === 0 ? undefined : own;
      const sectors = { sectorLevel1, sectorLevel2, industryName };
      return { symbol, exchange, priceText, name, companyName, aliases, ...sectors, keywords };
    });
}

/** The industries: key in the company rows, two sectors, name, and the words for it, alone or beside a name. */
const industryRows = `
agriculture|Consumer Staples|Food, Beverage and Tobacco|Farming and Fishing|Nông nghiệp|Chăn nuôi|Nông sản|Agriculture
airports|Industrials|Transportation|Airports and Services|Hàng không|Sân bay|Cảng hàng không|Dịch vụ hàng không|Airport
airlines|Industrials|Transportation|Airlines|Hàng không|Hãng hàng không|Hãng bay|Airlines|Airline
autos|Consumer Discretionary|Automobiles and Parts|Automobiles|Ô tô|Xe máy|Máy móc|Auto
banks|Financials|Banks|Banks|Ngân hàng|NH|Nhà băng|Bank
beverages|Consumer Staples|Food, Beverage and Tobacco|Beverages|Bia|Rượu bia|Nước giải khát|Đồ uống|Beer
brokers|Financials|Financial Services|Investment Services|Chứng khoán|CK|Công ty chứng khoán|Securities
chemicals|Basic Materials|Chemicals|Commodity Chemicals|Hóa chất|Chemicals
coal|Energy|Oil, Gas and Coal|Coal|Than|Mỏ than|Coal
construction|Industrials|Construction and Materials|Construction|Xây dựng|Xây lắp|Hạ tầng|Construction
electrical|Industrials|Industrial Goods and Services|Electrical Components|Thiết bị điện|Điện|Electrical
food|Consumer Staples|Food, Beverage and Tobacco|Food Products|Thực phẩm|Hàng tiêu dùng|Food
gas|Utilities|Utilities|Gas Distribution|Khí|Gas|Khí đốt|Dầu khí
insurers|Financials|Insurance|Non-life Insurance|Bảo hiểm|BH|Công ty bảo hiểm|Insurance
leisure|Consumer Discretionary|Travel and Leisure|Travel and Tourism|Du lịch|Khách sạn|Nghỉ dưỡng|Travel
logistics|Industrials|Transportation|Marine Transportation|Vận tải|Vận tải biển|Logistics|Vận chuyển
materials|Industrials|Construction and Materials|Building Materials|Vật liệu xây dựng|VLXD|Đá|Gạch|Gỗ
media|Consumer Discretionary|Media|Publishing|Truyền thông|Sách|Giáo dục|Media
mining|Basic Materials|Basic Resources|General Mining|Khoáng sản|Mỏ|Khai khoáng|Mining
oil|Energy|Oil, Gas and Coal|Oil Equipment and Services|Dầu khí|Dầu|Oil
parks|Real Estate|Real Estate|Industrial Parks|Khu công nghiệp|KCN|Bất động sản khu công nghiệp|BĐS khu công nghiệp|Bất động sản|BĐS
pharmacy|Health Care|Health Care|Pharmaceuticals|Dược|Dược phẩm|Thuốc|Y tế|Pharma
plastics|Basic Materials|Chemicals|Plastics|Nhựa|Bao bì|Plastics|Plastic
ports|Industrials|Transportation|Ports|Cảng|Cảng biển|Port
power|Utilities|Utilities|Electricity|Điện|Điện lực|Năng lượng|Power
property|Real Estate|Real Estate|Real Estate Development|Bất động sản|BĐS|Địa ốc|Nhà đất|Đô thị|Real Estate
refining|Energy|Oil, Gas and Coal|Oil Refining and Marketing|Xăng dầu|Dầu khí|Lọc dầu|Lọc hóa dầu|Hóa dầu|Dầu
retail|Consumer Discretionary|Retail|Specialty Retailers|Bán lẻ|Cửa hàng|Siêu thị|Retail
rubber|Basic Materials|Chemicals|Rubber|Cao su|Lốp|Săm lốp|Rubber
seafood|Consumer Staples|Food, Beverage and Tobacco|Seafood|Thủy sản|Thủy hải sản|Hải sản|Cá tra|Seafood
steel|Basic Materials|Basic Resources|Iron and Steel|Thép|Tôn|Sắt thép|Gang thép|Tôn thép|Ống thép|Steel
technology|Technology|Technology|Software and Computer Services|Công nghệ|CNTT|Công nghệ thông tin|Phần mềm|Technology
telecoms|Telecommunications|Telecommunications|Telecommunications Services|Viễn thông|Bưu chính viễn thông|Telecom
textiles|Consumer Discretionary|Consumer Products and Services|Textiles and Clothing|Dệt may|May mặc|May|Sợi|Textile
water|Utilities|Utilities|Water|Nước|Cấp nước|Nước sạch|Water
`;

/** Branches: key in the company rows, the industry that they belong to, and the words for them. A company may be in several. */
const branchRows = `
cement|materials|Xi măng|Vật liệu xây dựng|VLXD|Cement
dairy|food|Sữa|Thực phẩm|Hàng tiêu dùng|Dairy|Food
fertilizers|chemicals|Phân bón|Đạm|Phân đạm|Fertilizer
hydro|power|Thủy điện|Điện|Điện lực|Năng lượng|Power
jewelry|retail|Vàng|Trang sức|Vàng bạc|Bán lẻ|Cửa hàng|Retail
paper|materials|Giấy|Bao bì|Paper
pharmacies|retail|Nhà thuốc|Thuốc|Bán lẻ
phones|retail|Điện thoại|Điện máy|Bán lẻ|Cửa hàng|Siêu thị|Retail
shrimp|seafood|Tôm|Thủy sản|Thủy hải sản|Hải sản|Seafood
sugar|food|Đường|Mía đường|Thực phẩm|Sugar|Food
sweets|food|Bánh kẹo|Bánh|Kẹo|Thực phẩm|Food
thermal|power|Nhiệt điện|Điện|Điện lực|Năng lượng|Power
`;

const readRows = (rows: string) =>
  rows
    .trim()
    .split("\n")
    .map((row) => row.split("|"));

const industries = new Map(
  readRows(industryRows).map(([key = "", level1 = "", level2 = "", name = "", ...keywords]) => {
    return [key, { sectors: [level1, level2, name], keywords }] as const;
  }),
);
const branches = new Map(
  readRows(branchRows).map(([key = "", industry = "", ...keywords]) => {
    return [key, { sectors: industries.get(industry)?.sectors ?? [], keywords }] as const;
  }),
);
