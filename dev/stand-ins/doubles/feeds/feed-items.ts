import type { DoubleContext } from '../context/double-context.ts'

/** `pushed`: it names a WebSub hub. */
export type DemoFeed = { name: string; format: 'rss' | 'atom'; title: string; description: string; pushed?: true }

/** `created_at` in ISO 8601. */
export type FeedItem = Record<'id' | 'title' | 'url' | 'content' | 'author' | 'created_at', string>

export type HubSubscription = { callback: string; topic: string; secret: string }

/** `items` by the name of their feed. */
type FeedsState = { items: Record<string, FeedItem[]>; subscriptions: HubSubscription[] }

export const demoFeeds: readonly DemoFeed[] = [
  { name: 'news', format: 'rss', title: 'Valley News', description: 'What happens between the two hills.' },
  { name: 'releases', format: 'atom', title: 'Engine releases', description: 'Each new version of the engine.' },
  {
    name: 'alerts',
    format: 'atom',
    title: 'Flood alerts',
    description: 'Pushed the moment they are out.',
    pushed: true,
  },
]

/** `base`: where the feeds are. */
export function feedAddress(base: string, { name }: DemoFeed): string {
  return `${base}/${name}.xml`
}

export function feedsState(ctx: DoubleContext): FeedsState {
  return ctx.state(() => ({ items: structuredClone(FIRST), subscriptions: [] }))
}

/** A feed's items, oldest first. */
export function feedItems(ctx: DoubleContext, { name }: DemoFeed): FeedItem[] {
  return (feedsState(ctx).items[name] ??= [])
}

export function publishItem(ctx: DoubleContext, feed: DemoFeed, given: Pick<FeedItem, 'title' | 'content'>): void {
  const items = feedItems(ctx, feed)
  const url = `https://${feed.name}.test/${items.length + 1}`
  const created_at = new Date(ctx.now()).toISOString()
  items.push({ id: crypto.randomUUID(), url, author: 'Mary Somerville', created_at, ...given })
  ctx.save()
}

const CREATED_AT = '2026-03-01T08:00:00.000Z'
const FIRST: FeedsState['items'] = {
  news: [
    {
      id: 'N01',
      title: 'The mill turns again',
      url: 'https://news.test/1',
      content: 'After a year of repairs the wheel is back. It grinds on Saturdays.',
      author: 'Mary Somerville',
      created_at: CREATED_AT,
    },
  ],
  releases: [
    {
      id: 'E01',
      title: 'Engine 1.0',
      url: 'https://releases.test/1',
      content: '<p>The first table that prints itself.</p>',
      author: 'Ada',
      created_at: CREATED_AT,
    },
  ],
}
