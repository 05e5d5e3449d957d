import { html, raw } from 'hono/html'
import type { DemoFeed, FeedItem } from './feed-items.ts'

/** Writes a feed as its format asks. `items` are newest first; `address` is the feed's own. */
export function feedDocument(feed: DemoFeed, items: readonly FeedItem[], address: string): string {
  return feed.format === 'rss' ? rss(feed, items, address) : atom(feed, items, address)
}

/** RSS 2.0. */
function rss({ title, description }: DemoFeed, items: readonly FeedItem[], address: string): string {
  return text(
    html`${PROLOG}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${title}</title>
    <link>${pageOf(address)}</link>
    <description>${description}</description>
    ${items.map(
      (item) =>
        html`<item>
      <title>${item.title}</title>
      <link>${item.url}</link>
      <description>${item.content}</description>
      <dc:creator>${item.author}</dc:creator>
      <guid isPermaLink="false">${item.id}</guid>
      <pubDate>${new Date(item.created_at).toUTCString()}</pubDate>
    </item>
    `,
    )}
  </channel>
</rss>
`,
  )
}

/** RFC 4287. */
function atom({ title }: DemoFeed, items: readonly FeedItem[], address: string): string {
  const updated = items[0] ? items[0].created_at : '2026-01-01T00:00:00.000Z'
  return text(
    html`${PROLOG}<feed xmlns="http://www.w3.org/2005/Atom">
        <id>${address}</id>
        <title>${title}</title>
        <link rel="self" href="${address}" />
        <link rel="alternate" href="${pageOf(address)}" />
        <updated>${updated}</updated>
        ${items.map(
          (item) =>
            html`<entry>
              <id>urn:demo:${item.id}</id>
              <title>${item.title}</title>
              <link rel="alternate" href="${item.url}" />
              <author><name>${item.author}</name></author>
              <published>${item.created_at}</published>
              <updated>${item.created_at}</updated>
              <content type="html">${item.content}</content>
            </entry> `,
        )}
      </feed> `,
  )
}

const PROLOG = raw('<?xml version="1.0" encoding="utf-8"?>\n')

/** The page that a feed belongs to has its address without the ending. */
function pageOf(address: string): string {
  return address.replace(/\.xml$/, '')
}

function text(document: ReturnType<typeof html>): string {
  if (document instanceof Promise) throw new Error('A feed waits for nothing.')
  return String(document)
}
