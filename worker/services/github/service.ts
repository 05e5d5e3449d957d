import { defineService, field, optionalField } from '../format/define-service.ts'
import { endGrant } from './end-grant.ts'
import { GITHUB } from './github-api.ts'
import { pollStars } from './new-stars.ts'
import { withPageOfSubject } from './page-of-subject.ts'
import { REPOSITORY, repository } from './repository-field.ts'
import { toldByHook } from './repository-hook.ts'
import { githubTriggers, githubTriggerSamples, issueIngredients, issueSample } from './triggers.ts'

const ISSUE = `${REPOSITORY}/issues/{{fields.number}}`
const number = field('number', 'Issue or pull request', 'text', { hint: 'Its number, such as 7.' })
const sampleFields = { repository: 'octocat/hello-world' }

/** Where an action writes. */
const writtenTo = { ...repository, destination: true } as const

/** A comment that no page shows, by which a text is found again. */
const MARK = '<!-- switchyard {{key}} -->'
const BODY = `{{fields.body}}\n\n${MARK}`
const NEWEST = { sort: 'created', direction: 'desc', per_page: '100' }

export const github = defineService({
  ...GITHUB,
  description: 'Your repositories: react to stars, issues, releases and commits, and open issues from anywhere.',
  keywords: ['code', 'repository'],
  category: 'developers',
  color: '#1f2328',
  popularity: 92,
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
        page: 'https://github.com/settings/personal-access-tokens/new',
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
      sentence: 'the open issues in {{fields.repository}}',
      fields: [repository],
      request: { get: `${REPOSITORY}/issues`, query: { state: 'open', per_page: '100' } },
      where: { '$.pull_request': null },
      ingredients: issueIngredients,
    },
  ],
  actions: [
    {
      slug: 'create_issue',
      name: 'Open an issue',
      description: 'Opens an issue in a repository.',
      phrase: 'open an issue',
      sentence: 'open an issue in {{fields.repository}}',
      repeat: 'find',
      fields: [writtenTo, field('title', 'Title', 'text'), optionalField('body', 'Text', 'textarea')],
      request: {
        post: `${REPOSITORY}/issues`,
        json: { title: '{{fields.title}}', body: { $if: '{{fields.body}}', $then: BODY, $else: MARK } },
      },
      result: { id: '$.number', url: '$.html_url' },
      find: {
        request: { get: `${REPOSITORY}/issues`, query: { state: 'all', ...NEWEST } },
        items: '$',
        mark: '$.body',
      },
    },
    {
      slug: 'create_comment',
      name: 'Add a comment',
      description: 'Comments on an issue or a pull request.',
      phrase: 'add a comment to an issue',
      sentence: 'add a comment to issue {{fields.number}} in {{fields.repository}}',
      repeat: 'find',
      fields: [writtenTo, number, field('body', 'Comment', 'textarea')],
      request: { post: `${ISSUE}/comments`, json: { body: BODY } },
      result: { id: '$.id', url: '$.html_url' },
      find: { request: { get: `${REPOSITORY}/issues/comments`, query: NEWEST }, items: '$', mark: '$.body' },
    },
    {
      slug: 'add_label',
      name: 'Add a label',
      description: 'Puts a label on an issue or a pull request.',
      phrase: 'add a label to an issue',
      sentence: 'add the label {{fields.label}} to issue {{fields.number}} in {{fields.repository}}',
      // A label is there once, however often it is added.
      repeat: 'safe',
      fields: [writtenTo, number, field('label', 'Label', 'text')],
      request: { post: `${ISSUE}/labels`, json: { labels: ['{{fields.label}}'] } },
    },
    {
      slug: 'star_repository',
      name: 'Star a repository',
      description: 'Stars a repository in your name.',
      phrase: 'star a repository',
      sentence: 'star {{fields.repository}}',
      repeat: 'safe',
      fields: [repository],
      request: { put: '/user/starred/{{fields.repository.owner}}/{{fields.repository.repo}}' },
    },
  ],
  samples: {
    account: { id: 1, login: 'octocat' },
    triggers: githubTriggerSamples,
    queries: {
      open_issues: issueSample,
    },
    actions: {
      create_issue: {
        fields: { ...sampleFields, title: 'Found a bug', body: '' },
        status: 201,
        answer: { number: 7, html_url: 'https://github.com/octocat/hello-world/issues/7' },
      },
      create_comment: {
        fields: { ...sampleFields, number: '7', body: 'Thank you.' },
        status: 201,
        answer: { id: 1, html_url: 'https://github.com/octocat/hello-world/issues/7#issuecomment-1' },
      },
      add_label: { fields: { ...sampleFields, number: '7', label: 'bug' }, answer: [{ id: 1, name: 'bug' }] },
      star_repository: { fields: sampleFields, answer: '' },
    },
  },
  code: {
    ...GITHUB.code,
    triggers: {
      new_star: { polled: toldByHook({ event: 'star', action: 'created', has: '$.starred_at' }, pollStars) },
      new_issue: { polled: toldByHook({ event: 'issues', action: 'opened', has: '$.issue.id' }) },
      new_pull_request: { polled: toldByHook({ event: 'pull_request', action: 'opened', has: '$.pull_request.id' }) },
      new_release: { polled: toldByHook({ event: 'release', action: 'published', has: '$.release.id' }) },
      new_commit: { polled: toldByHook({ event: 'push', action: null, has: '$.ref' }) },
      new_notification: { polled: withPageOfSubject },
    },
    disconnect: endGrant,
  },
})
