import type { ProblemCode } from "./card-reading.ts";

/** A language of messages: English or Vietnamese. */
export type Language = "en" | "vi";

const messages: Readonly<Record<ProblemCode, Readonly<Record<Language, string>>>> = {
  not_an_image: {
    en: "this is not a JPEG, PNG or WebP image, or it is cut short",
    vi: "tệp không phải ảnh JPEG, PNG hoặc WebP, hoặc bị thiếu dữ liệu; vui lòng gửi lại ảnh",
  },
  format_not_supported: {
    en: "the image is in a format that is not read; send JPEG, PNG or WebP",
    vi: "định dạng ảnh không được hỗ trợ; vui lòng gửi ảnh JPEG, PNG hoặc WebP",
  },
  too_many_bytes: {
    en: "the image has too many bytes",
    vi: "dung lượng ảnh quá lớn; vui lòng gửi ảnh nhỏ hơn",
  },
  too_many_pixels: {
    en: "the image has too many pixels",
    vi: "độ phân giải ảnh quá cao; vui lòng gửi ảnh nhỏ hơn",
  },
  too_long_a_side: {
    en: "the image is too long on a side",
    vi: "ảnh có một cạnh quá dài; vui lòng gửi ảnh nhỏ hơn",
  },
  not_decodable: {
    en: "the image is damaged and cannot be decoded; send it again",
    vi: "ảnh bị hỏng, không mở được; vui lòng gửi lại ảnh",
  },
  no_card: {
    en: "no card was found; photograph the card alone, whole and flat",
    vi: "không tìm thấy thẻ trong ảnh; vui lòng đặt thẻ nằm phẳng và chỉ chụp trọn một thẻ",
  },
  cut_off_left: {
    en: "the card is cut off at the left; photograph the whole card",
    vi: "ảnh bị cắt mất cạnh trái của thẻ; vui lòng chụp trọn thẻ",
  },
  cut_off_right: {
    en: "the card is cut off at the right; photograph the whole card",
    vi: "ảnh bị cắt mất cạnh phải của thẻ; vui lòng chụp trọn thẻ",
  },
  cut_off_top: {
    en: "the card is cut off at the top; photograph the whole card",
    vi: "ảnh bị cắt mất cạnh trên của thẻ; vui lòng chụp trọn thẻ",
  },
  cut_off_bottom: {
    en: "the card is cut off at the bottom; photograph the whole card",
    vi: "ảnh bị cắt mất cạnh dưới của thẻ; vui lòng chụp trọn thẻ",
  },
  too_small: {
    en: "the card is too small in the picture; go closer",
    vi: "thẻ trong ảnh quá nhỏ; vui lòng chụp gần hơn",
  },
  too_dark: {
    en: "the picture is too dark; photograph the card in brighter light",
    vi: "ảnh quá tối; vui lòng chụp thẻ ở nơi sáng hơn",
  },
  glare: {
    en: "light is reflected by the card; tilt it or move the lamp",
    vi: "thẻ bị lóa sáng; vui lòng nghiêng thẻ hoặc đổi vị trí đèn",
  },
  photo_of_screen: {
    en: "this is a photograph of a screen; photograph the card itself",
    vi: "đây là ảnh chụp lại từ màn hình; vui lòng chụp trực tiếp thẻ gốc",
  },
  too_blurred: {
    en: "the picture is too blurred to read; hold still and let the camera focus",
    vi: "ảnh quá mờ, không đọc được; vui lòng giữ chắc máy và chờ máy lấy nét",
  },
  is_front: {
    en: "this is the front, and the back was expected",
    vi: "đây là mặt trước của thẻ; vui lòng chụp mặt sau",
  },
  is_back: {
    en: "this is the back, and the front was expected",
    vi: "đây là mặt sau của thẻ; vui lòng chụp mặt trước",
  },
  several_cards: {
    en: "there is more than one card in the picture; photograph one",
    vi: "trong ảnh có nhiều hơn một thẻ; vui lòng chỉ chụp một thẻ",
  },
  print_not_read: {
    en: "print is not read here",
    vi: "hệ thống này không đọc chữ in trên thẻ; vui lòng tự nhập các thông tin còn thiếu",
  },
  out_of_time: {
    en: "the time for reading was over before everything was read",
    vi: "đã hết thời gian khi chưa đọc xong thẻ; vui lòng gửi ảnh nhỏ hơn",
  },
};

/**
 * What is wrong with a photograph and what to do, for the person who took it: a clause without a capital letter or a full stop. In
 * English it is the `message` of a problem, which may name more, such as the format of an image.
 *
 * @example
 * ```ts
 * import { describeProblem } from "@trading-oms/id-card";
 *
 * console.log(describeProblem("too_small")); // the card is too small in the picture; go closer
 * console.log(describeProblem("too_small", "vi")); // thẻ trong ảnh quá nhỏ; vui lòng chụp gần hơn
 * ```
 */
export function describeProblem(code: ProblemCode, language: Language = "en"): string {
  return messages[code][language];
}
