import { defineService, field, optionalField } from '../format/define-service.ts'
import { BLUESKY } from './bluesky-api.ts'
import { blueskyTriggers, blueskyTriggerSamples } from './bluesky-triggers.ts'
import { writePost } from './post.ts'
import { blueskySession } from './bluesky-session.ts'

const postFields = [
  field('text', 'Text', 'textarea', { hint: 'Up to 300 characters. Links, @handles and #tags become links.' }),
  optionalField('link', 'Link below the post', 'url'),
  optionalField('link_title', 'Title of the link', 'text'),
]

export const bluesky = defineService({
  ...BLUESKY,
  description: 'An open social network: post from anywhere, and react to mentions, posts and followers.',
  keywords: ['social'],
  category: 'social',
  color: '#0f73e8',
  popularity: 85,
  terms_url: 'https://bsky.social/about/support/tos',
  connect: {
    kind: 'key',
    fields: [
      { slug: 'handle', label: 'Handle', type: 'text', hint: 'Such as ada.bsky.social.' },
      {
        slug: 'app_password',
        label: 'App password',
        type: 'secret',
        page: 'https://bsky.app/settings/app-passwords',
        hint: 'In Bluesky: Settings, Privacy and security, App passwords.',
      },
    ],
    account: { get: '/xrpc/com.atproto.server.getSession', id: '$.did', name: '@{{$.handle}}' },
  },
  triggers: blueskyTriggers,
  actions: [
    {
      slug: 'post',
      name: 'Post',
      description: 'Posts up to 300 characters in your name.',
      phrase: 'post',
      repeat: 'key',
      fields: postFields,
    },
  ],
  samples: {
    account: { did: 'did:plc:44ybard66vv44zksje25o7dz', handle: 'ada.bsky.social' },
    triggers: blueskyTriggerSamples,
    actions: {
      post: {
        fields: { text: 'Hello', link: '', link_title: '' },
        answer: { uri: 'at://did:plc:44ybard66vv44zksje25o7dz/app.bsky.feed.post/3jwdwj2ctlk26', cid: 'bafyreib' },
      },
    },
  },
  code: {
    actions: { post: { run: writePost(postFields) } },
    session: blueskySession,
  },
})
