/** What a notification says, and the path that it opens. */
export type PushMessage = { title: string; body: string; url: string }

/** GET /api/push_key: the key that a browser subscribes with (base64url); null where the operator has set none. */
export type PushKey = { public_key: string | null }
