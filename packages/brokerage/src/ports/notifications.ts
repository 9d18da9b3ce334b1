/** The kinds of notifications. */
export type NotificationType = "MarginCall" | "ForceClose" | "Deposit" | "Withdraw";

/** A notification before it has a number. `messageId` makes it unique. */
export type NotificationDraft = {
  readonly type: NotificationType;
  readonly topic: string;
  readonly messageId: string;
  /** JSON. The store does not interpret it. */
  readonly data: string;
};

/** A stored notification. */
export type NotificationRecord = NotificationDraft & {
  readonly id: number;
  readonly accountId: string;
  readonly isRead: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Notifications to mark as read. */
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
};
