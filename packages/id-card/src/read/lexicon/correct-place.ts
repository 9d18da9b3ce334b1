import { correctPart } from "./correct-part.ts";
import { certaintyOfDisputedStop, type FoundUnit, findUnits } from "./find-units.ts";
import { joinWords, type Lexicon, lettersOf, makeLexicon, readWords } from "./lexicon.ts";
import { listUnitNames, makeUnit, makeUnitTrees, type Unit } from "./units.ts";

/** Vietnamese places, and the syllables of their names. */
export interface PlaceLexicons {
  readonly phrases: Lexicon;
  readonly provinces: Lexicon;
  readonly syllables: Lexicon;
  /** Provinces with their units: all of them, and those of before July 2025, when there were districts. */
  readonly units: readonly Unit[];
  readonly unitsBefore2025: readonly Unit[];
}

/** A corrected place, and its confidence from 0 to 1. */
interface MendedPlace {
  readonly place: string;
  readonly confidence: number;
  /** The letters of known names, less those of unknown words. */
  readonly weight: number;
}

/** Words before a name that say what it is: hamlet, street, ward and so on. */
const kinds =
  "tổ dân phố|tổ|thôn|xóm|ấp|khóm|khu phố|khu|đường|phố|ngõ|ngách|hẻm|kiệt|số|phường|xã|thị trấn|quận|huyện|thị xã|thành phố|tỉnh|bản|buôn|làng|đội|cụm|khối|chung cư|tòa|lô";

const kindAtStart = new RegExp(`^((${kinds}|T[PXT]) |(T[PXT]|[PQHXT])\\. ?)`, "iu");

/** Makes the lexicons for `correctPlace`. */
export function makePlaceLexicons(): PlaceLexicons {
  const { before2025, since2025 } = makeUnitTrees();
  const units = [...before2025, ...since2025];
  const names = [
    ...new Set([...provinceNames.split("|"), ...placeNames.split("|"), ...listUnitNames(units)]),
  ];
  const syllables = new Map<string, number>();
  for (const name of names) {
    for (const word of name.toLocaleLowerCase("vi").split(" "))
      syllables.set(word, (syllables.get(word) ?? 0) + 1);
  }
  const byUse = [...syllables].sort(([, a], [, b]) => b - a).map(([word]) => word);
  return {
    phrases: makeLexicon(names),
    provinces: makeLexicon(provinceNames.split("|")),
    syllables: makeLexicon(byUse),
    units,
    unitsBefore2025: before2025,
  };
}

/** Below the threshold of places, because the lists have all units. */
const certaintyOfUnlisted = 0.68;

/** A place that begins with a district has most likely lost its ward, however often it is read. */
const certaintyWithoutWard = 0.5;

/** OCR loses stops, so a place with an abbreviated kind is below the threshold of places, and is read twice. */
const certaintyOfAbbreviation = 0.92;

/** After these kinds a short word at the end, or any in lower case, is rather a number that was misread. */
const misreadNumber =
  /(?<!\p{L})([Kk]hu phố|[Tt]ổ|[Ấấ]p|[Kk]hóm|[Xx]óm|[Đđ]ội) (?!dân )(\p{L}{1,2}$|\p{Ll}+(?=,|$))/u;
const certaintyOfNumber = 0.7;

/** A place has one ward. If the words before the one that was found name another, it may be wrong. */
const kindOfWard = /^(phường|xã|thị trấn|TT|P\.|X\.)/iu;
const certaintyOfSecondWard = 0.8;

/** A digit before a hamlet or a numbered quarter is noise, rather than the number of a house. */
const strayDigit = /^\d (?=(Thôn|Bản) |(T[ổô]|Đội|Khu phố|Khóm|[ẤÁ]p|Xóm) \d)/u;
const certaintyWithoutDigit = 0.85;

/** Options of `correctPlace`. */
interface PlaceOptions {
  /** Whether a house, street or hamlet may precede the units, as in a residence. */
  readonly allowsStreet?: boolean;
  /** Whether the typeface has a round a, which OCR reads as o. */
  readonly hasRoundA?: boolean;
  /** The same place as read in other views. */
  readonly others?: readonly string[];
}

