import { HOUR } from '../../contract/shared/durations.ts'
import type { SourceItem } from '../../engine/steps/service-steps.ts'
import { feedItem, newestFirst, webAddress, type Feed } from './feed-item.ts'
import { ITEMS_MAX, readJsonFeed } from './read-json-feed.ts'
import { readXml, type XmlElement } from './read-xml.ts'

/** Reads RSS, RDF, Atom or JSON Feed. Null for a document that is none of them. `address`: the feed's own. */
export function readFeed(text: string, address: string, now: number): Feed | null {
  return /^\s*\{/.test(text) ? readJsonFeed(text, address) : readXmlFeed(text, address, now)
}

function readXmlFeed(xml: string, address: string, now: number): Feed | null {
  const root = readXml(xml)
  if (!root) return null
  const [, prefix] = /^(\w+):feed$/i.exec(root.name) ?? []
  // A feed whose own names have a prefix is read as one without.
  if (prefix !== undefined) return readXmlFeed(xml.replaceAll(new RegExp(`(</?)${prefix}:`, 'g'), '$1'), address, now)
  const kind = root.name.replace(/^\w+:/, '').toLowerCase()
  const channel = kind === 'feed' ? root : child(root, 'channel')
  if (!channel || !['feed', 'rss', 'rdf'].includes(kind)) return null
  const base = baseOf(root, address)
  const title = textOf(channel, 'title')
  const url = linkOf(channel, base)
  // RDF's items stand beside the channel, and sometimes those of RSS do too.
  const entries = entriesOf(channel === root ? [root] : [channel, root]).slice(0, ITEMS_MAX)
  const items = entries.flatMap((entry) => readItem(entry, { title, url, base }))
  return { title, url, items: newestFirst(items), fresh_for: freshFor(channel, now), links: feedLinks(channel) }
}

/** Items, also those inside one that was never closed. */
function entriesOf(holders: readonly XmlElement[]): XmlElement[] {
  return holders
    .flatMap(({ children }) => children)
    .filter(({ name }) => name === 'item' || name === 'entry')
    .flatMap((entry) => [entry, ...entriesOf([entry])])
}

type About = { title: string; url: string | null; base: string }

function readItem(entry: XmlElement, feed: About): SourceItem[] {
  const base = baseOf(entry, feed.base)
  const content = textOf(entry, 'content:encoded', 'content', 'description', 'summary', 'dc:description')
  return feedItem(
    {
      id: textOf(entry, 'guid') || textOf(entry, 'id'),
      title: textOf(entry, 'title', 'media:title', 'dc:title'),
      url: linkOf(entry, base),
      content,
      author: authorOf(entry),
      image: imageOf(entry, base),
      published: textOf(entry, 'pubDate', 'published', 'dc:date', 'issued', 'updated', 'modified'),
    },
    feed,
  )
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((each) => each.name === name)
}

/** The text of the first of these children that has one. */
function textOf(element: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const text = child(element, name)?.text.trim()
    if (text) return text
  }
  return ''
}

/** Relative addresses begin at `xml:base`. */
function baseOf({ attributes }: XmlElement, base: string): string {
  const own = attributes['xml:base']
  return own !== undefined && URL.canParse(own, base) ? new URL(own, base).href : base
}

/** Atom's alternate link or RSS's link, or an id that says that it is one. */
function linkOf(element: XmlElement, base: string): string | null {
  const links = element.children.filter(({ name }) => name === 'link' || name === 'atom:link')
  const alternate = links.find(
    ({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate' && attributes['href'],
  )
  const plain = links.find(({ text }) => text.trim() !== '')
  const guid = child(element, 'guid')
  const permalink = guid && guid.attributes['isPermaLink'] !== 'false' && /^https?:/.test(guid.text.trim())
  return webAddress(
    alternate?.attributes['href'] ?? plain?.text.trim() ?? (permalink ? guid.text.trim() : undefined),
    base,
  )
}

function authorOf(entry: XmlElement): string {
  const author = child(entry, 'author')
  return (author && textOf(author, 'name')) || textOf(entry, 'dc:creator', 'author', 'itunes:author')
}

function imageOf(entry: XmlElement, base: string): string | null {
  const group = child(entry, 'media:group')
  const media = [entry, ...(group ? [group] : [])]
    .flatMap((holder) => ['media:thumbnail', 'media:content', 'enclosure'].map((name) => child(holder, name)))
    .find((each) => each?.attributes['url'] && !/^(?:audio|video)/.test(each.attributes['type'] ?? ''))
  return webAddress(media?.attributes['url'] ?? child(entry, 'itunes:image')?.attributes['href'], base)
}

/** RSS: `ttl` in minutes, and the hours of the day (UTC) in `skipHours`. */
function freshFor(channel: XmlElement, now: number): number | null {
  const ttl = Number(textOf(channel, 'ttl')) * 60_000
  const skipped = new Set(child(channel, 'skipHours')?.children.map(({ text }) => Number(text) % 24))
  let open = Math.floor(now / HOUR)
  for (let hours = 0; hours < 24 && skipped.has(open % 24); hours++) open++
  const wait = Math.max(ttl > 0 ? Math.min(ttl, 24 * HOUR) : 0, open * HOUR - now)
  return wait > 0 ? wait : null
}

function feedLinks(channel: XmlElement): Feed['links'] {
  const named = (rel: string) =>
    channel.children.find(({ name, attributes }) => /^(?:\w+:)?link$/.test(name) && attributes['rel'] === rel)
      ?.attributes['href']
  const [hub, self] = [named('hub'), named('self')]
  return { ...(hub !== undefined && { hub }), ...(self !== undefined && { self }) }
}
