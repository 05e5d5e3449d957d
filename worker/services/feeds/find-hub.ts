import { webAddress, type Feed } from './feed-item.ts'

/** Where a feed can be followed with WebSub, and under which address. */
export type FeedHub = { hub: string; topic: string }

/** The hub that the answer's Link header names, else the feed itself; null without one. */
export function hubOf(link: string | null, feed: Feed, address: string): FeedHub | null {
  const named = { ...feed.links, ...linksOf(link ?? '') }
  const hub = webAddress(named.hub, address)
  return hub === null ? null : { hub, topic: webAddress(named.self, address) ?? address }
}

/** `<https://hub.example/>; rel="hub", <https://news.example/feed>; rel=self` (RFC 8288). */
function linksOf(header: string): { hub?: string; self?: string } {
  const links: { hub?: string; self?: string } = {}
  for (const [, target = '', parameters = ''] of header.slice(0, 4000).matchAll(/<([^<>]*)>([^<>]*)/g)) {
    const rels = /;\s*rel\s*=\s*"?([^";,]*)/i.exec(parameters)?.[1]?.toLowerCase().split(/\s+/) ?? []
    if (rels.includes('hub')) links.hub ??= target
    if (rels.includes('self')) links.self ??= target
  }
  return links
}
