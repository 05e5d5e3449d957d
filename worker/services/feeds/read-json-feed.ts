import { parseJson } from '../../contract/shared/parse-json.ts'
import * as z from 'zod/mini'
import { feedItem, newestFirst, webAddress, type Feed } from './feed-item.ts'

/** A property that has another type counts as missing. */
const text = z.optional(z.transform((value: unknown) => (typeof value === 'string' ? value : undefined)))
/** Version 1.0 allows numbers. */
const id = z.optional(z.transform((value) => (typeof value === 'number' ? String(value) : value)))
const list = z.optional(z.transform((value): unknown[] => (Array.isArray(value) ? value : [])))
const named = z.object({ name: text })
const entry = z.object({
  id: z.pipe(id, text),
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  banner_image: text,
  date_published: text,
  date_modified: text,
  author: z.optional(z.unknown()),
  authors: list,
})
const hub = z.object({ type: text, url: text })
const jsonFeed = z.object({
  version: z.string().check(z.regex(/^https?:\/\/jsonfeed\.org\/version\/1/)),
  title: text,
  home_page_url: text,
  feed_url: text,
  hubs: list,
  items: z.array(z.unknown()),
})
/** Of one feed, in either format. */
export const ITEMS_MAX = 500

/** Reads a JSON Feed 1.0 or 1.1; null for other JSON. An entry that is none is left out. `address`: the feed's own. */
export function readJsonFeed(document: string, address: string): Feed | null {
  const feed = jsonFeed.safeParse(parseJson(document))
  if (!feed.success) return null
  const { title = '', home_page_url, feed_url, hubs = [], items } = feed.data
  const about = { title, url: webAddress(home_page_url, address), base: address }
  const entries = items.slice(0, ITEMS_MAX).flatMap((each) => {
    const read = entry.safeParse(each)
    return read.success ? [read.data] : []
  })
  const found = hubs.flatMap((each) => hub.safeParse(each).data ?? [])
  const pushes = found.find(({ type }) => type?.toLowerCase() === 'websub')?.url
  return {
    title,
    url: about.url,
    items: newestFirst(entries.flatMap((each) => feedItem(toEntry(each, address), about))),
    fresh_for: null,
    links: { ...(pushes !== undefined && { hub: pushes }), ...(feed_url !== undefined && { self: feed_url }) },
  }
}

function toEntry(each: z.output<typeof entry>, base: string) {
  return {
    id: each.id?.trim() ?? '',
    title: each.title?.trim() ?? '',
    url: webAddress(each.url ?? each.external_url, base),
    content: each.content_html ?? each.content_text ?? each.summary ?? '',
    author: nameOf(each.authors?.[0]) || nameOf(each.author),
    image: webAddress(each.image ?? each.banner_image, base),
    published: each.date_published ?? each.date_modified ?? '',
  }
}

function nameOf(author: unknown): string {
  return named.safeParse(author).data?.name ?? ''
}
