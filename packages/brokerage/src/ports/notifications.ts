/** What a user is told of. */
export type NotificationType = "MarginCall" | "ForceClose" | "Deposit" | "Withdraw";

/** A notification before it has its number; `messageId` makes sure that it is told once. */
export type NotificationDraft = {
  readonly type: NotificationType;
  readonly topic: string;
  readonly messageId: string;
  /** JSON, which the store does not look into. */
  readonly data: string;
};

/** A notification as it was told. */
export type NotificationRecord = NotificationDraft & {
  readonly id: number;
  readonly accountId: string;
  readonly isRead: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** Notifications that a user has read. */
export type ReadNotifications = {
  readonly userId: string;
  readonly ids: readonly number[];
  readonly atMs: number;
};

/** What came of it; where ids are unknown nothing was changed. */
export type MarkedRead = {
  /** How many were unread before. */
  readonly count: number;
  /** Those of no notification of this user. */
  readonly unknownIds: readonly number[];
};

/** What users are told. Notifications come with the change that they tell of. */
export type NotificationStore = {
  /** Notifications newest first; a far offset costs what the first page costs. */
  listNotifications(
    userId: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<NotificationRecord[]>;
  /** Marks unread notifications as read, all or none; `updatedAtMs` becomes the later of its own time and the given one. */
  markRead(read: ReadNotifications): Promise<MarkedRead>;
};
