import { accentSurprise } from "./accent-surprise.ts";
import { countEdits, foldText } from "./compare-text.ts";
import { type Lexicon, lettersOf, makeLexicon } from "./lexicon.ts";

/** Vietnamese surnames and given names. */
export interface NameLexicons {
  readonly surnames: Lexicon;
  readonly given: Lexicon;
  /** Given names that are rare, while another one of the same letters is common. */
  readonly rare: ReadonlySet<string>;
}

/** A name with corrected accents, and its confidence from 0 to 1. */
interface MendedName {
  readonly name: string;
  readonly confidence: number;
}

/** The surprisal in nats of a name against the most common one of its letters: for each rank, if rare, and if in no list. */
const surprises = { next: 0.4, rare: 2.3, unlistedGiven: 6, unlistedSurname: 10 };

/** The most confidence of one word. */
const certaintyMax = 0.99;

/** The most confidence of a word in no list, which makes the name doubtful. */
const certaintyOfUnknown = 0.85;

/** The length of a machine-readable line. */
const lettersOfLine = 30;

/** Makes the lexicons for `correctName`. */
export function makeNameLexicons(): NameLexicons {
  const rare = rareGivenNames.split(" ");
  return {
    surnames: makeLexicon(familyNames.split(" ")),
    given: makeLexicon([...givenNames.split(" "), ...rare]),
    rare: new Set(rare),
  };
}

/**
 * Corrects the accents of a printed name, word by word: by common names, and by the name of the MRZ, whose letters are right but
 * have no accents. `printed` has the readings of all views, which are weighed together.
 */
export function correctName(
  printed: readonly string[],
  plainName: string | undefined,
  lexicons: NameLexicons,
): MendedName {
  const plain = plainName?.split(" ") ?? [];
  const read = printed.map((each) => each.toLocaleUpperCase("vi").split(" "));
  // A name that fills its line may be truncated.
  const isWhole = plain.length > 0 && plain.join(" ").length < lettersOfLine - 2;
  const latest = read.at(-1) ?? [];
  const isAligned = isWhole || plain.length === latest.length;
  const readings = isAligned
    ? read.map((words) => alignWords(words, plain))
    : read.filter(({ length }) => length === latest.length);
  const mended = (isAligned ? plain : latest).map((_, index) => {
    const seen = readings.flatMap((words) => words[index] ?? []);
    return correctWord(seen, isAligned ? plain[index] : undefined, lexicons, index === 0);
  });
  const confidence = mended.reduce((product, each) => product * each.confidence, 1);
  return { name: mended.map(({ word }) => word).join(" "), confidence };
}

/** Aligns the words that were read with those of the MRZ: for each of `plain` a word, or "" if it was not read. */
function alignWords(words: readonly string[], plain: readonly string[]): string[] {
  if (words.length === plain.length) return [...words];
  const folded = words.map((word) => foldText(word).toUpperCase());
  let row: Aligned[] = words.concat("").map((_, count) => ({ cost: count, read: [] }));
  for (const wanted of plain) {
    const next: Aligned[] = [{ cost: (row[0] as Aligned).cost + 1, read: [...(row[0] as Aligned).read, ""] }];
    for (const [at, word] of words.entries()) {
      const [through, left, skipped] = [row[at] as Aligned, row[at + 1] as Aligned, next[at] as Aligned];
      const edits = countEdits(folded[at] ?? "", wanted) / Math.max(wanted.length, word.length);
      const choices: Aligned[] = [
        { cost: through.cost + 2 * edits, read: [...through.read, word] },
        { cost: left.cost + 1, read: [...left.read, ""] },
        { cost: skipped.cost + 1, read: skipped.read },
      ];
      next.push(choices.reduce((best, each) => (each.cost < best.cost ? each : best)));
    }
    row = next;
  }
  return [...(row.at(-1)?.read ?? [])];
}

interface Aligned {
  readonly cost: number;
  readonly read: readonly string[];
}

function correctWord(
  readings: readonly string[],
  letters: string | undefined,
  { surnames, given, rare }: NameLexicons,
  isSurname: boolean,
): { word: string; confidence: number } {
  const latest = readings.at(-1) ?? "";
  const wanted = letters ?? foldText(latest);
  const alike = readings.filter((read) => foldText(read) === wanted);
  const names = ((isSurname ? surnames : given).get(lettersOf(wanted)) ?? []).filter(
    (name) => foldText(name) === wanted,
  );
  const isRare = (word: string) => !isSurname && rare.has(word) && !names.every((name) => rare.has(name));
  const listed = names.map((word, rank) => {
    return { word, surprise: surprises.next * rank + (isRare(word) ? surprises.rare : 0) };
  });
  if (alike.length === 0) {
    // The letters are known from the MRZ, and the accents of a misread word are no help.
    return { word: listed[0]?.word ?? wanted, confidence: listed.length === 1 ? 0.85 : 0.4 };
  }
  const surprise = isSurname ? surprises.unlistedSurname : surprises.unlistedGiven;
  const unlisted = [...new Set(alike)].filter((read) => !names.includes(read));
  const judged = [...listed, ...unlisted.map((word) => ({ word, surprise }))]
    .map((each) => ({ ...each, surprise: each.surprise + surpriseOf(alike, each.word) }))
    .sort((a, b) => a.surprise - b.surprise);
  const best = judged[0];
  const likelihood = (each: number) => Math.exp((best?.surprise ?? 0) - each);
  const sum = judged.reduce((total, each) => total + likelihood(each.surprise), 0);
  // Without the MRZ, a word in no list may be two words.
  const isUnknown = letters === undefined && names.length === 0;
  const most = isUnknown ? certaintyOfUnknown : certaintyMax;
  return { word: best?.word ?? latest, confidence: Math.min(most, 1 / sum) };
}

