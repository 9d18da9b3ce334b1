import { createClient } from "@trading-oms/client";
import { imageFromFile } from "@trading-oms/client/node";

const client = createClient({
  baseUrl: "http://127.0.0.1:8787",
});
const { data } = await client.parseIdCard({
  frontImage: await imageFromFile("front.jpg"),
  backImage: await imageFromFile("back.jpg"),
});
console.log(data?.fullName);
// TRẦN MINH KHÔI
