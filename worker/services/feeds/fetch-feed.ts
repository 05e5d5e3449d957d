import { failedOutcome } from '../../outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../outbound/problem-words.ts'
import { responseProblem } from '../../outbound/response-problem.ts'
import type { StepIo } from '../../runner-api/service-steps.ts'
import type { StepOutcome } from '../../runner-api/step-outcome.ts'
import { aboutAnswer } from '../format/http-steps.ts'
import { readFeed, type Feed } from './read-feed.ts'

type Known = { etag: string | null; last_modified: string | null }
type Fetched = { feed: Feed | null } & ReturnType<typeof aboutAnswer>

const FEED_MAX_BYTES = 2 * 1024 * 1024
const FEED_TIMEOUT = 20_000

/** Fetches and reads a feed; `feed` is null where nothing has changed since `known`. */
export async function fetchFeed(address: string, known: Known, io: StepIo): Promise<StepOutcome<Fetched>> {
  const who = URL.canParse(address) ? new URL(address).host : 'The feed'
  const outcome = await io.fetch(address, {
    headers: {
      accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5',
      ...(known.etag && { 'if-none-match': known.etag }),
      ...(known.last_modified && { 'if-modified-since': known.last_modified }),
    },
    timeout: FEED_TIMEOUT,
    max_bytes: FEED_MAX_BYTES,
    redirects: 'get',
    plain_http: true,
  })
  if (!outcome.ok) return outcome
  const response = outcome.value
  const about = aboutAnswer(response, io)
  if (response.status === 304) return { ok: true, value: { feed: null, ...about } }
  if (!response.ok) return { ok: false, problem: await responseProblem(response, { who, now: io.now, typed: true }) }
  const xml = decodeXml(await response.arrayBuffer(), response.headers.get('content-type') ?? '')
  const feed = readFeed(xml, address, io.now)
  if (!feed) {
    const isPage = /^\s*(?:<!doctype html|<html)/i.test(xml)
    const message = isPage ? `${who} answered with a web page, not a feed.` : PROBLEM_WORDS.protocol(who)
    return failedOutcome({ failure: 'protocol', status: response.status, message })
  }
  const fresh_for = Math.max(about.fresh_for ?? 0, feed.fresh_for ?? 0)
  return { ok: true, value: { ...about, feed, fresh_for: fresh_for > 0 ? fresh_for : null } }
}

/** The charset of the header, else of the document's first line, else UTF-8. */
function decodeXml(bytes: ArrayBuffer, contentType: string): string {
  const prolog = new TextDecoder('latin1').decode(bytes.slice(0, 200))
  const named =
    /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ??
    /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(prolog)?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
