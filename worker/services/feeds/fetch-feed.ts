import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { hostOf } from '../../system/outbound/problem-words.ts'
import { responseProblem } from '../../system/outbound/response-problem.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { aboutAnswer } from '../../system/outbound/about-answer.ts'
import { decodeFeed, isBinary } from './decode-feed.ts'
import { findFeedLink, isWebPage } from './find-feed-link.ts'
import { hubOf, type FeedHub } from './find-hub.ts'
import { readFeed } from './read-feed.ts'
import type { Feed } from './feed-item.ts'

/** What is known of it. `timeout` in ms. */
type Known = { etag: string | null; last_modified: string | null; timeout?: number }
type FeedIo = Pick<StepIo, 'fetch' | 'now'>

/** `address`: where the feed itself is, which a web page may have named. `feed` is null where nothing has changed. */
type Fetched = { feed: Feed | null; address: string; hub?: FeedHub } & ReturnType<typeof aboutAnswer>

const FEED_MAX_BYTES = 2 * 1024 * 1024
const FEED_TIMEOUT = 20_000
export const NOTHING_KNOWN = { etag: null, last_modified: null }

/** Fetches and reads a feed; of a web page, the feed that the page names. */
export async function fetchFeed(address: string, known: Known, io: FeedIo): Promise<StepOutcome<Fetched>> {
  const asked = await ask(address, known, io)
  if (!asked.ok) return asked
  if (!('page' in asked.value)) return { ok: true, value: asked.value }
  const link = findFeedLink(asked.value.page, address)
  const who = hostOf(address)
  if (link === null) return notAFeed(`${who} answered with a web page that names no feed.`)
  const named = await ask(link, { ...known, ...NOTHING_KNOWN }, io)
  if (!named.ok) return named
  if ('page' in named.value) return notAFeed(`${who} names a feed that is a web page.`)
  return { ok: true, value: named.value }
}

async function ask(address: string, known: Known, io: FeedIo): Promise<StepOutcome<Fetched | { page: string }>> {
  const who = hostOf(address)
  const outcome = await io.fetch(address, {
    headers: {
      accept:
        'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.8, */*;q=0.5',
      ...(known.etag && { 'if-none-match': known.etag }),
      ...(known.last_modified && { 'if-modified-since': known.last_modified }),
    },
    timeout: known.timeout ?? FEED_TIMEOUT,
    max_bytes: FEED_MAX_BYTES,
    redirects: 'get',
    plain_http: true,
  })
  if (!outcome.ok) return outcome
  const response = outcome.value
  const about = aboutAnswer(response, io)
  if (response.status === 304) return { ok: true, value: { feed: null, address, ...about } }
  if (!response.ok) return { ok: false, problem: await responseProblem(response, { who, now: io.now, typed: true }) }
  const bytes = await response.arrayBuffer()
  if (isBinary(bytes)) return notAFeed(`${who} sent a file that is not a feed.`)
  const text = decodeFeed(bytes, response.headers.get('content-type') ?? '')
  if (isWebPage(text)) return { ok: true, value: { page: text } }
  const feed = readFeed(text, address, io.now)
  if (!feed) return notAFeed(`${who} sent something that we cannot read as a feed.`)
  const fresh_for = Math.max(about.fresh_for ?? 0, feed.fresh_for ?? 0)
  const hub = hubOf(response.headers.get('link'), feed, address)
  return {
    ok: true,
    value: { ...about, feed, address, fresh_for: fresh_for > 0 ? fresh_for : null, ...(hub && { hub }) },
  }
}

function notAFeed(message: string) {
  return failedOutcome({ failure: 'protocol', status: 200, message })
}
