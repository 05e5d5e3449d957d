import type { Poll } from '../../engine/steps/service-steps.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { field, ingredient } from '../format/define-service.ts'
import { httpPoll } from '../format/http/http-poll.ts'
import type { ServiceCode } from '../format/service-code.ts'
import type { IngredientDefinition, Sample, TriggerFile } from '../format/service-definition.ts'
import { BLUESKY, blueskyIo } from './bluesky-io.ts'
import { readHandle } from './handle.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'

const WRITTEN = '2026-03-01T08:00:00.000Z'
const URI = 'at://did:plc:44ybard66vv44zksje25o7dz/app.bsky.feed.post/3jwdwj2ctlk26'
const PAGE = 'https://bsky.app/profile/did:plc:44ybard66vv44zksje25o7dz'
const author = { did: 'did:plc:44ybard66vv44zksje25o7dz', handle: 'ada.bsky.social', displayName: 'Ada' }

const postIngredients = (post: '$' | '$.post') => [
  ingredient('PostText', 'Text', 'text', 'The drawings are done.', `${post}.record.text`),
  ingredient('PostUrl', 'Address', 'url', `${PAGE}/post/3jwdwj2ctlk26`, `${post}.uri`),
  ingredient('AuthorHandle', 'Handle', 'text', 'ada.bsky.social', `${post}.author.handle`),
  ingredient('AuthorName', 'Name', 'text', 'Ada', `${post}.author.displayName`),
  ingredient('PostedAt', 'Posted at', 'datetime', WRITTEN, `${post}.indexedAt`),
]
const followIngredients = [
  ingredient('FollowerHandle', 'Handle', 'text', 'ada.bsky.social', '$.author.handle'),
  ingredient('FollowerName', 'Name', 'text', 'Ada', '$.author.displayName'),
  ingredient('ProfileUrl', 'Profile', 'url', PAGE, '$.author.did'),
  ingredient('FollowedAt', 'Followed at', 'datetime', WRITTEN, '$.indexedAt'),
]
const notification = {
  uri: URI,
  cid: 'bafyreib',
  author,
  record: { $type: 'app.bsky.feed.post', text: 'The drawings are done.', createdAt: WRITTEN },
  isRead: false,
  indexedAt: WRITTEN,
}
const handle = field('handle', 'Handle', 'text', { hint: 'Such as ada.bsky.social.' })

const next = { from: '$.cursor', query: 'cursor' }

/** Notifications of one reason. A server that does not know `reasons` sends all. */
function notificationPoll(reason: 'mention' | 'follow', ingredients: IngredientDefinition[]): Poll {
  const reasonIngredient = ingredient('Reason', 'Reason', 'text', reason, '$.reason')
  const poll = httpPoll(BLUESKY, {
    ingredients: [...ingredients, reasonIngredient],
    request: {
      get: '/xrpc/app.bsky.notification.listNotifications',
      query: { reasons: reason, limit: '50' },
    },
    items: '$.notifications',
    id: '$.uri',
    at: '$.indexedAt',
    next,
  })
  return async (call, io) => {
    const asked = await poll(call, blueskyIo(io))
    if (!asked.ok) return asked
    const items = asked.value.items.flatMap((item) => {
      const { Reason, ...others } = item.ingredients
      return Reason === reason ? [withPages({ ...item, ingredients: others })] : []
    })
    return { ok: true, value: { ...asked.value, items } }
  }
}

const pollAuthor: Poll = async (call, io) => {
  const actor = readHandle(call.fields['handle'] ?? '')
  if (actor === null) return failedOutcome({ failure: 'input', message: 'A handle looks like ada.bsky.social.' })
  const asked = await authorFeed({ ...call, fields: { handle: actor } }, blueskyIo(io))
  return asked.ok ? { ok: true, value: { ...asked.value, items: asked.value.items.map(withPages) } } : asked
}
const authorFeed = httpPoll(BLUESKY, {
  fields: [handle],
  ingredients: postIngredients('$.post'),
  request: {
    get: '/xrpc/app.bsky.feed.getAuthorFeed',
    query: { actor: '{{fields.handle}}', filter: 'posts_with_replies', limit: '50' },
  },
  items: '$.feed',
  id: '$.post.uri',
  at: '$.post.indexedAt',
  // Only what others wrote has a reason to be there: reposts.
  where: { '$.reason': null },
  next,
})

/** Bluesky names records and accounts by ids; its site shows them at addresses. */
function withPages(item: TriggerItem): TriggerItem {
  const { PostUrl, ProfileUrl } = item.ingredients
  const [, did, id] = /^at:\/\/([^/]+)\/[^/]+\/([^/]+)$/.exec(String(PostUrl)) ?? []
  return {
    ...item,
    ingredients: {
      ...item.ingredients,
      ...(did !== undefined && { PostUrl: `https://bsky.app/profile/${did}/post/${id}` }),
      ...(ProfileUrl !== undefined && { ProfileUrl: `https://bsky.app/profile/${String(ProfileUrl)}` }),
    },
  }
}

export const blueskyTriggers: TriggerFile[] = [
  {
    slug: 'new_mention',
    name: 'Somebody mentions you',
    description: 'Starts for each post that mentions you.',
    phrase: 'somebody mentions you',
    ingredients: postIngredients('$'),
  },
  {
    slug: 'new_post_by',
    name: 'New post by somebody',
    description: 'Starts for each post of an account, without what it reposts.',
    phrase: 'somebody posts',
    fields: [handle],
    ingredients: postIngredients('$.post'),
  },
  {
    slug: 'new_follower',
    name: 'New follower',
    description: 'Starts when somebody follows you.',
    phrase: 'somebody follows you',
    ingredients: followIngredients,
  },
]

export const blueskyTriggerCode: NonNullable<ServiceCode['triggers']> = {
  new_mention: { poll: notificationPoll('mention', postIngredients('$')) },
  new_post_by: { poll: pollAuthor },
  new_follower: { poll: notificationPoll('follow', followIngredients) },
}

export const blueskyTriggerSamples: Record<string, Sample> = {
  new_mention: { fields: {}, answer: { notifications: [{ ...notification, reason: 'mention' }] } },
  new_post_by: { fields: { handle: 'ada.bsky.social' }, answer: { feed: [{ post: notification }] } },
  new_follower: { fields: {}, answer: { notifications: [{ ...notification, reason: 'follow' }] } },
}
