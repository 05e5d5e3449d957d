import { defineService, field, optionalField } from '../format/define-service.ts'
import { blueskyTriggers } from './bluesky-triggers.ts'
import { writePost } from './post.ts'
import { blueskyAccount, blueskySession } from './bluesky-session.ts'

const postFields = [
  field('text', 'Text', 'textarea', { hint: 'Up to 300 characters. Links, @handles and #tags become links.' }),
  optionalField('link', 'Link below the post', 'url'),
  optionalField('link_title', 'Title of the link', 'text'),
]

export const bluesky = defineService({
  module_name: 'bluesky',
  identifier: 'Bluesky',
  name: 'Bluesky',
  short_name: 'Bluesky',
  description: 'An open social network: post from anywhere, and react to mentions, posts and followers.',
  keywords: ['social'],
  category: 'social',
  brand_color: '#0f73e8',
  popularity: 85,
  base_url: 'https://bsky.social',
  terms_url: 'https://bsky.social/about/support/tos',
  connect: {
    kind: 'key',
    fields: [
      { slug: 'handle', label: 'Handle', type: 'text', hint: 'Such as ada.bsky.social.' },
      {
        slug: 'app_password',
        label: 'App password',
        type: 'secret',
        hint: 'In Bluesky: Settings, Privacy and security, App passwords.',
      },
    ],
    session: blueskySession,
    account: blueskyAccount,
  },
  triggers: blueskyTriggers,
  queries: [],
  actions: [
    {
      slug: 'post',
      name: 'Post',
      description: 'Posts up to 300 characters in your name.',
      repeat: 'key',
      fields: postFields,
      run: writePost(postFields),
      sample: {
        fields: { text: 'Hello', link: '', link_title: '' },
        answer: { uri: 'at://did:plc:44ybard66vv44zksje25o7dz/app.bsky.feed.post/3jwdwj2ctlk26', cid: 'bafyreib' },
      },
    },
  ],
})
