import { createImageWorker } from "../create-image-worker.ts";

export default createImageWorker({ writeLine: (line) => console.log(line) });
