/** A notification as operation 5 tells it, as far as this check looks. */
export type ToldRow = { readonly id: number; readonly message_id: string; readonly created_at: number };