/** The sum of all readings, divided by the square root of their number: errors in readings of one photograph are correlated. */
function surpriseOf(readings: readonly string[], word: string): number {
  const sum = readings.reduce((total, read) => total + accentSurprise(read, word), 0);
  return sum / Math.sqrt(readings.length);
}

/** Surnames, the most common first. */
const familyNames =
  "NGUYỄN TRẦN LÊ PHẠM HOÀNG HUỲNH PHAN VŨ VÕ ĐẶNG BÙI ĐỖ HỒ NGÔ DƯƠNG LÝ ĐÀO ĐINH LÂM TRỊNH MAI TRƯƠNG CAO ĐOÀN HÀ TÔ TẠ LƯƠNG TÔN THÁI CHÂU VƯƠNG QUÁCH LA LƯU KIỀU PHÙNG THẠCH SƠN KIM LỤC NÔNG HỨA TĂNG MẠC DOÃN CHU TỪ LẠI ĐÀM ÂU ÔNG BẠCH BẾ CÙ CUNG DIỆP DOAN ĐÀI ĐẬU ĐIỀN ĐIỂU ĐỒNG GIANG GIÁP HÀN HẦU HẠ HOA HỒNG HÙNG KHUẤT KHƯƠNG KHỔNG KHÚC LÃ LÃNH LIÊU LIỄU LÒ LÔ LỘC LỮ MA MẪN MẠNH MÃ MINH NGHIÊM NGỤY NHÂM NHAN ÔN PHÓ PHÍ PHÚ QUẢN QUAN QUÀNG QUANG SẦM SÙNG TÀO TÁN TẤT THÂN THIỀU THÀNH TIÊU TÒNG TRÀ TRẠC TRIỆU TRÌNH TRANG TRÁNG TRƯNG TỐNG TƯỞNG ỨNG VĂN VI VIÊN VÂN VIẾT XA YÊN ÂN BÀN BÀNG BÀNH BIỆN CA CÀ CẦM CẤN CHẾ CHỬ CỔ CỒ CHUNG CÔNG CẢNH ĐAN ĐỨC ĐÔNG ĐƯỜNG ĐÔN GIÀNG HẢI HOÀNH KHA KHOA KHÁNH KIÊN LANG LIÊN LỘ LUYỆN LỀU LÙ LƯỜNG MÔNG MÙA NGA NGHỊ NGÂN NHỮ NINH NGUY PHƯƠNG PHƯỚC QUYỀN RMAH SIU TÁNH THỊNH THIỆN TIỀN TÔNG TRẦM TUẤN TÍN UÔNG VÀNG VỪ VÒNG XUÂN Y ĐỔNG CAM DANH CHAU NEANG THÀO LẦU HỜ CỨ LỲ HẠNG PHÀNG ĐÈO LÈO VÌ BẠC KHOÀNG MÀO TẨN PHÀN CHẢO THẨM LONG NIÊ MLÔ ÊBAN KSOR KPĂ NAY";

