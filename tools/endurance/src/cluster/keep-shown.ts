/** What users were shown of their notifications, and by which server. */
export type ShownPages = {
  /** Begins a look at a user's newest page on one server. */
  readonly begin: (server: number, userId: string) => { readonly end: (body: string) => void };
  readonly faults: () => readonly string[];
};

/** Notices where a server, asked after it had shown a notification, did not show it any more. */
export function keepShown(): ShownPages {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  return {
    begin: (server, userId) => {
      const place = `${server}/${userId}`;
      const before = newest.get(place) ?? 0;
      return {
        end: (body) => {
          const shown = newestOf(body);
          if (shown < before) {
            faults.push(
              `server ${server + 1} showed ${userId} the notification ${before}, and later only ${shown}`,
            );
          }
          newest.set(place, Math.max(shown, newest.get(place) ?? 0));
        },
      };
    },
    faults: () => faults,
  };
}

function newestOf(body: string): number {
  const { notifications } = JSON.parse(body) as {
    readonly notifications: readonly { readonly id: number }[];
  };
  return notifications[0]?.id ?? 0;
}
