import { describe, expect, test } from "vitest";
import { dataOf, list, planListed, search, stock, symbolsOf, tell } from "../../../testing/plan-listed.ts";
import { planServer, testNowMs } from "../../../testing/plan-server.ts";

describe("200:", () => {
  test("fills the envelope with true values and omits unknown ones", async () => {
    const answer = await search(await planListed(), "hpg", {
      headers: { "x-request-id": "desk-7" },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.body).toEqual({
      isSuccess: true,
      returnCode: 0,
      serviceInstance: [{ serviceType: "oms", instanceID: "oms-1", lastUnixTime: testNowMs }],
      requestID: "desk-7",
      requestType: "GetSymbolSearch",
      dataType: "SymbolSearch",
      executionTime: 0.25,
      data: [
        {
          symbol: "HPG",
          companyName: "Công ty Cổ phần Tập đoàn Hòa Phát",
          stat: {
            id: "STO.HPG",
            symbol: "HPG",
            type: "ST",
            lot: 100,
            minQty: 100,
            maxQty: 500_000,
            prcStep: 100,
            name: "HPG",
            productGroupID: "STO",
            symbolName: "Công ty Cổ phần Tập đoàn Hòa Phát",
          },
          news: [],
          sentiment: null,
          info: null,
          depth: null,
          trend: null,
        },
      ],
    });
  });

  test("uses the request id of the header for each request", async () => {
    const server = await planListed();
    const answers = [await search(server, "fpt"), await search(server, "fpt")];
    const ids = answers.map(({ body }) => body["requestID"]);
    expect(ids).toEqual(answers.map(({ headers }) => headers.get("x-request-id")));
    expect(new Set(ids).size).toBe(2);
  });

  test("echoes the caller's labels unchanged, in any script", async () => {
    const label = `đ"\\${"ệ".repeat(60)}`;
    const answer = await search(
      await planListed(),
      `fpt?algoID=${encodeURIComponent(label)}&positionID=row-3`,
    );
    expect(answer.body).toMatchObject({ algoID: label, positionID: "row-3" });
    expect(symbolsOf(answer)).toEqual(["FPT", "FRT", "FTS"]);
  });

  test("400: does not echo a label that is not UTF-8", async () => {
    const server = await planListed();
    expect((await search(server, "fpt?algoID=%ff")).body).toMatchObject({
      errors: { algoID: ["is not UTF-8 where it is percent-encoded"] },
    });
    expect((await search(server, "fpt?algoID=%EF%BF%BD")).body).toMatchObject({ algoID: "\ufffd" });
  });

  test("returns success without data if nothing matches", async () => {
    const answer = await search(await planListed(), "khong-co-gi-het");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ isSuccess: true, returnCode: 0, data: [] });
    expect(answer.body).not.toHaveProperty("lastTime");
  });

  test("returns success without data if the catalog is empty", async () => {
    expect((await search(await planServer(), "fpt")).body).toMatchObject({ isSuccess: true, data: [] });
  });

  test("shows changed quotes, with the newest quote time as lastTime", async () => {
    const server = await planListed();
    tell(server, "FPT", 1, 80_500_000n, testNowMs - 900);
    tell(server, "FRT", 1, 79_000_000n, testNowMs - 400);
    tell(server, "HPG", 1, 81_000_000n, testNowMs - 100);
    const first = await search(server, "fpt");
    expect(dataOf(first)[0]).toMatchObject({
      info: { lsPrc: 80_500, totVol: 100 },
      trend: { buyUpPct: 100 },
    });
    expect(first.body["lastTime"]).toBe(testNowMs - 400);
    tell(server, "FPT", 2, 80_600_000n, testNowMs);
    const second = await search(server, "fpt");
    expect(dataOf(second)[0]).toMatchObject({ info: { lsPrc: 80_600, totVol: 200, seq: 2 } });
    expect(second.body["lastTime"]).toBe(testNowMs);
  });

  test("finds an index future by its ticker, with the members of derivatives", async () => {
    const answer = await search(await planListed(), "VN30F2611");
    expect(dataOf(answer)).toMatchObject([
      {
        symbol: "41I1GB000",
        stat: {
          type: "FU",
          tickerCode: "VN30F2611",
          prcStep: 0.1,
          contractSize: 100_000,
          expirationDate: "2026-11-19",
        },
      },
    ]);
  });

  test("returns the fifty matches that were traded most on the day before", async () => {
    const server = await planServer();
    await list(
      server,
      Array.from({ length: 60 }, (_, index) => stock(`K${100 + index}`, "Công ty Kho")),
    );
    tell(server, "K159", 1, 80_000_000n);
    tell(server, "K159", 2, 80_000_000n, testNowMs + 86_400_000);
    tell(server, "K158", 1, 90_000_000n, testNowMs + 86_400_000);
    const symbols = symbolsOf(await search(server, "k1"));
    expect([symbols.length, symbols[0], symbols[1], symbols[49]]).toEqual([50, "K159", "K100", "K148"]);
  });

  test("ignores any token", async () => {
    const server = await planListed();
    for (const authorization of [`Bearer ${await server.tokenOf("demo")}`, "Bearer x.y.z", "Basic Zm9v"]) {
      const answer = await search(server, "fpt", { headers: { authorization } });
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, no-cache"]);
      expect(answer.headers.has("vary")).toBe(false);
    }
  });
});

