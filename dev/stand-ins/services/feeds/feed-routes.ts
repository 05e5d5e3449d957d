import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import { accountStore, noteRead } from '../data/account-store.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { meetFaults } from '../faults/meet-faults.ts'
import { feedDocument } from './feed-document.ts'
import { demoFeeds, feedAddress, FEEDS } from './feed-items.ts'
import type { DemoFeed } from './feed-items.ts'
import { publishToHub } from './hub-routes.ts'

const SHOWN = 20

/** The feeds that Applets can follow, mounted at /feeds: /feeds/{name}.xml, and the page that links to it. */
export function feedRoutes(ctx: ServicesContext): Hono {
  const app = new Hono()
  app.use(meetFaults(ctx, FEEDS, 'feed', (status) => new Response('This failure was requested', { status })))
  for (const feed of demoFeeds) {
    app.get(`/${feed.name}.xml`, (c) => answerFeed(ctx, feed, c.req.raw.headers))
    app.get(`/${feed.name}`, () => feedPage(ctx, feed))
  }
  return app
}

/** Answers 304 to the ETag or the time of the last answer (RFC 9110 §13). */
function answerFeed(ctx: ServicesContext, feed: DemoFeed, asked: Headers): Response {
  noteRead(ctx, FEEDS, feed.name)
  const items = newest(ctx, feed)
  const body = feedDocument(feed, items, feedAddress(ctx.origin, feed))
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  const changed = new Date(String(items[0]?.['created_at'] ?? 0))
  const hub = { link: `<${ctx.origin}/hub>; rel="hub", <${feedAddress(ctx.origin, feed)}>; rel="self"` }
  const times = { etag, 'last-modified': changed.toUTCString(), 'cache-control': 'no-cache' }
  const headers = { ...times, ...(feed.pushed && hub) }
  const known = asked.get('if-none-match')
  const since = Date.parse(asked.get('if-modified-since') ?? '')
  const unchanged =
    known === null ? Math.floor(changed.getTime() / 1000) * 1000 <= since : known.split(/,\s*/).includes(etag)
  if (unchanged) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'content-type': typeOf(feed) } })
}

function typeOf({ format }: DemoFeed): string {
  return `${format === 'rss' ? 'application/rss+xml' : 'application/atom+xml'}; charset=utf-8`
}

/** Pushes a feed, as it is now, to those who asked its hub. */
export async function pushFeed(ctx: ServicesContext, name: string): Promise<void> {
  const feed = demoFeeds.find((each) => each.name === name)
  if (!feed?.pushed) return
  const address = feedAddress(ctx.origin, feed)
  await publishToHub(ctx, address, { body: feedDocument(feed, newest(ctx, feed), address), type: typeOf(feed) })
}

function feedPage(ctx: ServicesContext, feed: DemoFeed): Promise<Response> {
  const address = feedAddress(ctx.origin, feed)
  return standInPage(
    feed.title,
    html`<main class="overview services">
      <link rel="alternate" type="application/${feed.format}+xml" href="${address}" />
      <h1>${feed.title}</h1>
      <p class="lead">${feed.description} <a href="${address}">Feed</a></p>
      <ul>
        ${newest(ctx, feed).map((item) => html`<li>${item['title']}</li>`)}
      </ul>
    </main>`,
  )
}

function newest(ctx: ServicesContext, { name }: DemoFeed) {
  return accountStore(ctx, FEEDS).list(name).toReversed().slice(0, SHOWN)
}
