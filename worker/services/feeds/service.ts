import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { defineService, field, ingredient } from '../format/define-service.ts'
import { feedSource, followFeed } from './feed-source.ts'
import { fetchFeed } from './fetch-feed.ts'
import { validateFeed } from './validate-feed.ts'

const feed = field('feed_url', 'Feed address', 'url', { hint: 'The web address of a feed, or of a page that has one.' })
const ingredients = [
  ingredient('EntryTitle', 'Title', 'text', 'The mill turns again'),
  ingredient('EntryUrl', 'Link', 'url', 'https://news.example/1'),
  ingredient('EntryContent', 'Content', 'html', '<p>After a year of repairs the wheel is back.</p>'),
  ingredient('EntryAuthor', 'Author', 'text', 'Mary Somerville'),
  ingredient('EntryImageUrl', 'Image', 'image_url', 'https://news.example/1.jpg'),
  ingredient('EntryPublished', 'Published at', 'datetime', '2026-03-01T08:00:00.000Z'),
  ingredient('FeedTitle', 'Title of the feed', 'text', 'Valley News'),
  ingredient('FeedUrl', 'Link to the feed', 'url', 'https://news.example/'),
]
const SAMPLE_FEED = `<rss version="2.0"><channel><title>Valley News</title><link>https://news.example/</link><item>
<title>The mill turns again</title><link>https://news.example/1</link><guid>N01</guid>
<description>&lt;p&gt;After a year of repairs the wheel is back.&lt;/p&gt;</description>
<author>Mary Somerville</author><enclosure url="https://news.example/1.jpg" type="image/jpeg"/>
<pubDate>Sun, 01 Mar 2026 08:00:00 GMT</pubDate></item></channel></rss>`
const RECENT = 20

export const feeds = defineService({
  id: 'feeds',
  name: 'Feeds',
  description: 'Follow any site that publishes an RSS or Atom feed and act on each new item within minutes.',
  keywords: ['rss', 'atom', 'blog', 'news', 'article'],
  category: 'news',
  color: '#c2410c',
  popularity: 58,
  hosts: [],
  connect: { kind: 'none' },
  triggers: [
    {
      slug: 'new_item',
      name: 'New feed item',
      description: 'Starts for each new item in a feed.',
      phrase: 'a new item appears in a feed',
      sentence: 'a new item appears in the feed {{fields.feed_url}}',
      fields: [feed],
      ingredients,
    },
    {
      slug: 'new_item_matches',
      name: 'New feed item matches',
      description: 'Starts when a new item contains a word or phrase.',
      phrase: 'a new item in a feed contains a word',
      sentence: 'a new item in the feed {{fields.feed_url}} contains “{{fields.phrase}}”',
      fields: [feed, field('phrase', 'Word or phrase', 'text')],
      ingredients,
    },
  ],
  queries: [
    {
      slug: 'recent_items',
      name: 'Recent feed items',
      description: 'Looks up the latest items of a feed.',
      phrase: 'the latest items of a feed',
      sentence: 'the latest items of the feed {{fields.feed_url}}',
      fields: [feed],
      ingredients,
    },
  ],
  samples: {
    triggers: {
      new_item: { fields: { feed_url: 'https://news.example/feed.xml' }, answer: SAMPLE_FEED },
      new_item_matches: { fields: { feed_url: 'https://news.example/feed.xml', phrase: 'WHEEL' }, answer: SAMPLE_FEED },
    },
    queries: {
      recent_items: { fields: { feed_url: 'https://news.example/feed.xml' }, answer: SAMPLE_FEED },
    },
  },
  code: {
    sources: { feed: feedSource },
    triggers: {
      new_item: { source: followFeed, validate: validateFeed },
      new_item_matches: {
        source: {
          ...followFeed,
          items: (items, { fields }) => items.filter((item) => contains(item, fields)),
        },
        validate: validateFeed,
      },
    },
    queries: {
      recent_items: async (call, io) => {
        const outcome = await fetchFeed(call.fields['feed_url'] ?? '', { etag: null, last_modified: null }, io)
        if (!outcome.ok) return outcome
        const items = outcome.value.feed?.items ?? []
        return { ok: true, value: items.slice(0, RECENT).map((item) => item.ingredients) }
      },
    },
  },
})

function contains({ ingredients: { EntryTitle, EntryContent } }: TriggerItem, fields: Record<string, string>): boolean {
  const phrase = (fields['phrase'] ?? '').trim().toLowerCase()
  return `${String(EntryTitle)}\n${String(EntryContent)}`.toLowerCase().includes(phrase)
}
