import PostalMime from 'postal-mime'

/** The mail in a request such as Gmail's, `{"raw": …}` in base64url, as its reader sees it; null in all others. */
export async function mailInBody(body: string): Promise<string | null> {
  const raw = rawIn(body)
  if (raw === null) return null
  const { to = [], subject = '', text, html } = await PostalMime.parse(Buffer.from(raw, 'base64url'))
  return `To: ${to.map(({ address }) => address).join(', ')}\nSubject: ${subject}\n\n${text ?? html ?? ''}`
}

function rawIn(body: string): string | null {
  try {
    const read: unknown = JSON.parse(body)
    const raw: unknown = typeof read === 'object' && read !== null && Reflect.get(read, 'raw')
    return typeof raw === 'string' ? raw : null
  } catch {
    return null
  }
}