describe("a term finds", () => {
  test.each([
    ["fpt", ["FPT", "FRT", "FTS"]],
    ["FpT", ["FPT", "FRT", "FTS"]],
    ["ngan%20hang", ["BID", "VCB"]],
    ["Ng%C3%A2n%20h%C3%A0ng", ["BID", "VCB"]],
    [encodeURIComponent("Ngân hàng".normalize("NFD")), ["BID", "VCB"]],
    ["%20%20hang%20ngan%20", ["BID", "VCB"]],
    ["dat%20xanh", ["DXG"]],
    [encodeURIComponent("đất xanh"), ["DXG"]],
    // Matches with a typing error come after exact ones.
    [encodeURIComponent("ĐẤT"), ["DXG", "BID"]],
    ["hoa%20phat", ["HPG", "FTS"]],
    ["HPGG", ["HPG"]],
    ["vinamlik", ["VNM"]],
    ["(vinamilk)", ["VNM"]],
    ["%2F", ["41I1GB000"]],
    ["11%2f2026", ["41I1GB000"]],
  ])("%s: %j", async (term, symbols) => {
    expect(symbolsOf(await search(await planListed(), term))).toEqual(symbols);
  });

  test.each([
    ["%25"],
    ["_"],
    ["%5C"],
    [".*"],
    ["((((("],
    ["..%2F..%2Fetc"],
    ["%F0%9F%9A%80"],
    ["%E2%80%8F%E2%80%8E"],
    ["%F3%A0%80%81"],
    ["%EF%BF%BD"],
    ["'%20or%201=1--"],
    ["z".repeat(100)],
    ["%F0%9F%9A%80".repeat(100)],
  ])("%s: nothing, because wildcards and punctuation are ordinary characters", async (term) => {
    const answer = await search(await planListed(), term);
    expect([answer.status, dataOf(answer)]).toEqual([200, []]);
  });

  test("a single character finds the right instruments in a catalog of realistic size", async () => {
    const server = await planListed();
    expect(symbolsOf(await search(server, "h"))[0]).toBe("HPG");
    await list(server, [stock("HPG", "Tập đoàn Đổi Tên"), stock("MWG", "Thế Giới Di Động")]);
    expect(symbolsOf(await search(server, "doi%20ten"))).toEqual(["HPG"]);
    expect(symbolsOf(await search(server, "the%20gioi"))).toEqual(["MWG"]);
    expect(symbolsOf(await search(server, "dat%20xanh"))).toEqual([]);
  });
});