/** Corrects a place by the units at its end. Without units, and for the words before them, it is corrected by names alone. */
export function correctPlace(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  { allowsStreet = true, hasRoundA = false, others = [] }: PlaceOptions = {},
): MendedPlace {
  const place = tidyStart(printed);
  const known = knownPlaces.flatMap(unitsOfPlace);
  const isNamed = (letters: string) => lexicons.phrases.has(letters);
  const parts = new Set(knownPlaces.flatMap((each) => each.split(/,\s*/)).flatMap(withoutKind));
  const isListed = (name: string) =>
    parts.has(name) || lexicons.phrases.get(lettersOf(name))?.includes(name) === true;
  const text = readWords(place, { others: others.map(tidyStart), isNamed, isListed, hasRoundA });
  // Listed units come first: in a known residence it is unknown which part is the ward.
  const found = findUnits(text, [...lexicons.units, ...known]);
  if (found === undefined || found.names.length < 2) {
    const whole = withoutStrayLetters(place.replace(/( [\p{Ll}\d])+$/u, ""), lexicons.provinces);
    const bare = correctByNames(whole, knownPlaces, lexicons, { hasRoundA, endsInProvince: true });
    // A place without a province is incomplete.
    const certainty = certaintyOfUnlisted * (found === undefined ? 0.5 : 1);
    return { ...bare, confidence: bare.confidence * certainty };
  }
  const units = found.names.map(formatUnit).join(", ");
  const before = joinWords(text.words.slice(0, found.from)).replace(/[\s,.-]+$/, "");
  const hasHead = /\p{L}\p{L}|\d\d|\p{L}[. ]*\d/u.test(before);
  const certainty = hasHead ? certaintyOfUnlisted : certaintyWithoutWard;
  const isAbbreviated = found.names.some(({ kind }) => /^(T[PXT]|.\.)/iu.test(kind ?? ""));
  const confidence =
    found.confidence * (found.isWardMissing ? certainty : 1) * (isAbbreviated ? certaintyOfAbbreviation : 1);
  const weight = found.names.reduce((sum, { name }) => sum + name.length, 0);
  // A lone digit is noise, or a misread accent far above its letter. A letter may be an abbreviation that lost its stop.
  if (!hasHead)
    return {
      place: units,
      confidence: confidence * (/(?<!\p{L})[PQHXT]$/iu.test(before) ? certaintyOfDisputedStop : 1),
      weight,
    };
  const head = correctByNames(before, knownPlaces, lexicons, { hasRoundA, endsInProvince: false });
  const last = head.place.split(", ").at(-1) ?? "";
  const certaintyOfHead =
    (allowsStreet ? 1 : certaintyOfUnlisted) *
    (misreadNumber.test(head.place) ? certaintyOfNumber : 1) *
    (strayDigit.test(printed) ? certaintyWithoutDigit : 1) *
    (!found.isWardMissing && kindOfWard.test(last) ? certaintyOfSecondWard : 1);
  // After a kind alone there is no comma: a hamlet may have the name of a ward.
  const isKindAlone = kinds.split("|").includes(last.toLocaleLowerCase("vi"));
  return {
    place: `${head.place}${isKindAlone ? "" : ","} ${units}`,
    confidence: head.confidence * confidence * certaintyOfHead,
    weight: head.weight + weight,
  };
}

/**
 * Makes a place begin with a capital. OCR does not tell some small letters from capitals, such as x and s, and reads the I of Ia as
 * l. Other stray letters and digits before the place are removed: they are misread accents of the first line, or the end of a label.
 */
function tidyStart(printed: string): string {
  const place = printed
    .replaceAll(/(?<!\p{L})l(?=a \p{Lu})/gu, "I")
    .replace(/^(?!(t[ptx]|x[ãaõo]|s[ốôóo]|t[ổôốồo]|[ấâa]?p|lô) )(\p{Ll}{1,2} )+(?=\p{Lu})/u, "")
    .replace(/^\p{Lu},? (?=(Thôn|Xóm|[ẤÁ]p|T[ổô]|Khu|Khóm|Bản|S[ốôỐÔ]|Đội|Làng) )/u, "")
    .replace(strayDigit, "")
    // A kind in capitals, where the rest is not.
    .replace(
      /^(ĐỘI|TỔ|XÓM|THÔN|ẤP|KHÓM|BẢN|SỐ)(?= .*\p{Ll})/u,
      (kind) => kind.charAt(0) + kind.slice(1).toLocaleLowerCase("vi"),
    );
  return place.charAt(0).toLocaleUpperCase("vi") + place.slice(1);
}

function formatUnit({ name, kind }: FoundUnit): string {
  return joinWords(kind === undefined ? [name] : [kind, name]);
}

/** The units of a known place: a province with one unit, which has one unit, and so on. */
function unitsOfPlace(place: string): Unit[] {
  return place.split(/,\s*/).reduce<Unit[]>((within, part) => {
    const name = withoutKind(part).at(-1) ?? part;
    return [makeUnit(name, within)];
  }, []);
}

/**
 * Corrects the accents of a printed place, part by part between its commas: by known places, such as the residence in the QR code,
 * by names of districts and towns, and by their syllables.
 */
function correctByNames(
  printed: string,
  knownPlaces: readonly string[],
  lexicons: PlaceLexicons,
  { hasRoundA, endsInProvince }: { readonly hasRoundA: boolean; readonly endsInProvince: boolean },
): MendedPlace {
  const known = makeLexicon(knownPlaces.flatMap((place) => place.split(/,\s*/)).flatMap(withoutKind));
  const parts = printed.split(/\s*,\s*/).filter((part) => part !== "");
  const mended = parts.map((part, index) => {
    const isProvince = endsInProvince && index === parts.length - 1;
    return correctPart(part, {
      known,
      kinds: kindLexicon(),
      isProvince,
      phrases: isProvince ? lexicons.provinces : lexicons.phrases,
      more: lexicons.phrases,
      syllables: lexicons.syllables,
      hasRoundA,
    });
  });
  return {
    place: mended.map(({ text }) => text).join(", "),
    confidence: mended.reduce((product, each) => product * each.confidence, 1),
    weight: mended.reduce((sum, each) => sum + each.weight, 0),
  };
}

/** Removes up to four stray letters after the province. */
function withoutStrayLetters(place: string, provinces: Lexicon): string {
  const comma = place.lastIndexOf(",") + 1;
  const last = place.slice(comma).trim();
  return last === "" ? place : place.slice(0, comma) + withoutTail(last, provinces);
}

function withoutTail(part: string, provinces: Lexicon): string {
  const words = part.split(" ");
  for (let count = words.length - 1; count > 0; count -= 1) {
    const tail = words.slice(count).join("");
    const head = words.slice(0, count).join(" ");
    if (tail.length <= 4 && provinces.has(lettersOf(head))) return head;
  }
  return part;
}

