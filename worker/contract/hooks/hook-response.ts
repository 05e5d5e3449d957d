/**
 * POST /hooks/{key}: 202, once the event is stored. Its fate: GET /hooks/{key}/receipts/{receipt}. No receipt for what a
 * service sent that starts nothing.
 */
export type HookReceived = { received: true; receipt: string | null }

/**
 * GET and POST /api/maker_key: the user's key for `/trigger/{event}/with/key/{key}`; null before there is one. `hidden`:
 * there is one, which GET /api/maker_key/url shows to users who show that it is them.
 */
export type MakerKeyResponse = { maker_key: { key: string; url: string } | null; hidden: boolean }
