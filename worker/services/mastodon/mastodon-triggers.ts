import { field, ingredient } from '../format/define-service.ts'
import type { Sample, TriggerFile } from '../format/service-definition.ts'
import { POSTED, postIngredients, samplePost } from './post-ingredients.ts'

/** A page of a list: all that it has, or at the next poll what came after the one before, oldest first. */
const PAGE = { limit: '40', min_id: '{{kept}}' }
const followIngredients = [
  ingredient('FollowerHandle', 'Handle', 'text', 'ada', '$.account.acct'),
  ingredient('FollowerName', 'Name', 'text', 'Ada', '$.account.display_name'),
  ingredient('ProfileUrl', 'Profile', 'url', 'https://mastodon.example/@ada', '$.account.url'),
  ingredient('FollowedAt', 'Followed at', 'datetime', POSTED, '$.created_at'),
]
const hashtag = field('hashtag', 'Hashtag', 'text', {
  hint: 'Such as caturday, with or without #.',
  match: { as: ['#{name}', '{name}'], message: 'Enter one hashtag.' },
})
/** Each item of a list is one that a trigger tells. Only a full page has a next one. */
const LISTED = {
  id: '$.id',
  at: '$.created_at',
  next: { link: 'next' },
  keep: { link: 'prev', query: 'min_id' },
} as const

/** Notifications of one type. An old server that does not know `types[]` sends all. */
const notifications = (type: 'mention' | 'follow') => ({
  request: { get: '/api/v1/notifications', query: { 'types[]': type, ...PAGE } },
  ...LISTED,
  where: { '$.type': type },
})

export const mastodonTriggers: TriggerFile[] = [
  {
    slug: 'new_post',
    name: 'You post',
    description: 'Starts for each public or unlisted post of yours, without boosts.',
    phrase: 'you post',
    request: {
      get: '/api/v1/accounts/{{credentials.account}}/statuses',
      query: { exclude_reblogs: 'true', ...PAGE },
    },
    ...LISTED,
    // Not for a filter alone: a post to some must not go on to everyone by an Applet.
    where: { '$.visibility': ['public', 'unlisted'] },
    ingredients: postIngredients('$'),
  },
  {
    slug: 'new_mention',
    name: 'Somebody mentions you',
    description: 'Starts for each post that mentions you.',
    phrase: 'somebody mentions you',
    ...notifications('mention'),
    ingredients: postIngredients('$.status'),
  },
  {
    slug: 'new_follower',
    name: 'New follower',
    description: 'Starts when somebody follows you.',
    phrase: 'somebody follows you',
    ...notifications('follow'),
    ingredients: followIngredients,
  },
  {
    slug: 'new_post_with_hashtag',
    name: 'New post with a hashtag',
    description: 'Starts for each public post with a hashtag that your server knows of.',
    phrase: 'somebody posts with a hashtag',
    sentence: 'somebody posts with the hashtag {{fields.hashtag}}',
    fields: [hashtag],
    request: { get: '/api/v1/timelines/tag/{{fields.hashtag.name}}', query: PAGE },
    ...LISTED,
    ingredients: postIngredients('$'),
  },
  {
    slug: 'new_favorite',
    name: 'You favorite a post',
    description: 'Starts for each post that you favorite.',
    phrase: 'you favorite a post',
    request: { get: '/api/v1/favourites', query: PAGE },
    ...LISTED,
    ingredients: postIngredients('$'),
  },
]

export const mastodonTriggerSamples: Record<string, Sample> = {
  new_post: { fields: {}, answer: [samplePost] },
  new_mention: { fields: {}, answer: [{ id: '7', type: 'mention', created_at: POSTED, status: samplePost }] },
  new_follower: { fields: {}, answer: [{ id: '8', type: 'follow', created_at: POSTED, account: samplePost.account }] },
  new_post_with_hashtag: { fields: { hashtag: '#looms' }, answer: [samplePost] },
  new_favorite: { fields: {}, answer: [samplePost] },
}
