/**
 * How far prints may differ. Readers are tuned with one range; judging draws beyond it, and `strange` has only what
 * tuning never saw.
 */
export type Range = "tuning" | "judging" | "strange";

/** The differences that one range allows. */
export type PrintStyle = {
  /** How far each field may be off its usual place, in millimetres. */
  readonly jitterMm: number;
  readonly typefaces: readonly TypefaceName[];
  readonly wording: "usual" | "rare";
};

const typefacesOfTuning = ["arimo", "roboto", "noto-sans", "open-sans"] as const;
const typefacesOfJudging = [...typefacesOfTuning, "be-vietnam-pro"] as const;
const typefacesOfStrange = ["inter", "ibm-plex-sans", "source-sans-3"] as const;

/** All typefaces, by the names of their packages. */
export const typefaceNames = [...typefacesOfJudging, ...typefacesOfStrange] as const;

export type TypefaceName = (typeof typefaceNames)[number];

export const printStyles: Readonly<Record<Range, PrintStyle>> = {
  tuning: { jitterMm: 2, typefaces: typefacesOfTuning, wording: "usual" },
  judging: { jitterMm: 2.5, typefaces: typefacesOfJudging, wording: "usual" },
  strange: { jitterMm: 3, typefaces: typefacesOfStrange, wording: "rare" },
};

/** The wordings of each label: those in use, and others that a print run might bring. */
export const labelTexts = {
  number2021: {
    usual: ["Số / No.:", "Số/ No.:", "Số / No:"],
    rare: ["Số CCCD / ID No.:", "Số định danh / No.:"],
  },
  name2021: { usual: ["Họ và tên / Full name:", "Họ và tên/ Full name:"], rare: ["Họ, tên / Full name:"] },
  birth2021: { usual: ["Ngày sinh / Date of birth:"], rare: ["Sinh ngày / Date of birth:"] },
  sex: { usual: ["Giới tính / Sex:", "Giới tính/ Sex:"], rare: ["Giới tính / M-F:"] },
  nationality: { usual: ["Quốc tịch / Nationality:"], rare: ["Mang quốc tịch / Nationality:"] },
  origin2021: {
    usual: ["Quê quán / Place of origin:", "Quê quán/ Place of origin:"],
    rare: ["Quê quán / Home town:", "Quê gốc / Place of origin:"],
  },
  residence2021: {
    usual: ["Nơi thường trú / Place of residence:", "Nơi thường trú/ Place of residence:"],
    rare: ["Nơi thường trú / Permanent address:", "Nơi ĐKTT / Place of residence:"],
  },
  expiry2021: { usual: ["Có giá trị đến:"], rare: ["Có giá trị tới:"] },
  expiryInEnglish: { usual: ["Date of expiry:"], rare: ["Good until:"] },
  issue2021: {
    usual: ["Ngày, tháng, năm / Date, month, year:", "Ngày, tháng, năm/ Date, month, year:"],
    rare: ["Ngày cấp / Date of issue:"],
  },
  number2024: {
    usual: [
      "Số định danh cá nhân / Personal identification number:",
      "Số định danh cá nhân / Personal identification number",
    ],
    rare: ["Mã số định danh cá nhân / ID number:"],
  },
  name2024: {
    usual: ["Họ, chữ đệm và tên khai sinh / Full name:", "Họ, chữ đệm và tên khai sinh / Full name"],
    rare: ["Họ, tên đệm và tên / Full name:"],
  },
  birth2024: {
    usual: ["Ngày, tháng, năm sinh / Date of birth:", "Ngày, tháng, năm sinh / Date of birth"],
    rare: ["Ngày sinh / Date of birth:"],
  },
  residence2024: {
    usual: ["Nơi cư trú / Place of residence:", "Nơi cư trú / Place of residence"],
    rare: ["Nơi ở / Place of residence:", "Nơi cư trú / Address:"],
  },
  origin2024: {
    usual: ["Nơi đăng ký khai sinh / Place of birth:", "Nơi đăng ký khai sinh / Place of birth"],
    rare: ["Nơi đăng ký khai sinh / Birth registered at:", "Nơi sinh / Place of birth:"],
  },
  issue2024: {
    usual: ["Ngày, tháng, năm cấp / Date of issue:", "Ngày, tháng, năm cấp / Date of issue"],
    rare: ["Ngày cấp / Date of issue:"],
  },
  expiry2024: {
    usual: ["Ngày, tháng, năm hết hạn / Date of expiry:", "Ngày, tháng, năm hết hạn / Date of expiry"],
    rare: ["Hết hạn ngày / Date of expiry:", "Có giá trị đến / Good until:"],
  },
} as const;

export type LabelName = keyof typeof labelTexts;
