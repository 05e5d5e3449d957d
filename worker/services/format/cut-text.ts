/** The text, at most so many UTF-16 units long: what is cut ends in an ellipsis, and no character is split. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The same for a limit in bytes of UTF-8. */
export function cutBytes(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= most) return text
  const whole = new TextDecoder().decode(bytes.subarray(0, most - 3), { stream: true })
  return `${whole}…`
}
