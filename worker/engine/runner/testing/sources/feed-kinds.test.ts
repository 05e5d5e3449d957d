/** @module-tag long */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../../contract/shared/durations.ts'
import { feedSource } from '../../../../services/feeds/feed-source.ts'
import { atomFeeds, rdfFeeds } from '../../../../services/feeds/fixtures/atom-feeds.fixture.ts'
import { brokenFeeds } from '../../../../services/feeds/fixtures/broken-feeds.fixture.ts'
import type { Entry, FeedKind } from '../../../../services/feeds/fixtures/feed-kind.fixture.ts'
import { jsonFeeds } from '../../../../services/feeds/fixtures/json-feeds.fixture.ts'
import { rssFeeds } from '../../../../services/feeds/fixtures/rss-feeds.fixture.ts'
import { SimulatedClock } from '../../../../testing/simulated-clock.ts'
import { SimulatedSource } from './simulated-source.ts'

const kinds = [...rssFeeds, ...atomFeeds, ...rdfFeeds, ...jsonFeeds, ...brokenFeeds]
const START = Date.UTC(2026, 2, 1, 12)
const WINDOW = 12

test('there are forty kinds of feeds', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40)
})

/** The events between two polls: so many items are published, and the feed may fail or the Source be killed. */
const step = fc.record({
  published: fc.integer({ min: 0, max: 4 }),
  fate: fc.constantFrom('well', 'well', 'well', 'down', 'nonsense', 'killed'),
})

test.each(kinds.map((kind) => ({ kind })))('$kind.name loses nothing and doubles nothing', async ({ kind }) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const feed = aFollowedFeed(kind)
      feed.publish(3)
      await feed.follow()
      for (const { published, fate } of steps) {
        feed.publish(published)
        feed.fate = fate
        if (fate === 'killed') feed.source.kill()
        await feed.clock.runUntil(feed.clock.now + 2 * MINUTE)
        // A failure is tried again before the window has moved on.
        feed.fate = 'well'
        await feed.clock.runUntil(feed.clock.now + HOUR)
      }
      const expected = feed.entries.slice(3).map((entry) => kind.ids(entry))
      if (expected.includes('')) expect(feed.told.map(({ id }) => id).length).toBe(expected.length)
      else expect(feed.told.map(({ id }) => id)).toEqual(expected)
      expect(new Set(feed.told.map(({ id }) => id)).size).toBe(feed.told.length)
    }),
    { numRuns: 6 },
  )
})

function aFollowedFeed(kind: FeedKind) {
  const clock = new SimulatedClock(START)
  const entries: Entry[] = []
  const told: { id: string }[] = []
  const feed = {
    clock,
    entries,
    told,
    fate: 'well',
    publish: (count: number) => {
      for (let each = 0; each < count; each++) {
        const n = entries.length + 1
        entries.push({ n, title: `Item ${n}`, date: new Date(START - DAY + n * MINUTE) })
      }
    },
    source: new SimulatedSource({
      clock,
      definition: feedSource,
      fetch: async () => {
        if (feed.fate === 'down') return { ok: true, value: new Response('Away', { status: 500 }) }
        if (feed.fate === 'nonsense') return { ok: true, value: new Response('\u0000\u0001\u0002 nonsense') }
        const listed = entries.slice(-WINDOW)
        const ordered = kind.order === 'oldest_first' ? listed : listed.toReversed()
        const mixed = kind.order === 'mixed' ? ordered.toSorted((a, b) => (a.n % 3) - (b.n % 3)) : ordered
        const headers = { 'content-type': kind.content_type ?? 'application/xml' }
        return { ok: true, value: new Response(kind.document(mixed), { headers }) }
      },
      tell: async (_, tell) => {
        told.push(...tell.items)
        return { kind: 'told', number: tell.number }
      },
    }),
    follow: async () => {
      const address = { module_name: 'feeds', source: 'feed', fields: { feed_url: 'https://news.example/feed' } }
      const rest = { every: MINUTE, known: null, older: false, soon: false }
      const answer = feed.source.follow({ address, runner_id: 'one', identity: 'it', ...rest })
      await clock.runUntil(clock.now + 1000)
      expect(await answer).toMatchObject({ kind: 'items', items: expect.objectContaining({ length: 3 }) })
    },
  }
  return feed
}