function kindLexicon(): Lexicon {
  return makeLexicon(kinds.split("|"));
}

/** A part, and the same without the kind at its beginning if it has one. */
function withoutKind(part: string): string[] {
  const name = part.replace(kindAtStart, "");
  return name === part ? [part] : [part, name];
}

/** The provinces and central cities of before July 2025, separated by bars. The later ones are among them. */
const provinceNames =
  "An Giang|Bà Rịa - Vũng Tàu|Bạc Liêu|Bắc Giang|Bắc Kạn|Bắc Ninh|Bến Tre|Bình Dương|Bình Định|Bình Phước|Bình Thuận|Cà Mau|Cao Bằng|Cần Thơ|Đà Nẵng|Đắk Lắk|Đắk Nông|Điện Biên|Đồng Nai|Đồng Tháp|Gia Lai|Hà Giang|Hà Nam|Hà Nội|Hà Tĩnh|Hải Dương|Hải Phòng|Hậu Giang|Hòa Bình|Hồ Chí Minh|Hưng Yên|Khánh Hòa|Kiên Giang|Kon Tum|Lai Châu|Lạng Sơn|Lào Cai|Lâm Đồng|Long An|Nam Định|Nghệ An|Ninh Bình|Ninh Thuận|Phú Thọ|Phú Yên|Quảng Bình|Quảng Nam|Quảng Ngãi|Quảng Ninh|Quảng Trị|Sóc Trăng|Sơn La|Tây Ninh|Thái Bình|Thái Nguyên|Thanh Hóa|Thừa Thiên Huế|Tiền Giang|Trà Vinh|Tuyên Quang|Vĩnh Long|Vĩnh Phúc|Yên Bái|Huế";

