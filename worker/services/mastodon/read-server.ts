/**
 * The server that a user names: `mastodon.example`, its address, a profile's, or a handle such as
 * `@ada@mastodon.example`. Null for what is neither.
 */
export function readServer(text: string): string | null {
  const name = text.trim().replace(/^@?[\w.-]+@(?=[^@/]+$)/, '')
  const address = /^https?:\/\//i.test(name) ? name : `https://${name}`
  if (name === '' || /[\s@]/.test(name.replace(/\/@.*$/, '')) || !URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/@.*$/, '').replace(/\/+$/, '')
}
