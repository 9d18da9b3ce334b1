import { readFile } from "node:fs/promises";
import { readIdCard } from "@trading-oms/id-card/node";

const [front, back] = await Promise.all([readFile("front.jpg"), readFile("back.jpg")]);
const { fields } = await readIdCard({ front, back });
for (const [name, { value }] of Object.entries(fields)) console.log(name, value);
