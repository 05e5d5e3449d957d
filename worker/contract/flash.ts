/** Messages for the next page: a cookie that either side may add to, and that a page takes once. JSON, URI-encoded. */
export const FLASH_COOKIE = 'flash'
/** Seconds that a message waits for its page. */
export const FLASH_WAITS = 60
/** Where there are more, the newest stay. */
export const FLASHES_MAX = 5

export const FLASH_TYPES = ['success', 'danger', 'info'] as const
export type FlashType = (typeof FLASH_TYPES)[number]
export type Flash = { type: FlashType; message: string }
