/**
 * The text of a feed: by its byte order mark, else the charset of the header, else that of its first line, else UTF-8.
 */
export function decodeFeed(bytes: ArrayBuffer, content_type: string): string {
  const start = new Uint8Array(bytes.slice(0, 200))
  const prolog = new TextDecoder('latin1').decode(start)
  const named =
    markedCharset(start) ??
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(content_type)?.[1] ??
    /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(prolog)?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function markedCharset([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

/** Whether this is an archive, an image or the like: no text has so many control characters. */
export function isBinary(bytes: ArrayBuffer): boolean {
  const start = new Uint8Array(bytes.slice(0, 1000))
  if (markedCharset(start) !== undefined) return false
  const odd = start.filter((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)).length
  return odd > start.length / 50
}