/** Syllables of middle and given names, of those with the same letters the most common first. */
const givenNames =
  "THỊ VĂN ANH AN ÁI ÂN ÁNH BẢO BÁ BÁCH BẠCH BẰNG BĂNG BÌNH BÍCH BIÊN BỘI BỬU CA CẢNH CÁT CẨM CẦM CẨN CHÂU CHÂN CHẤN CHÍ CHI CHIẾN CHINH CHÍNH CHIÊU CHUNG CHƯƠNG CÔNG CƠ CÚC CƯỜNG DÂN DẦN DI DIỄM DIỄN DIỆP DIỆU DOANH DU DŨNG DUNG DUY DUYÊN DƯ DƯƠNG DƯỠNG ĐẠI ĐAN ĐÁN ĐANG ĐÀO ĐẠO ĐẠT ĐĂNG ĐIỀN ĐIỆP ĐIỆN ĐÌNH ĐỊNH ĐOAN ĐOÀN ĐÔ ĐỘ ĐÔNG ĐỒNG ĐỨC ĐƯỜNG GIA GIÁC GIANG GIÁP GIAO HÀ HẠ HẢI HÂN HÀNH HẠNH HÀO HẢO HẠO HẰNG HÁN HẬU HIỀN HIỂN HIÊN HIẾN HIẾU HIỆP HIỆU HINH HÒA HOA HÓA HOÀI HOÀN HOAN HOÀNG HOÀNH HÒE HỒ HỒNG HỘI HỢP HUÂN HUẤN HUỆ HÙNG HUY HUYỀN HUYÊN HUỲNH HUYNH HƯNG HƯƠNG HƯỜNG HƯỚNG HỮU HỶ KHẢ KHẢI KHANG KHÁNH KHANH KHÁ KHIÊM KHIẾT KHOA KHOÁT KHÔI KHUÊ KHUYÊN KHƯƠNG KIÊN KIỀU KIỆT KIM KỲ KỶ LẠC LAI LÂM LAM LAN LĂNG LÂN LỆ LÊ LỄ LIÊM LIÊN LIỄU LINH LĨNH LOAN LONG LỘC LỢI LUÂN LUẬN LỤA LÝ LY LƯƠNG LƯU LỰC LƯỢNG MAI MẠNH MẪN MẬN MẾN MI MIÊN MINH MỘNG MỸ MY NAM NĂM NĂNG NGA NGÀ NGÂN NGHI NGHĨA NGHIÊM NGHIỆP NGOAN NGỌC NGUYÊN NGUYỄN NGUYỆT NGỮ NHÃ NHÂN NHÀN NHẪN NHẬT NHI NHIÊN NHUNG NHƯ NHỰT NHUẬN NINH NỮ OANH ÔN PHÁT PHÁP PHI PHIÊN PHONG PHÓ PHÚ PHÚC PHÙNG PHỤNG PHƯƠNG PHƯỚC PHƯỢNG QUANG QUẢNG QUÂN QUẾ QUỐC QUÝ QUY QUYÊN QUYỀN QUYẾT QUỲNH SA SANG SÁNG SAM SÂM SEN SINH SONG SỸ SĨ SƠN SƯƠNG TÀI TÂM TÂN TẤN TẠO TIẾN TIÊN TIẾP TÍN TÌNH TỊNH TOÀN TOẢN TOÁN TỐ TÔ TỐT TỚI TRÀ TRANG TRÂM TRÂN TRẦN TRÍ TRI TRIỀU TRIẾT TRIỆU TRINH TRÌNH TRỌNG TRÚC TRUNG TRƯỜNG TRƯƠNG TRỰC TÚ TUẤN TUÂN TUỆ TUYỀN TUYẾN TUYẾT TUYÊN TÙNG TƯ TỪ TỰ TƯỜNG TƯỞNG TỴ THẠCH THÁI THANH THÀNH THẠNH THÁNH THẢO THAO THẮM THẮNG THĂNG THÂN THẬP THẾ THI THIÊM THIÊN THIỆN THIỆU THỊNH THOA THOẠI THÔNG THỐNG THỌ THƠ THƠM THU THỤ THỦ THUẬN THUẦN THUẤN THUÂN THỤC THỦY THÚY THÙY THỤY THÚC THƯ THỨ THỪA THƯƠNG THƯỜNG THỰC TRÁNG TRIỆT UYÊN UYỂN ÚT VÂN VI VĨ VIÊN VIỄN VIỆT VINH VĨNH VỊNH VÕ VŨ VỤ VƯƠNG VƯỢNG VY VỸ XUÂN XUYẾN XUYÊN Ý YẾN NGÔ ĐỖ ĐẶNG PHẠM PHAN HOẠT HỌC HỢI HỨA KÍNH KHƯU LÀNH LUYẾN LUYỆN MẠC MÃO MẬU MÙI MƠ MƯỜI NGỌ NHÀI NỞ NHƠN NHẤT NGHỊ PHẤN QUÁN QUỚI RÂN SÁU SỬU SỰ TÁM TÀO TẢO TẬP THẢNH THÊM THÌN THỎA THƯỢNG TIỆP TOẠI TRẠCH TRÁC TRỊ TRUYỀN TRUYỆN VÀNG VẸN VỌNG VỮNG XOAN XỨNG ĐÀI ĐÀM ĐÀN ĐẢM ĐỆ ĐIỂM ĐOẠT ĐÍCH ĐỘNG ĐƯƠNG BẮC BÉ BÔNG BỐN BÒNG CAO CHÁNH CHẤT CHÚC CHUYÊN CÚ DỊU DỰ DUẨN GẤM HẠC HẬN KHẮC";

/** Rare given names that have the same letters as a common one. */
const rareGivenNames =
  "ẨN CẢM CẦN ĐIỂN ĐOÁN HIỂU HUỀ KHÔNG LÀI MIỀN PHIẾN TẦN TIỀN TIẾT TRÂU TUẤT TUYỂN TRIỂN VIỆN YÊN ĐIỀU ĐÍNH BIỂN BÍNH CHIỂU DIỆM HUẾ NHẠN TẠI TRÌ VÁN VẠN VIẾT NGUYỆN THẬT THIẾT ĐẲNG VẬN HUYẾN CƯƠNG HƯỞNG CHỈNH THƯỞNG TRẤN QUYẾN QUYỂN VIỂN";
