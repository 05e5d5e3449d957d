import { field, ingredient } from '../format/define-service.ts'
import type { Sample, TriggerFile } from '../format/service-definition.ts'
import { pageOf } from './bluesky-api.ts'
import { DID, samplePost, WRITTEN } from './bluesky-samples.ts'

const PAGE = `https://bsky.app/profile/${DID}`

const postIngredients = (post: '$' | '$.post') => [
  ingredient('PostText', 'Text', 'text', 'The drawings are done.', `${post}.record.text`),
  ingredient('PostUrl', 'Link', 'url', `${PAGE}/post/3jwdwj2ctlk26`, pageOf(`${post}.uri`)),
  ingredient('AuthorHandle', 'Handle', 'text', 'ada.bsky.social', `${post}.author.handle`),
  ingredient('AuthorName', 'Name', 'text', 'Ada', `${post}.author.displayName`),
  ingredient('PostedAt', 'Posted at', 'datetime', WRITTEN, `${post}.indexedAt`),
]
const followIngredients = [
  ingredient('FollowerHandle', 'Handle', 'text', 'ada.bsky.social', '$.author.handle'),
  ingredient('FollowerName', 'Name', 'text', 'Ada', '$.author.displayName'),
  ingredient('ProfileUrl', 'Profile', 'url', PAGE, 'https://bsky.app/profile/{{$.author.did}}'),
  ingredient('FollowedAt', 'Followed at', 'datetime', WRITTEN, '$.indexedAt'),
]
const post = {
  ...samplePost,
  author: { did: DID, handle: 'ada.bsky.social', displayName: 'Ada' },
  record: { $type: 'app.bsky.feed.post', text: 'The drawings are done.', createdAt: WRITTEN },
  indexedAt: WRITTEN,
}
const mention = { ...post, reason: 'mention', isRead: false }
const follow = {
  ...mention,
  uri: `at://${DID}/app.bsky.graph.follow/3jwdwj2ctlk26`,
  record: { $type: 'app.bsky.graph.follow', subject: 'did:plc:ewvi7nxzyoun6zhxrhs64oiz', createdAt: WRITTEN },
  reason: 'follow',
}
const handle = field('handle', 'Handle', 'text', {
  hint: 'Such as ada.bsky.social.',
  match: {
    as: ['@{name}.{domain}', '{name}.{domain}', '@{name}', '{name}'],
    message: 'A handle looks like ada.bsky.social.',
  },
})

const next = { from: '$.cursor', query: 'cursor' }

/** Notifications of one reason. A server that does not know `reasons` sends all. */
const notifications = (reason: 'mention' | 'follow') => ({
  request: { get: '/xrpc/app.bsky.notification.listNotifications', query: { reasons: reason, limit: '50' } },
  items: '$.notifications',
  id: '$.uri',
  at: '$.indexedAt',
  where: { '$.reason': reason },
  next,
})

export const blueskyTriggers: TriggerFile[] = [
  {
    slug: 'new_mention',
    name: 'Somebody mentions you',
    description: 'Starts for each post that mentions you.',
    phrase: 'somebody mentions you',
    ...notifications('mention'),
    ingredients: postIngredients('$'),
  },
  {
    slug: 'new_post_by',
    name: 'New post by somebody',
    description: 'Starts for each post of an account, without what it reposts.',
    phrase: 'somebody posts',
    sentence: '{{fields.handle}} posts',
    fields: [handle],
    request: {
      get: '/xrpc/app.bsky.feed.getAuthorFeed',
      query: {
        actor: '{{fields.handle.name | lower}}.{{fields.handle.domain | lower | default: "bsky.social"}}',
        filter: 'posts_with_replies',
        limit: '50',
      },
    },
    items: '$.feed',
    id: '$.post.uri',
    at: '$.post.indexedAt',
    // Only what others wrote has a reason to be there: reposts.
    where: { '$.reason': null },
    next,
    ingredients: postIngredients('$.post'),
  },
  {
    slug: 'new_follower',
    name: 'New follower',
    description: 'Starts when somebody follows you.',
    phrase: 'somebody follows you',
    ...notifications('follow'),
    ingredients: followIngredients,
  },
]

export const blueskyTriggerSamples: Record<string, Sample> = {
  new_mention: { fields: {}, answer: { notifications: [mention] } },
  new_post_by: { fields: { handle: 'ada.bsky.social' }, answer: { feed: [{ post }] } },
  new_follower: { fields: {}, answer: { notifications: [follow] } },
}
