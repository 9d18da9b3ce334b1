export type NotificationType = "MarginCall" | "ForceClose" | "Deposit" | "Withdraw";

/** A notification before it has a number. `messageId` makes it unique. */
export type NotificationDraft = {
  readonly type: NotificationType;
  readonly topic: string;
  readonly messageId: string;
  /** JSON. The store does not interpret it. */
  readonly data: string;
};

export type NotificationRecord = NotificationDraft & {
  readonly id: number;
  readonly accountId: string;
  readonly isRead: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type ReadNotifications = {
  readonly userId: string;
  readonly ids: readonly number[];
  readonly atMs: number;
};

/** The result of marking. With unknown IDs nothing was changed. */
export type MarkedRead = {
  /** How many were unread before. */
  readonly count: number;
  /** IDs that belong to no notification of this user. */
  readonly unknownIds: readonly number[];
};

/** Marks all notifications up to one as read, by a watermark in the user's row. */
export type ReadThrough = {
  readonly userId: string;
  /** The id of a notification. One beyond the newest means the newest. */
  readonly through: number;
  readonly atMs: number;
};

export type NotificationCount = {
  readonly unread: number;
  readonly all: number;
  /** 0 before the first. */
  readonly newestId: number;
};

/** Notifications of users. They are written with the change that causes them. */
export type NotificationStore = {
  /** Notifications, newest first. A far offset costs as much as the first page. */
  listNotifications(
    userId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<NotificationRecord[]>;
  /**
   * Marks unread notifications as read, all or none. `updatedAtMs` becomes the later of its own value and the
   * given one.
   */
  markRead(read: ReadNotifications): Promise<MarkedRead>;
  /**
   * Marks all notifications up to an id as read. Their `updatedAtMs` stays as it was. A watermark never moves back, and
   * repeating changes nothing. Returns false, and changes nothing, if the id is not in the user's range.
   */
  markReadThrough(read: ReadThrough): Promise<boolean>;
  /** Counts exactly, with every commit so far. Costs the same for any number of notifications. */
  countNotifications(userId: string): Promise<NotificationCount>;
  /** Notifications after one of the same user, oldest first. */
  listNotificationsAfter(
    userId: string,
    page: { readonly afterId: number; readonly limit: number },
  ): Promise<NotificationRecord[]>;
  /** The places of these users that ever had an account. */
  readNotificationPlaces(userIds: readonly string[]): Promise<ReadonlyMap<string, NotificationPlaces>>;
};

/**
 * The range of a user's notification ids: above `floorId`, up to `newestId`, which equals it before the first, and never above
 * `ceilingId`.
 */
export type NotificationPlaces = {
  readonly floorId: number;
  readonly newestId: number;
  readonly ceilingId: number;
};
