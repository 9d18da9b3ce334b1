export { findNatsProgram } from "./find-nats-program.ts";
export { type ScratchNats, startNats } from "./start-nats.ts";