/** Districts, towns, well-known wards, and persons whom streets are named after, separated by bars. Partly from GeoNames, CC BY 4.0. */
const placeNames =
  "A Lưới|A Roàng Hai|A Tiêng|A Vương|An Biên|An Bá|An Bình|An Châu|An Cư|An Dương|An Dương Vương|An Hà|An Hòa|An Hải|An Hội|An Khánh|An Khê|An Lão|An Lạc|An Minh|An Ngãi|An Nhơn|An Phú|An Thạnh|An Thới|An Trạch|Anh Sơn|Ayun Pa|Ba Bể|Ba Chúc|Ba Chẽ|Ba Hàng|Ba Tri|Ba Tơ|Ba Vì|Ba Đình|Ba Đồn|Bha Lê|Biên Hòa|Buôn Hồ|Buôn Ma Thuột|Buôn Trấp|Buôn Tur|Buôn Đôn|Bà Nà|Bà Rịa|Bà Triệu|Bàu Bàng|Bá Thước|Bác Ái|Bát Xát|Bãi Cháy|Bình Chiểu|Bình Chánh|Bình Châu|Bình Gia|Bình Giang|Bình Giả|Bình Hòa|Bình Hưng|Bình Hưng Hòa|Bình Liêu|Bình Long|Bình Lục|Bình Minh|Bình Mỹ|Bình Sơn|Bình Thạnh|Bình Thủy|Bình Trị Đông|Bình Tân|Bình Xuyên|Bình Đại|Bích Chu|Bích Động|Bù Gia Mập|Bù Đăng|Bù Đốp|Bùi Thị Xuân|Bùi Xá|Bút Sơn|Bưởi|Bạch Long Vỹ|Bạch Mai|Bạch Thông|Bạch Đằng|Bản Na Hỷ|Bảo Lac|Bảo Lâm|Bảo Lạc|Bảo Lộc|Bảo Thắng|Bảo Yên|Bảy|Bẩn Yên Nhân|Bắc Bình|Bắc Hà|Bắc Lũng|Bắc Mê|Bắc Quang|Bắc Sơn|Bắc Trà My|Bắc Từ Liêm|Bắc Yên|Bằng Lũng|Bến Cát|Bến Cầu|Bến Củi|Bến Lức|Bến Nghé|Bến Sung|Bến Thành|Bến Thủy|Bỉm Sơn|Bố Trạch|Bốn|Bồ Đề|Bồng Sơn|Bộc Bố|Cai Lậy|Cam Lâm|Cam Lộ|Cam Ranh|Can Lộc|Cao Ký|Cao Lãnh|Cao Lộc|Cao Phong|Cao Thượng|Chi Lăng|Chi Nê|Chiêm Hóa|Chiềng An|Chiềng Cơi|Chiềng Sinh|Chu Văn An|Chánh Nghĩa|Châu Phong|Châu Phú|Châu Thành|Châu Thành A|Châu Đốc|Châu Đức|Chí Linh|Chí Thạnh|Chín|Chùa Hang|Chúc Sơn|Chũ|Chơn Thành|Chư Prông|Chư Păh|Chư Pưh|Chư Sê|Chư Ty|Chương Mỹ|Chờ|Chợ Chu|Chợ Gạo|Chợ Lách|Chợ Lầu|Chợ Lớn|Chợ Mới|Chợ Rã|Chợ Đồn|Con Cuông|Cung Kiệm|Càng Long|Cành Nàng|Cách Mạng Tháng Tám|Cái Bè|Cái Dầu|Cái Khế|Cái Nhum|Cái Nước|Cái Răng|Cái Rồng|Cái Tàu Hạ|Cái Đôi Vàm|Cát Bà|Cát Hải|Cát Tiên|Cô Giang|Cô Tô|Côn Sơn|Côn Đảo|Cù Lao Dung|Cư Jút|Cư Kuin|Cần Giuộc|Cần Giờ|Cần Đước|Cầu Diễn|Cầu Giát|Cầu Giấy|Cầu Gồ|Cầu Kho|Cầu Kè|Cầu Ngang|Cầu Ông Lãnh|Cầu Đất|Cẩm Châu|Cẩm Giàng|Cẩm Khê|Cẩm Lệ|Cẩm Mỹ|Cẩm Phả|Cẩm Thủy|Cẩm Xuyên|Cống Vị|Cồn Cỏ|Cổ Lóa|Cổ Lễ|Cổ Nhuế|Cổ Phúc|Cổ Đô|Cờ Đỏ|Củ Chi|Củng Sơn|Cửa Lò|Cửa Lô|Cửa Nam|Di Linh|Diêm Điền|Diên Khánh|Diễn Châu|Diễn Thành|Duy Tiên|Duy Xuyên|Duyên Hải|Dĩ An|Dương Kinh|Dương Minh Châu|Dương Nội|Dương Đông|Dại Mỗ|Dầu Tiêng|Dầu Tiếng|Dịch Vọng|Dịch Vọng Hậu|Ea Drăng|Ea Kar|Ea Na|Ea Pô|Ea Pốc|Ea Súp|Gia Bình|Gia Lâm|Gia Lộc|Gia Nghĩa|Gia Viễn|Giang Thành|Giao Thủy|Gio Linh|Giá Rai|Giáo Liêm|Giảng Võ|Giồng Riềng|Giồng Trôm|Gành Hào|Gò Công|Gò Công Tây|Gò Công Đông|Gò Dầu|Gò Quao|Gò Vấp|Gôi|Hai|Hai Bà Trưng|Hai Riêng|Him Lam|Hiệp An|Hiệp Bình Chánh|Hiệp Bình Phước|Hiệp Hòa|Hiệp Thành|Hiệp Tân|Hiệp Tùng|Hiệp Đức|Hoa Lư|Hoà Bình|Hoài Nhơn|Hoài Ân|Hoài Đức|Hoàn Kiếm|Hoàn Lão|Hoàng Diệu|Hoàng Hoa Thám|Hoàng Liệt|Hoàng Mai|Hoàng Quốc Việt|Hoàng Sa|Hoàng Su Phì|Hoàng Văn Thụ|Hoành Bồ|Hoằng Hóa|Huyền Tụng|Huỳnh Hữu Nghĩa|Huỳnh Thúc Kháng|Hà Lam|Hà Quảng|Hà Tiên|Hà Trung|Hà Đông|Hàm Ninh|Hàm Thuận Bắc|Hàm Thuận Nam|Hàm Tân|Hàm Yên|Hàn Thuyên|Hàng Bạc|Hàng Trạm|Hàng Trống|Hát Lót|Hòa An|Hòa Cường|Hòa Hiệp|Hòa Hợp|Hòa Khánh|Hòa Long|Hòa Minh|Hòa Mạc|Hòa Phát|Hòa Thanh|Hòa Thành|Hòa Thạnh|Hòa Thọ|Hòa Vang|Hòa Xuân|Hòn Gai|Hòn Đất|Hóa|Hóc Môn|Hô Phòng|Hùng Quốc|Hùng Vương|Hũu Lũng|Hưng Hà|Hưng Hóa|Hưng Long|Hưng Lợi|Hưng Mỹ|Hưng Nguyên|Hương Canh|Hương Khê|Hương Sơn|Hương Thủy|Hương Trà|Hướng Hóa|Hạ Hiệu|Hạ Hòa|Hạ Lang|Hạ Long|Hạ Đình|Hải An|Hải Châu|Hải Hà|Hải Hậu|Hải Lăng|Hậu Lộc|Hậu Nghĩa|Hồ Xá|Hồng Bàng|Hồng Bắc|Hồng Dân|Hồng Hà|Hồng Hạ|Hồng Hải|Hồng Kim|Hồng Lĩnh|Hồng Ngự|Hồng Thái|Hồng Thượng|Hồng Vân|Hội An|Hớn Quản|Hợp Hòa|Hữu Lũng|Ia Grai|Ia Pa|Jơ Ngây|Ka Dăng|Khe Sanh|Khoái Châu|Khuê Trung|Khánh Hải|Khánh Lộc|Khánh Sơn|Khánh Vĩnh|Khánh Vĩnh Yên|Khánh Yên|Khâm Thiên|Khâm Đức|Khương Trung|Khương Đình|Kim Bài|Kim Bôi|Kim Bảng|Kim Giang|Kim Liên|Kim Lộc|Kim Song Trường|Kim Sơn|Kim Thành|Kim Tân|Kim Động|Kinh Môn|Kiên Hải|Kiên Lương|Kiến An|Kiến Giang|Kiến Hưng|Kiến Thụy|Kiến Tường|Kiến Xương|Kon Dơng|Kon Plông|Kon Rẫy|Krông Ana|Krông Bông|Krông Búk|Krông Klang|Krông Kmar|Krông Nô|Krông Năng|Krông Pa|Krông Pắk|Kép|Kông Chro|Kẻ Sặt|Kế Sách|Kỳ Anh|Kỳ Sơn|La Gi|Lai Cách|Lai Vung|Lam Sơn|Lang Chánh|Lao Bảo|Lao Chải|Lay Nưa|Linh Chiểu|Linh Trung|Linh Tây|Linh Xuân|Linh Đàm|Linh Đông|Liên Chiểu|Liên Hương|Liên Quan|Liên Sơn|Liễu Giai|Liễu Đề|Long Biên|Long Cốc|Long Diền|Long Hải|Long Hồ|Long Khánh|Long Mỹ|Long Phú|Long Thành|Long Thạnh|Long Thọ|Long Xuyên|Long Điền|Lái Thiêu|Láng Hạ|Láng Thượng|Lâm Bình|Lâm Hà|Lâm Thao|Lâm Đớt|Lê Chân|Lê Duẩn|Lê Hồng Phong|Lê Lợi|Lê Minh Xuân|Lê Quý Đôn|Lê Thánh Tông|Lê Đại Hành|Lý Nhân|Lý Sơn|Lý Thái Tổ|Lý Thường Kiệt|Lăng|Lăng Cô|Lĩnh Nam|Lũng Cú|Lũng Hồ|Lương Bằng|Lương Sơn|Lương Thế Vinh|Lương Tài|Lạc Dương|Lạc Sơn|Lạc Thủy|Lạch Tray|Lạng Giang|Lấp Vò|Lập Thạch|Lắk|Lệ Thủy|Lộc Bình|Lộc Hà|Lộc Ninh|Lộc Thắng|Lục Nam|Lục Ngạn|Lục Yên|Ma Lâm|Ma Đa Gui|Mai Châu|Mai Dịch|Mai Sơn|Mang Thít|Mang Yang|Minh Hóa|Minh Khai|Minh Long|Minh Lương|Mà Cooi|Máy Chai|Mân Thái|Mèo Vạc|Mê Linh|Móng Cái|Mù Cang Chải|Măng Đen|Mưòng Lay|Mưòng Tè|Mười|Mười Lăm|Mười Một|Mường Chiên|Mường Chà|Mường Khương|Mường Khến|Mường La|Mường Lay|Mường Lát|Mường Nhé|Mường Thanh|Mường Tè|Mường Xén|Mường Ảng|Mạo Khê|Mỏ Cày|Mỏ Cày Bắc|Mỏ Cày Nam|Mỗ Lao|Mộ Đức|Mộc Châu|Mộc Hóa|Một|Một Ngàn|Mỹ An Hưng|Mỹ Hào|Mỹ Khê|Mỹ Lại|Mỹ Lộc|Mỹ Phước|Mỹ Tho|Mỹ Thọ|Mỹ Tú|Mỹ Xuyên|Mỹ Xuân|Mỹ Đức|Na Dương|Na Hang|Na Lay|Na Mèo|Na Rì|Na Sầm|Nam Giang|Nam Sách|Nam Trực|Nam Từ Liêm|Nam Đàn|Nam Đông|Nga Sơn|Ngan Dừa|Nghi Lộc|Nghi Sơn|Nghi Xuân|Nghèn|Nghĩa Hành|Nghĩa Hưng|Nghĩa Lộ|Nghĩa Tân|Nghĩa Đàn|Nghĩa Đô|Nguyên Bình|Nguyễn An Ninh|Nguyễn Bỉnh Khiêm|Nguyễn Công Trứ|Nguyễn Cư Trinh|Nguyễn Du|Nguyễn Huệ|Nguyễn Khuyến|Nguyễn Lương Bằng|Nguyễn Phong Sắc|Nguyễn Thái Bình|Nguyễn Thị Minh Khai|Nguyễn Trãi|Nguyễn Tất Thành|Nguyễn Văn Cừ|Nguyễn Đình Chiểu|Ngân Sơn|Ngã Bảy|Ngã Năm|Ngã Sáu|Ngô Gia Tự|Ngô Mây|Ngô Quyền|Ngô Thì Nhậm|Ngô Đồng|Ngũ Hành Sơn|Ngải Giao|Ngọc Hiển|Ngọc Hà|Ngọc Hồi|Ngọc Khánh|Ngọc Lặc|Nha Trang|Nho Quan|Nhà Bàng|Nhà Bè|Nhân Chính|Nhã Nam|Nhơn Trạch|Nhơn Ái|Như Quỳnh|Như Thanh|Như Xuân|Nhật Tân|Ninh Giang|Ninh Hòa|Ninh Hải|Ninh Kiều|Ninh Phước|Ninh Sơn|Nong Hạ|Nà Tấu|Nàng Mau|Nông Cống|Nông Sơn|Nông Trường Trần Phú|Núi Sập|Núi Thành|Núi Đèo|Núi Đối|Năm|Năm Căn|Nước Hai|Nại Hiên Đông|Nậm Nhùn|Nậm Pồ|Nằm Vi|Phan Bội Châu|Phan Chu Trinh|Phan Rang - Tháp Chàm|Phan Rang-Tháp Chàm|Phan Thiết|Phan Đình Phùng|Phong Châu|Phong Hòa|Phong Phú|Phong Thạnh|Phong Thổ|Phong Điền|Phát Diệm|Phù Cát|Phù Cừ|Phù Mỹ|Phù Ninh|Phù Yên|Phùng|Phú Bình|Phú Cát|Phú Cường|Phú Diễn|Phú Giáo|Phú Hoà|Phú Hòa|Phú Hội|Phú Hựu|Phú Khương|Phú Lương|Phú Lộc|Phú Lợi|Phú Mỹ|Phú Nhuận|Phú Ninh|Phú Phong|Phú Quý|Phú Quốc|Phú Riềng|Phú Thiện|Phú Thái|Phú Thương|Phú Thạnh|Phú Trung|Phú Tân|Phú Túc|Phú Vang|Phú Xuyên|Phú Đô|Phúc La|Phúc Lợi|Phúc Sơn|Phúc Thọ|Phúc Trạch|Phúc Xá|Phúc Yên|Phương Linh|Phương Liệt|Phước An|Phước Bửu|Phước Dân|Phước Hòa|Phước Long|Phước Mỹ|Phước Sơn|Phước Tĩnh|Phạm Hùng|Phạm Ngũ Lão|Phạm Ngọc Thạch|Phạm Văn Hai|Phạm Văn Đồng|Phố Bảng|Phố Châu|Phố Hiến|Phố Lu|Phố Ràng|Phổ Yên|Phổng Lăng|Phụng Hiệp|Phụng Nghia|Phủ Lý|Phủ Thông|Plei Kần|Pleiku|Pác Miầu|Pác Nặm|Pú Hồng|Quang Bình|Quang Lộc|Quang Minh|Quang Trung|Quy Nhơn|Quy Đạt|Quyết Thắng|Quyết Tâm|Quán Hành|Quán Hàu|Quán Lào|Quán Toan|Quản Bạ|Quảng An|Quảng Hà|Quảng Nhâm|Quảng Phú|Quảng Trường Ba Đình|Quảng Trạch|Quảng Uyên|Quảng Xương|Quảng Yên|Quảng Ðiền|Quế|Quế Phong|Quế Sơn|Quế Võ|Quốc Oai|Quỳ Châu|Quỳ Hợp|Quỳnh Côi|Quỳnh Lôi|Quỳnh Lưu|Quỳnh Nhai|Quỳnh Phụ|Rạch Dừa|Rạch Giá|Rạch Gốc|Rừng Thông|Sa Pa|Sa Rài|Sa Thầy|Sa Đéc|Sao Vàng|Si Ma Cai|Si Pa Phìn|Song Lộc|Suối Nghệ|Sà Phìn|Sài Gòn|Sáu|Sìn Hồ|Sóc Sơn|Sông Công|Sông Cầu|Sông Hinh|Sông Kôn|Sông Lô|Sông Mã|Sông Thao|Sơn|Sơn Dương|Sơn Hà|Sơn Hòa|Sơn Kỳ|Sơn Lộc|Sơn Thịnh|Sơn Thủy|Sơn Trà|Sơn Tây|Sơn Tịnh|Sơn Động|Sầm Sơn|Sằng Uỷ|Sịa|Sốp Cộp|Sở Dầu|Tam Bình|Tam Dương|Tam Giang|Tam Kỳ|Tam Nông|Tam Phú|Tam Sơn|Tam Điệp|Tam Đường|Tam Đảo|Than Uyên|Thanh Ba|Thanh Bình|Thanh Chương|Thanh Hà|Thanh Khê|Thanh Liêm|Thanh Liệt|Thanh Lưu|Thanh Lộc|Thanh Miện|Thanh Nguyên|Thanh Nhàn|Thanh Nhật|Thanh Nê|Thanh Oai|Thanh Sơn|Thanh Thuỷ|Thanh Thủy|Thanh Trì|Thanh Xuân|Thiên Cầm|Thiên Lộc|Thiên Tồn|Thiệu Hóa|Thoại Sơn|Thuần Thiện|Thuận An|Thuận Bắc|Thuận Châu|Thuận Giao|Thuận Nam|Thuận Thanh|Thuận Thành|Thành Công|Thái Hòa|Thái Thụy|Tháp Mười|Thông Nông|Thăng Bình|Thường Nga|Thường Tín|Thường Xuân|Thượng Cát|Thượng Lý|Thượng Lộc|Thượng Đình|Thạch An|Thạch Hà|Thạch Thành|Thạch Thất|Thạnh Hóa|Thạnh Lộc|Thạnh Mỹ|Thạnh Phú|Thạnh Trị|Thạnh Xuân|Thảo Điền|Thất Khê|Thắng|Thắng Nhất|Thọ Quang|Thọ Xuân|Thống Nhất|Thốt Nốt|Thổ Châu|Thổ Tăng|Thới An|Thới Bình|Thới Lai|Thụy Khuê|Thụy Phương|Thủ Dầu Một|Thủ Thừa|Thủ Đức|Thủy Nguyên|Thứ Mười Một|Thứa|Tiên Du|Tiên Lãng|Tiên Lữ|Tiên Phước|Tiên Yên|Tiến Lộc|Tiền Hải|Tiểu Cần|Tri Tôn|Triều Khúc|Triệu Phong|Triệu Sơn|Trung Hòa|Trung Lộc|Trung Mỹ Tây|Trung Phụng|Trung Sơn|Trung Tự|Trà Bồng|Trà Cú|Trà Lĩnh|Trà My|Trà Ôn|Tràm Chim|Tràng Tiền|Tràng Định|Trâu Quỳ|Trôi|Trùng Khánh|Trúc Bạch|Trường Chinh|Trường Long|Trường Lộc|Trường Sa|Trường Sơn|Trường Thọ|Trại Cau|Trại Khoai|Trạm Tấu|Trảng Bom|Trảng Bàng|Trấn Yên|Trần Cao|Trần Hưng Đạo|Trần Nhân Tông|Trần Nhật Duật|Trần Phú|Trần Quốc Toản|Trần Văn Thời|Trần Đề|Trới|Trực Ninh|Tu Bông|Tu Mơ Rông|Tuy An|Tuy Hòa|Tuy Phong|Tuy Phước|Tuy Đức|Tuyên Hóa|Tuần Giáo|Tà Lùng|Tám|Tánh Linh|Tân An|Tân Biên|Tân Bình|Tân Chánh Hiệp|Tân Châu|Tân Hiệp|Tân Hà|Tân Hòa|Tân Hưng|Tân Hưng Thuận|Tân Hồng|Tân Khánh Trung|Tân Kiên|Tân Kỳ|Tân Lạc|Tân Lộc|Tân Mỹ|Tân Ngãi|Tân Nhuận Đông|Tân Ninh|Tân Phú|Tân Phú Đông|Tân Phước|Tân Quý|Tân Sơn|Tân Thanh|Tân Thành|Tân Thạnh|Tân Thới Hiệp|Tân Thới Nhất|Tân Trụ|Tân Túc|Tân Uyên|Tân Việt|Tân Văn|Tân Yên|Tân Định|Tây Giang|Tây Hoà|Tây Hồ|Tây Mỗ|Tây Sơn|Tây Thạnh|Tây Trà|Tây Tựu|Tây Đằng|Tô Hiến Thành|Tô Hiệu|Tô Hạp|Tôn Đức Thắng|Tùng Lộc|Tú Trưng|Tăng Nhơn Phú|Tĩnh Gia|Tĩnh Túc|Tư Nghĩa|Tương Dương|Tương Mai|Tản Đà|Tầm Vu|Tịnh Biên|Tủa Chùa|Tứ Kỳ|Từ Sơn|U Minh|U Minh Thượng|Uông Bí|Vinh|Vinh Quang|Việt Lâm|Việt Quang|Việt Trì|Việt Yên|Vân Canh|Vân Du|Vân Hồ|Vân Tùng|Vân Đình|Vân Đồn|Võ Nguyên Giáp|Võ Nhai|Võ Thị Sáu|Võ Văn Kiệt|Võ Xu|Văn Bàn|Văn Chấn|Văn Giang|Văn Lâm|Văn Lãng|Văn Miếu|Văn Quan|Văn Quán|Văn Yên|Văn Điển|Vĩnh An|Vĩnh Bình|Vĩnh Bảo|Vĩnh Châu|Vĩnh Cửu|Vĩnh Hưng|Vĩnh Linh|Vĩnh Lộc|Vĩnh Lợi|Vĩnh Thuận|Vĩnh Thạnh|Vĩnh Trụ|Vĩnh Tuy|Vĩnh Tường|Vĩnh Yên|Vũ Quang|Vũ Thư|Vũng Liêm|Vũng Tàu|Vương|Vượng Lộc|Vạn Giã|Vạn Hà|Vạn Ninh|Vạn Thạnh|Vặn Quan|Vị Thanh|Vị Xuyên|Vụ Bản|Xuyên Mộc|Xuân Hoà|Xuân Khánh|Xuân La|Xuân Lạc|Xuân Lộc|Xuân Mai|Xuân Sơn|Xuân Thủy|Xuân Trùng|Xuân Trường|Xuân Đỉnh|Xín Mần|Yên Bình|Yên Châu|Yên Cát|Yên Dũng|Yên Hòa|Yên Khánh|Yên Lạc|Yên Lập|Yên Lộc|Yên Minh|Yên Mô|Yên Mỹ|Yên Nghĩa|Yên Ninh|Yên Phong|Yên Phú|Yên Phụ|Yên Sơn|Yên Thành|Yên Thượng|Yên Thế|Yên Thịnh|Yên Thủy|Yên Vinh|Yên Viên|Yên Định|Yến Lạc|Yết Kiêu|Ái Tử|Ân Thi|Ít Ong|Ðà Lạt|Ðông Hà|Ðông Hưng|Ðức Thọ|Óc Eo|Ô Chợ Dừa|Ô Môn|Ông Do|Ông Yến|Ý Yên|Đa Kao|Đa Phước|ĐaKrông|Đak Pơ|Đak Đoa|Đam Rong|Đan Phượng|Đinh Tiên Hoàng|Đinh Văn|Điện Biên Phủ|Điện Biên Đông|Điện Bàn|Đoan Hùng|Đà Bắc|Đà Lạt|Đình Cả|Đình Lập|Đô Lương|Đông Anh|Đông Giang|Đông Hà|Đông Hòa|Đông Hưng|Đông Hưng Thuận|Đông Hải|Đông Khê|Đông Ngạc|Đông Phú|Đông Sơn|Đông Thành|Đông Triều|Đông Vệ|Đăk Đoa|Đơn Dương|Đưc Trọng|Đường Lâm|Đạ Huoai|Đạ K'Nàng|Đạ Tẻh|Đại Cường|Đại Kim|Đại Lộc|Đại Nghĩa|Đại Quang|Đại Tân|Đại Từ|Đại Đồng|Đất Đỏ|Đầm Dơi|Đầm Hà|Đắk Glei|Đắk Hà|Đắk Mil|Đắk Mâm|Đắk Rve|Đắk Song|Đắk Tô|Đằng Giang|Đặng Xá|Đề Thám|Định Công|Định Hóa|Định Quán|Đố Sơn|Đống Đa|Đồ Sơn|Đồi Ngô|Đồng Hới|Đồng Hỷ|Đồng Lê|Đồng Lộc|Đồng Mỏ|Đồng Phú|Đồng Văn|Đồng Xoài|Đồng Xuân|Đồng Đăng|Đức Cơ|Đức Huệ|Đức Hòa|Đức Linh|Đức Phong|Đức Phổ|Đức Thịnh|Đức Thọ|Đức Trọng|Ứng Hòa|Kha Vạn Cân|Lê Văn Sỹ|Lê Văn Việt|Võ Văn Ngân|Võ Văn Tần|Phạm Thế Hiển|Phan Văn Trị|Phan Đăng Lưu|Phan Xích Long|Phan Huy Ích|Phan Huy Chú|Phan Châu Trinh|Phan Đình Giót|Nguyễn Ái Quốc|Nguyễn Biểu|Nguyễn Chí Thanh|Nguyễn Công Hoan|Nguyễn Đức Cảnh|Nguyễn Hoàng|Nguyễn Hữu Cảnh|Nguyễn Hữu Huân|Nguyễn Hữu Thọ|Nguyễn Khánh Toàn|Nguyễn Khoái|Nguyễn Kiệm|Nguyễn Oanh|Nguyễn Sơn|Nguyễn Thái Học|Nguyễn Thái Sơn|Nguyễn Thị Định|Nguyễn Thị Thập|Nguyễn Thiện Thuật|Nguyễn Thượng Hiền|Nguyễn Tri Phương|Nguyễn Trung Trực|Nguyễn Tuân|Nguyễn Văn Linh|Nguyễn Văn Trỗi|Nguyễn Viết Xuân|Nguyễn Xí|Nguyễn Xiển|Nguyễn Sinh Sắc|Nguyễn Trường Tộ|Lê Đức Thọ|Lê Hoàn|Lê Hữu Trác|Lê Lai|Lê Ngọc Hân|Lê Quang Định|Lê Thánh Tôn|Lê Thanh Nghị|Lê Trọng Tấn|Lê Văn Hưu|Lê Văn Lương|Lê Văn Tám|Lê Văn Duyệt|Lê Phụng Hiểu|Trần Bình Trọng|Trần Cao Vân|Trần Duy Hưng|Trần Đại Nghĩa|Trần Đăng Ninh|Trần Khánh Dư|Trần Khát Chân|Trần Nguyên Hãn|Trần Quang Diệu|Trần Quang Khải|Trần Quốc Hoàn|Trần Quý Cáp|Trần Thái Tông|Trần Thủ Độ|Trần Văn Ơn|Trần Xuân Soạn|Trần Huy Liệu|Trịnh Hoài Đức|Trưng Trắc|Trưng Nhị|Bà Huyện Thanh Quan|Âu Cơ|Lạc Long Quân|Kinh Dương Vương|Đinh Bộ Lĩnh|Đinh Công Tráng|Đinh Lễ|Ngô Sĩ Liên|Ngô Tất Tố|Ngô Đức Kế|Lý Chính Thắng|Lý Nam Đế|Lý Tự Trọng|Lý Công Uẩn|Lương Định Của|Lương Khánh Thiện|Lương Ngọc Quyến|Lương Văn Can|Mạc Cửu|Mạc Đĩnh Chi|Mạc Thị Bưởi|Mai Hắc Đế|Mai Thúc Loan|Mai Xuân Thưởng|Hàm Nghi|Hàn Mặc Tử|Hoàng Văn Thái|Hoàng Đạo Thúy|Hồ Học Lãm|Hồ Tùng Mậu|Hồ Xuân Hương|Huỳnh Tấn Phát|Huỳnh Văn Bánh|Kim Đồng|Cao Bá Quát|Cao Thắng|Châu Văn Liêm|Chu Mạnh Trinh|Cống Quỳnh|Cộng Hòa|Đặng Dung|Đặng Tất|Đặng Thai Mai|Đặng Trần Côn|Đặng Văn Ngữ|Đào Duy Anh|Đào Duy Từ|Đào Tấn|Đoàn Thị Điểm|Đồng Khởi|Dương Đình Nghệ|Dương Quảng Hàm|Duy Tân|Giải Phóng|Hải Thượng Lãn Ông|Khúc Thừa Dụ|Lũy Bán Bích|Nam Kỳ Khởi Nghĩa|Nơ Trang Long|Ông Ích Khiêm|Phó Đức Chính|Phù Đổng Thiên Vương|Phùng Chí Kiên|Phùng Hưng|Phùng Khắc Khoan|Sư Vạn Hạnh|Tạ Quang Bửu|Tăng Bạt Hổ|Thái Phiên|Thành Thái|Thi Sách|Thích Quảng Đức|Thoại Ngọc Hầu|Tô Ngọc Vân|Tô Vĩnh Diện|Tôn Đản|Tôn Thất Đạm|Tôn Thất Thuyết|Tôn Thất Tùng|Tống Duy Tân|Triệu Quang Phục|Trương Công Định|Trương Định|Trương Hán Siêu|Trương Vĩnh Ký|Tuệ Tĩnh|Ung Văn Khiêm|Vạn Kiếp|Văn Cao|Võ Chí Công|Võ Trường Toản|Vũ Hữu|Vũ Tông Phan|Vũ Trọng Phụng|Xô Viết Nghệ Tĩnh|Xuân Diệu|Bùi Hữu Nghĩa|Bế Văn Đàn|Cù Chính Lan|Hà Huy Tập|Tố Hữu|Thủ Khoa Huân";
