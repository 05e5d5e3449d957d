/** How an address names an Applet (§2.1): by friendly_id, id, or "{id}-{anything}". */
export type AppletKey = { id: number | null; friendly_id: string | null }

export function parseAppletKey(given: string | number): AppletKey {
  const text = String(given)
  const [, digits, rest] = /^(\d{1,15})(-.*)?$/s.exec(text) ?? []
  return { id: digits ? Number(digits) : null, friendly_id: digits && rest === undefined ? null : text }
}
