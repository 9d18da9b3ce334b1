/** Deterministic random numbers. */
export type Dice = {
  readonly below: (bound: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
};

/** Creates a mulberry32 generator from a seed. */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  const below = (bound: number): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError("Nothing can be picked from nothing.");
      return item;
    },
  };
}

type Named = { readonly symbol: string; readonly tickerCode: string; readonly companyName: string };

/** The searched fields of an instrument. */
export type CatalogEntry = Named & { readonly weight: number };

/** Makes a number of instruments with Vietnamese names; deterministic. */
export function makeSearchCatalog(count: number): CatalogEntry[] {
  const dice = makeDice(count);
  const shares: string[] = [];
  const catalog: CatalogEntry[] = [];
  const symbols = new Set<string>();
  while (catalog.length < count) {
    const made = makeOne(dice, shares);
    if (symbols.has(made.symbol)) continue;
    symbols.add(made.symbol);
    if (made.symbol.length <= 5) shares.push(made.symbol);
    // Two in five have no trades; the values of the others spread over nine powers of ten.
    const weight = dice.below(5) < 2 ? 0 : Math.floor(10 ** (4 + dice.below(9_000) / 1_000));
    catalog.push({ ...made, weight });
  }
  return catalog;
}

function makeOne(dice: Dice, shares: readonly string[]): Named {
  const kind = dice.below(20);
  if (kind < 4 && shares.length > 100) return makeWarrant(dice, dice.pick(shares));
  if (kind < 6 && shares.length > 100) return makeBond(dice, dice.pick(shares));
  // Three letters suffice for the first few thousand, as on the exchanges.
  const letterCount = shares.length < 5_000 ? 3 : shares.length < 100_000 ? 4 : 5;
  const symbol = Array.from({ length: letterCount }, () => dice.pick(letters)).join("");
  return { symbol, tickerCode: symbol, companyName: nameCompany(dice) };
}

function makeWarrant(dice: Dice, share: string): Named {
  const number = 2_401 + dice.below(200);
  const issuer = dice.pick(issuers);
  return {
    symbol: `C${share}${number}`,
    tickerCode: `VN0C${String(dice.below(10 ** 9)).padStart(9, "0")}`,
    companyName: `Chứng quyền ${share}/${issuer}/${dice.pick(["6M", "9M", "12M"])}/${dice.below(40)}`,
  };
}

function makeBond(dice: Dice, share: string): Named {
  const number = 121_000 + dice.below(6_000);
  return {
    symbol: `${share}${number}`,
    tickerCode: `VN0B${String(dice.below(10 ** 9)).padStart(9, "0")}`,
    companyName: `Trái phiếu ${nameCompany(dice)} ${2_025 + dice.below(10)}`,
  };
}

function nameCompany(dice: Dice): string {
  const form = dice.pick(forms);
  const trade = dice.below(5) === 0 ? "" : `${dice.pick(trades)} `;
  return `${form} ${trade}${dice.pick([nameTwo, nameTwo, coinName, namePlace])(dice)}`;
}

function nameTwo(dice: Dice): string {
  return `${dice.pick(syllables)} ${dice.pick(syllables)}`;
}

function namePlace(dice: Dice): string {
  return `${dice.pick(places)} ${dice.pick(["", `${dice.below(30)}`, "Miền Trung", dice.pick(syllables)])}`.trim();
}

/** Invents a brand such as Vinamilk or Hodeco. */
function coinName(dice: Dice): string {
  const parts = Array.from({ length: 2 + dice.below(2) }, () => dice.pick(brandParts)).join("");
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const issuers = ["SSI", "HCM", "VND", "ACBS", "KIS", "MBS", "TCBS", "VCI"];
const forms = [
  "CTCP",
  "CTCP",
  "Công ty Cổ phần",
  "Tổng Công ty Cổ phần",
  "CTCP Tập đoàn",
  "Ngân hàng TMCP",
  "Quỹ ETF",
];
const trades = [
  ..."Đầu tư|Xây dựng|Thép|Sữa|Dược phẩm|Thủy sản|Chứng khoán|Bất động sản|Phát triển Đô thị|Xi măng".split(
    "|",
  ),
  ..."Vận tải biển|Cao su|Bảo hiểm|Điện lực|Dầu khí|Thương mại|Dịch vụ|Công nghệ|Khoáng sản|Mía đường".split(
    "|",
  ),
  ..."Nhựa|Bao bì|Cấp nước|Du lịch|Dệt may|Phân bón|Than|Hóa chất|Viễn thông|Giấy|Gỗ|Đá|Cơ điện lạnh".split(
    "|",
  ),
];
const places = [
  ..."Hà Nội|Sài Gòn|Đà Nẵng|Bình Dương|Đồng Nai|Cần Thơ|Hải Phòng|Quảng Ninh|Thanh Hóa|Nghệ An".split("|"),
  ..."Việt Nam|Lâm Đồng|Bà Rịa - Vũng Tàu|Khánh Hòa|Thừa Thiên Huế|Cà Mau|Kiên Giang|Long An".split("|"),
];
const syllables = (
  "Hòa Phát Á Châu Ngoại Thương Quân Đội Kỹ Sài Gòn Minh Phú Vĩnh Hoàn Hoàng Anh Gia Lai Đức Long Thành Công " +
  "Nam Việt Bảo Khang Điền Đạt Phương Hải Thiên Lộc Trường Sơn Hưng Thịnh Tân Tiến Kim Ngân Đông Tây Bắc Quang " +
  "Trung Hiếu Tâm Ý Nhất Linh Phong Vân Nguyên Dương Sao Mai Hà Tĩnh Yên Bình Phúc Lợi Tài An Cường Khải Toàn Mỹ " +
  "Lan Huệ Cúc Trúc Xuân Thu Hạ Đăng Khoa Uyên Nhi Thủy Hỏa Thổ Mộc Giang Ngọc Bích Châu Đài Vàng Bạc Lúa Gạo Cà Phê"
).split(" ");
const brandParts =
  "vi na mi lk ho de co pet ro li men bi ca phar ma se ca tech com bank tra pha gel ex sun lux ti ki vin fast lo ta".split(
    " ",
  );
