import type { Poll } from '../../engine/steps/service-steps.ts'
import type { TriggerItem } from '../../system/runner-api/step-outcome.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { field, ingredient } from '../format/define-service.ts'
import { forwardPoll } from '../format/http/forward-poll.ts'
import type { ServiceCode } from '../format/service-code.ts'
import type { FieldDefinition, IngredientDefinition, Sample, TriggerFile } from '../format/service-definition.ts'
import { MASTODON } from './mastodon-account.ts'
import { POSTED, postIngredients, samplePost, withPlainText } from './post-ingredients.ts'

const LIMIT = 40
const followIngredients = [
  ingredient('FollowerHandle', 'Handle', 'text', 'ada', '$.account.acct'),
  ingredient('FollowerName', 'Name', 'text', 'Ada', '$.account.display_name'),
  ingredient('ProfileUrl', 'Profile', 'url', 'https://mastodon.example/@ada', '$.account.url'),
  ingredient('FollowedAt', 'Followed at', 'datetime', POSTED, '$.created_at'),
]
const hashtag = field('hashtag', 'Hashtag', 'text', { hint: 'Such as caturday, with or without #.' })
/** Not for a filter alone: a post to some must not go on to everyone by an Applet. */
const PUBLIC = new Set(['public', 'unlisted'])

type Listing = { path: string; query?: Record<string, string>; fields?: FieldDefinition[] }

function postPoll({ path, query = {}, fields = [] }: Listing, keep: (item: TriggerItem) => boolean = () => true): Poll {
  const poll = forwardPoll(
    MASTODON,
    {
      fields,
      ingredients: postIngredients('$'),
      request: { get: path, query },
      items: '$',
      id: '$.id',
      at: '$.created_at',
    },
    LIMIT,
  )
  return (call, io) => onItems(poll(call, io), (items) => items.filter(keep).map(asPost))
}

/** Notifications of one type. An old server that does not know `types[]` sends all. */
function notificationPoll(type: 'mention' | 'follow', ingredients: IngredientDefinition[]): Poll {
  const typed = ingredient('Type', 'Type', 'text', type, '$.type')
  const poll = forwardPoll(
    MASTODON,
    {
      ingredients: [...ingredients, typed],
      request: { get: '/api/v1/notifications', query: { 'types[]': type } },
      items: '$',
      id: '$.id',
      at: '$.created_at',
    },
    LIMIT,
  )
  const read = (item: TriggerItem): TriggerItem[] => {
    const { Type, ...others } = item.ingredients
    return Type === type ? [{ ...item, ingredients: others }] : []
  }
  return (call, io) => onItems(poll(call, io), (items) => items.flatMap(read))
}

async function onItems(asked: ReturnType<Poll>, change: (items: TriggerItem[]) => TriggerItem[]): ReturnType<Poll> {
  const outcome = await asked
  return outcome.ok ? { ok: true, value: { ...outcome.value, items: change(outcome.value.items) } } : outcome
}

function asPost(item: TriggerItem): TriggerItem {
  return { ...item, ingredients: withPlainText(item.ingredients) }
}

const pollTag = postPoll({ path: '/api/v1/timelines/tag/{{fields.hashtag}}', fields: [hashtag] })
const pollHashtag: Poll = async (call, io) => {
  const name = (call.fields['hashtag'] ?? '').trim().replace(/^#/, '')
  if (name === '' || /[\s#/]/.test(name)) return failedOutcome({ failure: 'input', message: 'Enter one hashtag.' })
  return pollTag({ ...call, fields: { hashtag: name } }, io)
}

const pollMentions = notificationPoll('mention', postIngredients('$.status'))

export const mastodonTriggers: TriggerFile[] = [
  {
    slug: 'new_post',
    name: 'You post',
    description: 'Starts for each public or unlisted post of yours, without boosts.',
    phrase: 'you post',
    ingredients: postIngredients('$'),
  },
  {
    slug: 'new_mention',
    name: 'Somebody mentions you',
    description: 'Starts for each post that mentions you.',
    phrase: 'somebody mentions you',
    ingredients: postIngredients('$.status'),
  },
  {
    slug: 'new_follower',
    name: 'New follower',
    description: 'Starts when somebody follows you.',
    phrase: 'somebody follows you',
    ingredients: followIngredients,
  },
  {
    slug: 'new_post_with_hashtag',
    name: 'New post with a hashtag',
    description: 'Starts for each public post with a hashtag that your server knows of.',
    phrase: 'somebody posts with a hashtag',
    fields: [hashtag],
    ingredients: postIngredients('$'),
  },
  {
    slug: 'new_favorite',
    name: 'You favorite a post',
    description: 'Starts for each post that you favorite.',
    phrase: 'you favorite a post',
    ingredients: postIngredients('$'),
  },
]

export const mastodonTriggerCode: NonNullable<ServiceCode['triggers']> = {
  new_post: {
    poll: postPoll(
      { path: '/api/v1/accounts/{{credentials.account}}/statuses', query: { exclude_reblogs: 'true' } },
      ({ ingredients }) => PUBLIC.has(String(ingredients['Visibility'])),
    ),
  },
  new_mention: { poll: (call, io) => onItems(pollMentions(call, io), (items) => items.map(asPost)) },
  new_follower: { poll: notificationPoll('follow', followIngredients) },
  new_post_with_hashtag: { poll: pollHashtag },
  new_favorite: { poll: postPoll({ path: '/api/v1/favourites' }) },
}

export const mastodonTriggerSamples: Record<string, Sample> = {
  new_post: { fields: {}, answer: [samplePost] },
  new_mention: { fields: {}, answer: [{ id: '7', type: 'mention', created_at: POSTED, status: samplePost }] },
  new_follower: { fields: {}, answer: [{ id: '8', type: 'follow', created_at: POSTED, account: samplePost.account }] },
  new_post_with_hashtag: { fields: { hashtag: '#looms' }, answer: [samplePost] },
  new_favorite: { fields: {}, answer: [samplePost] },
}
