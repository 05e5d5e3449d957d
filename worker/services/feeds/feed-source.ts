import type { FollowedSource, SourceCall, SourceDefinition } from '../../engine/steps/service-steps.ts'
import { decodeFeed } from './decode-feed.ts'
import { NOTHING_KNOWN, fetchFeed } from './fetch-feed.ts'
import { readFeed } from './read-feed.ts'

/** A feed, read once for everyone who follows it. Its state is the address that a web page named. */
export const feedSource: SourceDefinition = {
  read: async (call, io) => {
    const outcome = await fetchFeed(addressOf(call), call, io)
    // A page may name another feed by now.
    const isLost = !outcome.ok && call.state !== null && outcome.problem.status !== null
    const found = isLost ? await fetchFeed(call.fields['feed_url'] ?? '', NOTHING_KNOWN, io) : outcome
    if (!found.ok) return found
    const { feed, address, ...about } = found.value
    const state = address === call.fields['feed_url'] ? null : address
    return { ok: true, value: { items: feed?.items ?? [], unchanged: feed === null, state, ...about } }
  },
  readPush: ({ body, content_type, now }, call) =>
    readFeed(decodeFeed(body, content_type), addressOf(call), now)?.items ?? null,
}

function addressOf({ fields, state }: SourceCall): string {
  return state ?? fields['feed_url'] ?? ''
}

/** Equal feeds have equal addresses: without fragment and default port, the host in lower case. */
export const followFeed: Pick<FollowedSource, 'source' | 'fields'> = {
  source: 'feed',
  fields: ({ feed_url = '' }) => ({ feed_url: normalAddress(feed_url.trim()) }),
}

function normalAddress(address: string): string {
  // `feed:` is how some sites write the address of a feed.
  const plain = address.replace(/^feed:(?:\/\/)?(?=https?:)/i, '').replace(/^feed:\/\//i, 'https://')
  if (!URL.canParse(plain)) return plain
  const url = new URL(plain)
  url.hash = ''
  return url.href
}
