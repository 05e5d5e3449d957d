import type { SourceItem } from '../../engine/steps/service-steps.ts'
import { spreadOf } from '../../engine/runner/triggers/poll-rules.ts'

/**
 * A feed as its document says it, items newest first. `fresh_for`: ms that it asks not to be asked again, or null.
 * `links`: its own address and its hub, as they stand there.
 */
export type Feed = {
  title: string
  url: string | null
  items: SourceItem[]
  fresh_for: number | null
  links: { hub?: string; self?: string }
}

/** An entry as any kind of feed has it; what it lacks is empty or null. */
type FeedEntry = {
  id: string
  title: string
  url: string | null
  content: string
  author: string
  image: string | null
  published: string
}
type About = { title: string; url: string | null; base: string }

const CONTENT_MAX = 32 * 1024
const ID_MAX = 500

/**
 * The item of an entry, told from others by its id, else its link and title, else its text; none without any of them.
 */
export function feedItem(entry: FeedEntry, feed: About): SourceItem[] {
  const { title, url, author } = entry
  const named = `${url ?? ''} ${title}`.trim()
  const id = entry.id || named || entry.content
  if (id === '') return []
  const time = Date.parse(entry.published)
  const at = Number.isNaN(time) ? null : time
  const content = entry.content.slice(0, CONTENT_MAX)
  const ingredients = {
    EntryTitle: title,
    EntryUrl: url,
    EntryContent: content,
    EntryAuthor: author,
    EntryImageUrl: entry.image ?? imageIn(content, feed.base),
    EntryPublished: at === null ? null : new Date(at).toISOString(),
    FeedTitle: feed.title,
    FeedUrl: feed.url ?? feed.base,
  }
  return [{ id: short(id), at, ingredients, ...(named && { same: short(named) }) }]
}

/** A text of any length, told from others by all of it. */
function short(text: string): string {
  return text.length <= ID_MAX ? text : `${text.slice(0, ID_MAX - 30)} ${text.length} ${spreadOf(text)}`
}

/** Feeds list the newest first by custom; their dates know better where each has one. */
export function newestFirst(items: SourceItem[]): SourceItem[] {
  const dated = items.every(({ at }) => at !== null)
  return dated ? items.toSorted((left, right) => (right.at ?? 0) - (left.at ?? 0)) : items
}

function imageIn(content: string, base: string): string | null {
  return webAddress(/<img\b[^<>]*?\bsrc\s*=\s*["']([^"'<>]+)/i.exec(content)?.[1], base)
}

export function webAddress(address: string | undefined, base: string): string | null {
  if (!address || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return /^https?:$/.test(url.protocol) ? url.href : null
}
