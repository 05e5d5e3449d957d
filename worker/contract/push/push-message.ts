/** What a notification says, and the path that it opens. */
export type PushMessage = { title: string; body: string; url: string }

/**
 * GET /api/push_subscriptions: the key that a browser subscribes with (base64url; null where the operator has set
 * none), and the endpoints where the user is notified now.
 */
export type PushSubscriptions = { public_key: string | null; endpoints: string[] }
