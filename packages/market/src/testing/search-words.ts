/** Words of names that are alike, and characters that are folded or ignored, for tests of the search. */
export const searchWords: readonly string[] = [
  ..."Ngân hàng Hòa Phát Vinamilk Sữa Việt Nam Đầu tư Á Châu An Ân Ăn CTCP Tập đoàn Thép HPG FPT Hoa Phat".split(
    " ",
  ),
  ..."(Vinamilk) S.A. A-B Quỹ ETF Vĩnh Hoàn Hòa Hàng Hang 中国 银行 中国很行 & % _ \\ ((( Nam, Nma Nm 30 3 ß Straße 😀 Sài–Gòn “Á Châu” hoà".split(
    " ",
  ),
];
