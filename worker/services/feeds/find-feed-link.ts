const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json|json)$/i
/** How much of a page is read, because its words about itself stand at the beginning. */
const LOOKED_AT = 200_000

/** The texts that may stand before a page's first element: spaces, the XML declaration and comments. */
const BEFORE_PAGE = String.raw`\s+|<\?xml[^>]*>|<!--[^]*?-->`

export function isWebPage(text: string): boolean {
  const start = text.slice(0, 5000)
  // One after the other: as one pattern, a row of comments could be read in more ways than there is time for.
  const before = new RegExp(BEFORE_PAGE, 'y')
  let at = 0
  while (before.test(start)) at = before.lastIndex
  return /^<(?:!doctype\s+html|html|head|body)/i.test(start.slice(at))
}

/** The first feed that a web page names (`link rel="alternate"`), as an address; null if it names none. */
export function findFeedLink(page: string, address: string): string | null {
  for (const [tag] of page.slice(0, LOOKED_AT).matchAll(/<link\b[^<>]{0,2000}>/gi)) {
    const rel = attributeOf(tag, 'rel')?.toLowerCase().split(/\s+/) ?? []
    const href = attributeOf(tag, 'href')
    if (!rel.includes('alternate') || !FEED_TYPES.test(attributeOf(tag, 'type')?.trim() ?? '') || !href) continue
    const link = href.replaceAll('&amp;', '&').trim()
    if (URL.canParse(link, address)) return new URL(link, address).href
  }
  return null
}

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}
