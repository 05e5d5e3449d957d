/** "Application/JSON; charset=utf-8" → "application/json"; null for what is no media type, so that no text of a stranger is kept. */
export function mediaTypeOf(header: string | undefined): string | null {
  const [type = ''] = (header ?? '').split(';')
  const plain = type.trim().toLowerCase()
  return /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,60}$/.test(plain) ? plain : null
}
