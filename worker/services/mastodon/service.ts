import { defineService, field, optionalField } from '../format/define-service.ts'
import { boostPost } from './boost-post.ts'
import { MASTODON, mastodonServers } from './mastodon-account.ts'
import { POST_URL, postIngredients, samplePost } from './post-ingredients.ts'
import { mastodonTriggers, mastodonTriggerSamples } from './mastodon-triggers.ts'

const VISIBILITIES = [
  { label: 'Public', value: 'public' },
  { label: 'Unlisted', value: 'unlisted' },
  { label: 'Followers only', value: 'private' },
  { label: 'Only people it mentions', value: 'direct' },
]

export const mastodon = defineService({
  ...MASTODON,
  description: 'An open social network of many servers: post from anywhere, and react to mentions and hashtags.',
  category: 'social',
  color: '#6364ff',
  popularity: 84,
  // The default limit of each server for an account (https://docs.joinmastodon.org/api/rate-limits/).
  account_limit: { calls: 300, per: 300 },
  connect: {
    kind: 'oauth2',
    authorize_url: '/oauth/authorize',
    token_url: '/oauth/token',
    revoke_url: '/oauth/revoke',
    scopes: 'read:accounts read:favourites read:notifications read:search read:statuses write:statuses',
    // Ids are a server's own, so its name belongs to them; steps ask for the account by its id.
    account: {
      get: '/api/v1/accounts/verify_credentials',
      id: '{{$.id}}@{{credentials.server | host}}',
      name: '@{{$.username}}@{{credentials.server | host}}',
      keep: { account: '$.id' },
    },
  },
  triggers: mastodonTriggers,
  queries: [
    {
      slug: 'recent_posts',
      name: 'Your recent posts',
      description: 'Looks up what you posted last, newest first, without boosts.',
      phrase: 'your recent posts',
      request: {
        get: '/api/v1/accounts/{{credentials.account}}/statuses',
        query: { exclude_reblogs: 'true', limit: '40' },
      },
      ingredients: postIngredients('$'),
    },
  ],
  actions: [
    {
      slug: 'post',
      name: 'Post',
      description: 'Posts in your name.',
      phrase: 'post',
      repeat: 'key',
      fields: [
        field('text', 'Text', 'textarea', { hint: 'Up to 500 characters on most servers.' }),
        field('visibility', 'Who may see it', 'select', {
          options: VISIBILITIES,
          default_value: 'public',
          destination: true,
        }),
        optionalField('warning', 'Content warning', 'text', { hint: 'Shown instead of the text until it is opened.' }),
      ],
      request: {
        post: '/api/v1/statuses',
        json: {
          status: '{{fields.text}}',
          visibility: '{{fields.visibility | default: "public"}}',
          spoiler_text: '{{fields.warning}}',
        },
      },
      result: { id: '$.id', url: '$.url' },
    },
    {
      slug: 'boost',
      name: 'Boost a post',
      description: 'Boosts a post in your name.',
      phrase: 'boost a post',
      sentence: 'boost the post {{fields.post}}',
      repeat: 'safe',
      fields: [field('post', 'Post', 'url', { hint: 'A link to the post, on any server.' })],
      request: { post: '/api/v1/statuses/{{values.id}}/reblog' },
      result: { id: '$.id', url: '$.reblog.url' },
    },
  ],
  samples: {
    account: { id: '1', username: 'ada' },
    triggers: mastodonTriggerSamples,
    queries: {
      recent_posts: { fields: {}, answer: [samplePost] },
    },
    actions: {
      post: { fields: { text: 'Hello', visibility: 'public', warning: '' }, answer: samplePost },
      boost: {
        fields: { post: POST_URL },
        values: { id: samplePost.id },
        answer: { ...samplePost, id: '116159000000000002', reblog: samplePost },
      },
    },
    requests: {
      find_post: { values: { post: POST_URL }, answer: { accounts: [], statuses: [samplePost], hashtags: [] } },
      register_client: {
        values: {
          name: 'Switchyard',
          website: 'https://switchyard.example',
          redirect_uri: 'https://switchyard.example/api/connections/callback/mastodon',
          scopes: 'read:statuses write:statuses',
        },
        answer: { client_id: 'sample-client', client_secret: 'sample-secret' },
      },
    },
  },
  code: {
    actions: { boost: { asked: boostPost } },
    servers: mastodonServers,
  },
})
