import { defineService, field, optionalField } from '../format/define-service.ts'
import { endGrant } from './end-grant.ts'
import { GITHUB } from './github-io.ts'
import { repository, repositoryAction, repositoryQuery } from './github-steps.ts'
import { markedTextAction } from './marked-text.ts'
import { githubTriggers, issueIngredients, issueSample } from './triggers.ts'

const REPOSITORY = '/repos/{{fields.owner}}/{{fields.repo}}'
const ISSUE = `${REPOSITORY}/issues/{{fields.number}}`
const number = field('number', 'Issue or pull request', 'text', { hint: 'Its number, such as 7.' })
const sampleFields = { repository: 'octocat/hello-world' }

const issueFields = [repository, field('title', 'Title', 'text'), optionalField('body', 'Text', 'textarea')]
const commentFields = [repository, number, field('body', 'Comment', 'textarea')]
const labelFields = [repository, number, field('label', 'Label', 'text')]

export const github = defineService({
  module_name: 'github',
  identifier: 'GitHub',
  name: 'GitHub',
  short_name: 'GitHub',
  description: 'Your repositories: react to stars, issues, releases and commits, and open issues from anywhere.',
  keywords: ['code', 'repository'],
  category: 'developers',
  brand_color: '#1f2328',
  popularity: 92,
  base_url: 'https://api.github.com',
  other_hosts: ['https://github.com'],
  headers: { ...GITHUB.headers },
  terms_url: 'https://docs.github.com/en/site-policy/github-terms/github-terms-of-service',
  write_gap: 1000,
  connect: {
    kind: 'oauth2',
    // As GitHub's own metadata names it (RFC 8414).
    issuer: 'https://github.com/login/oauth',
    authorize_url: 'https://github.com/login/oauth/authorize',
    token_url: 'https://github.com/login/oauth/access_token',
    revoke_url: null,
    client_auth: 'post',
    register_url: 'https://github.com/settings/developers',
    // An app of the newer kind has permissions of its own instead, and its tokens end.
    scopes: ['repo', 'notifications'],
    disconnect: endGrant,
    fields: [
      {
        slug: 'token',
        label: 'Personal access token',
        type: 'secret',
        hint: 'In GitHub: Settings, Developer settings, Personal access tokens. Fine-grained is best; with its permission “Webhooks”, Applets start at once.',
      },
    ],
    account: { get: '/user', id: '$.id', name: '$.login' },
  },
  triggers: githubTriggers,
  queries: [
    {
      slug: 'open_issues',
      name: 'Open issues',
      description: 'Looks up the open issues of a repository, newest first.',
      fields: [repository],
      ingredients: issueIngredients,
      run: repositoryQuery(
        { fields: [repository], ingredients: issueIngredients },
        {
          request: { method: 'get', path: `${REPOSITORY}/issues`, query: { state: 'open', per_page: '100' } },
          items: '$',
          without: '$.pull_request',
        },
      ),
      sample: issueSample,
    },
  ],
  actions: [
    {
      slug: 'create_issue',
      name: 'Open an issue',
      description: 'Opens an issue in a repository.',
      repeat: 'find',
      fields: issueFields,
      ...markedTextAction({
        fields: issueFields,
        post: `${REPOSITORY}/issues`,
        list: `${REPOSITORY}/issues`,
        query: { state: 'all' },
        json: { title: '{{fields.title}}' },
        id: '$.number',
      }),
      sample: {
        fields: { ...sampleFields, title: 'Found a bug', body: '' },
        answer: { number: 7, html_url: 'https://github.com/octocat/hello-world/issues/7' },
      },
    },
    {
      slug: 'create_comment',
      name: 'Add a comment',
      description: 'Comments on an issue or a pull request.',
      repeat: 'find',
      fields: commentFields,
      ...markedTextAction({
        fields: commentFields,
        post: `${ISSUE}/comments`,
        list: `${REPOSITORY}/issues/comments`,
        query: {},
        json: {},
        id: '$.id',
      }),
      sample: {
        fields: { ...sampleFields, number: '7', body: 'Thank you.' },
        answer: { id: 1, html_url: 'https://github.com/octocat/hello-world/issues/7#issuecomment-1' },
      },
    },
    {
      slug: 'add_label',
      name: 'Add a label',
      description: 'Puts a label on an issue or a pull request.',
      // A label is there once, however often it is added.
      repeat: 'safe',
      fields: labelFields,
      run: repositoryAction(labelFields, {
        request: { method: 'post', path: `${ISSUE}/labels`, json: { labels: ['{{fields.label}}'] } },
      }),
      sample: { fields: { ...sampleFields, number: '7', label: 'bug' }, answer: [{ id: 1, name: 'bug' }] },
    },
    {
      slug: 'star_repository',
      name: 'Star a repository',
      description: 'Stars a repository in your name.',
      repeat: 'safe',
      fields: [repository],
      run: repositoryAction([repository], {
        request: { method: 'put', path: '/user/starred/{{fields.owner}}/{{fields.repo}}' },
      }),
      sample: { fields: sampleFields, answer: '' },
    },
  ],
})
