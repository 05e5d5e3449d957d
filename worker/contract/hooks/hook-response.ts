/** POST /hooks/{key}: 202, once the event is stored. Its fate: GET /hooks/{key}/receipts/{receipt}. */
export type HookReceived = { received: true; receipt: string }

/** GET and POST /api/maker_key: the user's key for `/trigger/{event}/with/key/{key}`; null before there is one. */
export type MakerKeyResponse = { maker_key: { key: string; url: string } | null }
