import type { TriggerItem } from '../../runner-api/step-outcome.ts'
import { readXml, type XmlElement } from './read-xml.ts'

/** A feed as its document says it. `fresh_for`: ms that it asks not to be asked again, or null. */
export type Feed = { title: string; url: string | null; items: TriggerItem[]; fresh_for: number | null }

const ITEMS_MAX = 500
const CONTENT_MAX = 32 * 1024
const ID_MAX = 500
const HOUR = 3_600_000

/** Reads RSS 2.0, RSS 1.0 or Atom; items newest first. Null for a document that is none of them. `address`: the feed's own. */
export function readFeed(xml: string, address: string, now: number): Feed | null {
  const root = readXml(xml)
  if (!root) return null
  const channel = root.name === 'feed' ? root : child(root, 'channel')
  if (!channel || !['feed', 'rss', 'rdf:RDF'].includes(root.name)) return null
  const holder = root.name === 'rdf:RDF' ? root : channel
  const title = textOf(channel, 'title')
  const url = linkOf(channel, address)
  const entries = holder.children.filter(({ name }) => name === 'item' || name === 'entry').slice(0, ITEMS_MAX)
  const items = entries.flatMap((entry) => readItem(entry, { title, url: url ?? address, address }))
  return { title, url, items: newestFirst(items), fresh_for: freshFor(channel, now) }
}

type About = { title: string; url: string; address: string }

/** An entry with neither an id, a link nor a title cannot be told from another. */
function readItem(entry: XmlElement, feed: About): TriggerItem[] {
  const title = textOf(entry, 'title')
  const url = linkOf(entry, feed.address)
  const id = textOf(entry, 'guid') || textOf(entry, 'id') || `${url ?? ''} ${title}`.trim()
  if (id === '') return []
  const at = Date.parse(textOf(entry, 'pubDate', 'published', 'dc:date', 'updated'))
  const content = textOf(entry, 'content:encoded', 'content', 'description', 'summary').slice(0, CONTENT_MAX)
  const ingredients = {
    EntryTitle: title,
    EntryUrl: url,
    EntryContent: content,
    EntryAuthor: authorOf(entry),
    EntryImageUrl: imageOf(entry, content, feed.address),
    EntryPublished: Number.isNaN(at) ? null : new Date(at).toISOString(),
    FeedTitle: feed.title,
    FeedUrl: feed.url,
  }
  return [{ id: id.slice(0, ID_MAX), at: Number.isNaN(at) ? null : at, ingredients }]
}

/** Feeds list the newest first by custom; their dates know better where each has one. */
function newestFirst(items: TriggerItem[]): TriggerItem[] {
  const dated = items.every(({ at }) => at !== null)
  return dated ? items.toSorted((left, right) => (right.at ?? 0) - (left.at ?? 0)) : items
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

/** Atom's alternate link or RSS's link. */
function linkOf(element: XmlElement, base: string): string | null {
  const links = element.children.filter(({ name }) => name === 'link' || name === 'atom:link')
  const alternate = links.find(
    ({ attributes }) => (attributes['rel'] ?? 'alternate') === 'alternate' && attributes['href'],
  )
  const plain = links.find(({ text }) => text.trim() !== '')
  return webAddress(alternate?.attributes['href'] ?? plain?.text.trim(), base)
}

function authorOf(entry: XmlElement): string {
  const author = child(entry, 'author')
  return (author && textOf(author, 'name')) || textOf(entry, 'dc:creator', 'author')
}

function imageOf(entry: XmlElement, content: string, base: string): string | null {
  const media = ['media:thumbnail', 'media:content', 'enclosure']
    .map((name) => child(entry, name))
    .find((each) => each?.attributes['url'] && !/^(?:audio|video)/.test(each.attributes['type'] ?? ''))
  const inContent = /<img\b[^<>]*?\bsrc\s*=\s*["']([^"'<>]+)/i.exec(content)?.[1]
  return webAddress(media?.attributes['url'] ?? inContent, base)
}

function webAddress(address: string | undefined, base: string): string | null {
  if (!address || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return /^https?:$/.test(url.protocol) ? url.href : null
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
