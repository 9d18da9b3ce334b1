import type { JsonRoom } from "./json-room.ts";
import type { KeptDepth } from "./kept-depth.ts";
import { boardId, type RenderedInstrument } from "./render-instrument.ts";

/** Writes the best levels of an order book, best first. */
export function renderDepth(room: JsonRoom, { symbol }: RenderedInstrument, depth: KeptDepth): void {
  const { bidCount } = depth;
  room.text('{"seq":').number(depth.seq).text(',"time":').number(depth.atMs);
  room.text(',"symbol":').text(symbol).text(`,"boardID":"${boardId}","bidPriceDepth":[`);
  renderLevels(room, depth, 0, bidCount);
  room.text('],"askPriceDepth":[');
  renderLevels(room, depth, bidCount, bidCount + depth.askCount);
  room.text("]}");
}

function renderLevels(room: JsonRoom, depth: KeptDepth, from: number, to: number): void {
  for (let place = from; place < to; place += 1) {
    room.text(place === from ? '{"prc":' : ',{"prc":').decimal(depth.priceAt(place));
    room.text(',"vol":').number(depth.quantityAt(place)).text("}");
  }
}
