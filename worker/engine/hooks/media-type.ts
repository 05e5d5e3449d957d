/**
 * "Application/JSON; charset=utf-8" → "application/json"; null if it is not a media type, so that no arbitrary text is
 * stored.
 */
export function mediaTypeOf(header: string | undefined): string | null {
  const [type = ''] = (header ?? '').split(';')
  const plain = type.trim().toLowerCase()
  return /^[a-z0-9][\w.+-]{0,60}\/[a-z0-9][\w.+-]{0,60}$/.test(plain) ? plain : null
}
