import { defineService, field, optionalField } from '../format/define-service.ts'
import { endGrant } from './end-grant.ts'
import { GITHUB } from './github-io.ts'
import { repository, repositoryAction, repositoryQuery } from './github-steps.ts'
import { markedTextAction } from './marked-text.ts'
import { githubTriggerCode, githubTriggers, githubTriggerSamples, issueIngredients, issueSample } from './triggers.ts'

const REPOSITORY = '/repos/{{fields.owner}}/{{fields.repo}}'
const ISSUE = `${REPOSITORY}/issues/{{fields.number}}`
const number = field('number', 'Issue or pull request', 'text', { hint: 'Its number, such as 7.' })
const sampleFields = { repository: 'octocat/hello-world' }

/** Where an action writes. */
const writtenTo = { ...repository, destination: true } as const

const issueFields = [writtenTo, field('title', 'Title', 'text'), optionalField('body', 'Text', 'textarea')]
const commentFields = [writtenTo, number, field('body', 'Comment', 'textarea')]
const labelFields = [writtenTo, number, field('label', 'Label', 'text')]

export const github = defineService({
  id: GITHUB.id,
  name: GITHUB.name,
  description: 'Your repositories: react to stars, issues, releases and commits, and open issues from anywhere.',
  keywords: ['code', 'repository'],
  category: 'developers',
  color: '#1f2328',
  popularity: 92,
  hosts: GITHUB.hosts,
  headers: { ...GITHUB.headers },
  terms_url: 'https://docs.github.com/en/site-policy/github-terms/github-terms-of-service',
  write_gap: 1000,
  connect: {
    kind: 'oauth2',
    // As GitHub's own metadata names it (RFC 8414).
    issuer: 'https://github.com/login/oauth',
    authorize_url: 'https://github.com/login/oauth/authorize',
    token_url: 'https://github.com/login/oauth/access_token',
    client_auth: 'post',
    register_url: 'https://github.com/settings/developers',
    // An app of the newer kind has permissions of its own instead, and its tokens end.
    scopes: 'repo notifications',
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
      phrase: 'the open issues of a repository',
      fields: [repository],
      ingredients: issueIngredients,
    },
  ],
  actions: [
    {
      slug: 'create_issue',
      name: 'Open an issue',
      description: 'Opens an issue in a repository.',
      phrase: 'open an issue',
      repeat: 'find',
      fields: issueFields,
    },
    {
      slug: 'create_comment',
      name: 'Add a comment',
      description: 'Comments on an issue or a pull request.',
      phrase: 'add a comment to an issue',
      repeat: 'find',
      fields: commentFields,
    },
    {
      slug: 'add_label',
      name: 'Add a label',
      description: 'Puts a label on an issue or a pull request.',
      phrase: 'add a label to an issue',
      // A label is there once, however often it is added.
      repeat: 'safe',
      fields: labelFields,
    },
    {
      slug: 'star_repository',
      name: 'Star a repository',
      description: 'Stars a repository in your name.',
      phrase: 'star a repository',
      repeat: 'safe',
      fields: [repository],
    },
  ],
  samples: {
    triggers: githubTriggerSamples,
    queries: {
      open_issues: issueSample,
    },
    actions: {
      create_issue: {
        fields: { ...sampleFields, title: 'Found a bug', body: '' },
        answer: { number: 7, html_url: 'https://github.com/octocat/hello-world/issues/7' },
      },
      create_comment: {
        fields: { ...sampleFields, number: '7', body: 'Thank you.' },
        answer: { id: 1, html_url: 'https://github.com/octocat/hello-world/issues/7#issuecomment-1' },
      },
      add_label: { fields: { ...sampleFields, number: '7', label: 'bug' }, answer: [{ id: 1, name: 'bug' }] },
      star_repository: { fields: sampleFields, answer: '' },
    },
  },
  code: {
    triggers: githubTriggerCode,
    queries: {
      open_issues: repositoryQuery({
        fields: [repository],
        ingredients: issueIngredients,
        request: { get: `${REPOSITORY}/issues`, query: { state: 'open', per_page: '100' } },
        where: { '$.pull_request': null },
      }),
    },
    actions: {
      create_issue: markedTextAction({
        fields: issueFields,
        post: `${REPOSITORY}/issues`,
        list: `${REPOSITORY}/issues`,
        query: { state: 'all' },
        json: { title: '{{fields.title}}' },
        id: '$.number',
      }),
      create_comment: markedTextAction({
        fields: commentFields,
        post: `${ISSUE}/comments`,
        list: `${REPOSITORY}/issues/comments`,
        query: {},
        json: {},
        id: '$.id',
      }),
      add_label: {
        run: repositoryAction(labelFields, {
          request: { post: `${ISSUE}/labels`, json: { labels: ['{{fields.label}}'] } },
        }),
      },
      star_repository: {
        run: repositoryAction([repository], {
          request: { put: '/user/starred/{{fields.owner}}/{{fields.repo}}' },
        }),
      },
    },
    disconnect: endGrant,
  },
})
