const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HOME = '.bsky.social'

/** A handle as people write it, such as `@Ada` or `ada.example.com`; null for what cannot be one. */
export function readHandle(text: string): string | null {
  const name = text.trim().replace(/^@/, '').toLowerCase()
  const handle = name.includes('.') ? name : `${name}${HOME}`
  return handle.length <= 253 && HANDLE.test(handle) ? handle : null
}

/** Whether the account is on Bluesky's own server. */
export function isAtBluesky(handle: string): boolean {
  return handle.endsWith(HOME)
}
