/** A notification's text and the path that it opens. */
export type PushMessage = { title: string; body: string; url: string }

/**
 * GET /api/push_subscriptions: the key for a browser's subscription (base64url; null when the operator has set none),
 * and the endpoints that notify the user now.
 */
export type PushSubscriptions = { public_key: string | null; endpoints: string[] }
