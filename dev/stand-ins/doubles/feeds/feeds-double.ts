import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import { controlPage } from '../context/control-page.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { feedDocument } from './feed-document.ts'
import { demoFeeds, feedAddress, feedItems, publishItem, type DemoFeed } from './feed-items.ts'
import { hubRoutes, publishToHub } from './hub-routes.ts'

const SHOWN = 20
const FIELDS = {
  title: 'The bridge is open again',
  content: 'It took two years. The mayor walked first. Then everybody else followed.',
}

/** The feeds that Applets can follow: /{name}.xml, the page that links to it, and a WebSub hub at /hub. */
export function feedsRoutes(ctx: DoubleContext): Hono {
  const app = new Hono()
  const addresses = demoFeeds.map((feed) => feedAddress(ctx.address, feed))
  const buttons = demoFeeds.map(({ name, title }) => ({ slug: name, label: `Publish in ${title}`, fields: FIELDS }))
  app.get('/', () => controlPage(ctx, { title: 'Feeds', hint: `Applets can follow ${addresses.join(', ')}.`, buttons }))
  app.route('/hub', hubRoutes(ctx))
  for (const feed of demoFeeds) {
    app.post(`/control/${feed.name}`, async (c) => {
      publishItem(ctx, feed, { ...FIELDS, ...(await c.req.parseBody<Record<string, string>>()) })
      await pushFeed(ctx, feed)
      return c.redirect(ctx.address, 303)
    })
    app.get(`/${feed.name}.xml`, (c) => answerFeed(ctx, feed, c.req.raw.headers))
    app.get(`/${feed.name}`, () => feedPage(ctx, feed))
  }
  return app
}

/** Answers 304 to the ETag or the time of the last answer (RFC 9110 §13). */
function answerFeed(ctx: DoubleContext, feed: DemoFeed, asked: Headers): Response {
  const items = newest(ctx, feed)
  const body = feedDocument(feed, items, feedAddress(ctx.address, feed))
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`
  const changed = new Date(items[0]?.created_at ?? 0)
  const hub = { link: `<${ctx.address}/hub>; rel="hub", <${feedAddress(ctx.address, feed)}>; rel="self"` }
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
async function pushFeed(ctx: DoubleContext, feed: DemoFeed): Promise<void> {
  if (!feed.pushed) return
  const address = feedAddress(ctx.address, feed)
  await publishToHub(ctx, address, { body: feedDocument(feed, newest(ctx, feed), address), type: typeOf(feed) })
}

function feedPage(ctx: DoubleContext, feed: DemoFeed): Promise<Response> {
  const address = feedAddress(ctx.address, feed)
  return standInPage(
    feed.title,
    html`<main class="overview services">
      <link rel="alternate" type="application/${feed.format}+xml" href="${address}" />
      <h1>${feed.title}</h1>
      <p class="lead">${feed.description} <a href="${address}">Feed</a></p>
      <ul>
        ${newest(ctx, feed).map(({ title }) => html`<li>${title}</li>`)}
      </ul>
    </main>`,
  )
}

function newest(ctx: DoubleContext, feed: DemoFeed) {
  return feedItems(ctx, feed).toReversed().slice(0, SHOWN)
}
