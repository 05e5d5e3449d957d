import { defineService, field, optionalField } from '../format/define-service.ts'
import { BLUESKY, pageOf } from './bluesky-api.ts'
import { requestSamples, sampleAccount, sampleFacets, samplePost } from './bluesky-samples.ts'
import { blueskyTriggers, blueskyTriggerSamples } from './bluesky-triggers.ts'
import { writePost } from './post.ts'
import { blueskySession } from './bluesky-session.ts'

const POST = 'app.bsky.feed.post'

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
        match: {
          as: '{first:4}-{second:4}-{third:4}-{fourth:4}',
          message: "An app password looks like abcd-efgh-ijkl-mnop. Your account's own password is not needed here.",
        },
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
      fields: [
        field('text', 'Text', 'textarea', { hint: 'Up to 300 characters. Links, @handles and #tags become links.' }),
        optionalField('link', 'Link below the post', 'url'),
        optionalField('link_title', 'Title of the link', 'text'),
      ],
      request: {
        post: '/xrpc/com.atproto.repo.putRecord',
        json: {
          repo: '{{credentials.did}}',
          collection: POST,
          rkey: '{{values.record_key}}',
          record: {
            $type: POST,
            text: '{{fields.text | trim}}',
            createdAt: '{{values.created_at}}',
            facets: { $parse: '{{values.facets}}' },
            embed: {
              $if: '{{fields.link | trim}}',
              $then: {
                $type: 'app.bsky.embed.external',
                external: {
                  uri: '{{fields.link | trim}}',
                  title: '{{fields.link_title | trim | default: fields.link | trim}}',
                  description: '',
                },
              },
            },
          },
        },
      },
      result: { id: '$.uri', url: pageOf('$.uri') },
    },
  ],
  samples: {
    account: sampleAccount,
    triggers: blueskyTriggerSamples,
    actions: {
      post: {
        fields: { text: 'Hello @ada.example', link: 'https://ada.example/looms', link_title: '' },
        // Key and time are those of the run that the tables of tests give.
        values: { record_key: '3mgorzwugdlvn', created_at: '2026-03-10T06:55:05.216Z', facets: sampleFacets },
        answer: samplePost,
      },
    },
    requests: requestSamples,
  },
  code: {
    actions: { post: { asked: writePost } },
    session: blueskySession,
  },
})
