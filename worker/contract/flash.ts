/** Messages for the next page. Either side may add to the cookie; a page shows it once. JSON, URI-encoded. */
export const FLASH_COOKIE = 'flash'
/** How many seconds a message waits for its page. */
export const FLASH_WAITS = 60
/** Only the newest messages are kept. */
export const FLASHES_MAX = 5

export const FLASH_TYPES = ['success', 'danger', 'info'] as const
export type FlashType = (typeof FLASH_TYPES)[number]
export type Flash = { type: FlashType; message: string }
