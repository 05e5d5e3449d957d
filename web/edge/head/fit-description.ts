const LEAST = 50
const MOST = 160

/**
 * A page's description for search engines and previews, which show 50 to 160 characters. A shorter text is followed by
 * `more`, which has 50 itself; a longer one is cut, after a word where it has words.
 */
export function fitDescription(text: string, more: string): string {
  const own = text.replaceAll(/\s+/g, ' ').trim()
  const ended = /[.!?…]$/.test(own) || own === '' ? own : `${own}.`
  const whole = own.length < LEAST ? `${ended} ${more}`.trim() : own
  if (whole.length <= MOST) return whole
  const cut = whole.slice(0, MOST)
  const end = cut.lastIndexOf(' ')
  // The first half of a surrogate pair is not a character.
  return `${end < LEAST ? cut.slice(0, MOST - 1).replace(/[\uD800-\uDBFF]$/, '') : cut.slice(0, end)}…`
}
