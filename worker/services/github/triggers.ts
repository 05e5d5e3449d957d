import { ingredient, optionalField } from '../format/define-service.ts'
import type { Sample, TriggerFile } from '../format/service-definition.ts'
import { REPOSITORY, repository } from './repository-field.ts'

/** Stars as GitHub lists them with their time. */
const WITH_TIME = { accept: 'application/vnd.github.star+json' }
const NEWEST = { sort: 'created', direction: 'desc', per_page: '50' }
const sampleFields = { repository: 'octocat/hello-world' }
const CREATED = '2026-03-02T09:14:00Z'
const page = 'https://github.com/octocat/hello-world'

export const issueIngredients = [
  ingredient('IssueTitle', 'Title', 'text', 'Found a bug', '$.title'),
  ingredient('IssueNumber', 'Number', 'number', '7', '$.number'),
  ingredient('IssueUrl', 'Link', 'url', `${page}/issues/7`, '$.html_url'),
  ingredient('IssueBody', 'Text', 'text', 'The carry is one column late.', '$.body'),
  ingredient('OpenedBy', 'Opened by', 'text', 'octocat', '$.user.login'),
  ingredient('CreatedAt', 'Opened at', 'datetime', CREATED, '$.created_at'),
]
export const issueSample = {
  fields: sampleFields,
  answer: [
    {
      id: 1,
      number: 7,
      title: 'Found a bug',
      html_url: `${page}/issues/7`,
      body: 'The carry is one column late.',
      user: { login: 'octocat' },
      created_at: CREATED,
    },
  ],
}

const releaseIngredients = [
  ingredient('ReleaseName', 'Name', 'text', 'Version 1', '$.name'),
  ingredient('TagName', 'Tag', 'text', 'v1.0.0', '$.tag_name'),
  ingredient('ReleaseUrl', 'Link', 'url', `${page}/releases/tag/v1.0.0`, '$.html_url'),
  ingredient('ReleaseNotes', 'Notes', 'text', 'The carry is on time.', '$.body'),
  ingredient('PublishedBy', 'Published by', 'text', 'octocat', '$.author.login'),
  ingredient('PublishedAt', 'Published at', 'datetime', CREATED, '$.published_at'),
]
const commitIngredients = [
  ingredient('CommitMessage', 'Message', 'text', 'Fix the carry', '$.commit.message'),
  ingredient('CommitId', 'Id', 'text', '6dcb09b5b57875f334f61aebed695e2e4193db5e', '$.sha'),
  ingredient('CommitUrl', 'Link', 'url', `${page}/commit/6dcb09b5`, '$.html_url'),
  ingredient('AuthorName', 'Author', 'text', 'Mona', '$.commit.author.name'),
  ingredient('CommittedAt', 'Committed at', 'datetime', CREATED, '$.commit.committer.date'),
]
const pullRequestIngredients = [
  ingredient('PullRequestTitle', 'Title', 'text', 'Fix the carry', '$.title'),
  ingredient('PullRequestNumber', 'Number', 'number', '8', '$.number'),
  ingredient('PullRequestUrl', 'Link', 'url', `${page}/pull/8`, '$.html_url'),
  ingredient('PullRequestBody', 'Text', 'text', 'One column earlier.', '$.body'),
  ingredient('OpenedBy', 'Opened by', 'text', 'octocat', '$.user.login'),
  ingredient('CreatedAt', 'Opened at', 'datetime', CREATED, '$.created_at'),
]
const starIngredients = [
  ingredient('StarredBy', 'Starred by', 'text', 'octocat', '$.user.login'),
  ingredient('ProfileUrl', 'Profile', 'url', 'https://github.com/octocat', '$.user.html_url'),
  ingredient('StarredAt', 'Starred at', 'datetime', CREATED, '$.starred_at'),
]
const starredIngredients = [
  ingredient('RepositoryName', 'Repository', 'text', 'octocat/hello-world', '$.repo.full_name'),
  ingredient('RepositoryUrl', 'Link', 'url', page, '$.repo.html_url'),
  ingredient('RepositoryDescription', 'Description', 'text', 'My first repository', '$.repo.description'),
  ingredient('StarredAt', 'Starred at', 'datetime', CREATED, '$.starred_at'),
]
const notificationIngredients = [
  ingredient('Subject', 'Subject', 'text', 'Greetings', '$.subject.title'),
  ingredient('SubjectType', 'Kind', 'text', 'Issue', '$.subject.type'),
  ingredient('SubjectUrl', 'Link', 'url', `${page}/issues/7`, '$.subject.url'),
  ingredient('Reason', 'Reason', 'text', 'mention', '$.reason'),
  ingredient('RepositoryName', 'Repository', 'text', 'octocat/hello-world', '$.repository.full_name'),
  ingredient('UpdatedAt', 'Updated at', 'datetime', CREATED, '$.updated_at'),
]
const branch = optionalField('branch', 'Branch', 'text', { hint: 'Leave it empty for the default branch.' })

export const githubTriggers: TriggerFile[] = [
  {
    slug: 'new_star',
    name: 'New star',
    description: 'Starts when someone stars your repository.',
    phrase: 'someone stars your repository',
    sentence: 'someone stars {{fields.repository}}',
    fields: [repository],
    request: { get: `${REPOSITORY}/stargazers`, headers: WITH_TIME },
    id: '$.user.id',
    at: '$.starred_at',
    order: 'oldest_first',
    ingredients: starIngredients,
  },
  {
    slug: 'new_starred_repository',
    name: 'You star a repository',
    description: 'Starts each time you star a repository.',
    phrase: 'you star a repository',
    request: {
      get: '/user/starred',
      headers: WITH_TIME,
      query: NEWEST,
    },
    id: '$.repo.id',
    at: '$.starred_at',
    next: { link: 'next' },
    ingredients: starredIngredients,
  },
  {
    slug: 'new_issue',
    name: 'New issue',
    description: 'Starts when someone opens an issue.',
    phrase: 'someone opens an issue',
    sentence: 'someone opens an issue in {{fields.repository}}',
    fields: [repository],
    request: { get: `${REPOSITORY}/issues`, query: { state: 'all', ...NEWEST } },
    id: '$.id',
    at: '$.created_at',
    // GitHub lists pull requests among the issues.
    where: { '$.pull_request': null },
    next: { link: 'next' },
    ingredients: issueIngredients,
  },
  {
    slug: 'new_pull_request',
    name: 'New pull request',
    description: 'Starts when someone opens a pull request.',
    phrase: 'someone opens a pull request',
    sentence: 'someone opens a pull request in {{fields.repository}}',
    fields: [repository],
    request: { get: `${REPOSITORY}/pulls`, query: { state: 'all', ...NEWEST } },
    id: '$.id',
    at: '$.created_at',
    next: { link: 'next' },
    ingredients: pullRequestIngredients,
  },
  {
    slug: 'new_release',
    name: 'New release',
    description: 'Starts when a release is published.',
    phrase: 'a release is published',
    sentence: '{{fields.repository}} publishes a release',
    fields: [repository],
    request: { get: `${REPOSITORY}/releases`, query: { per_page: '50' } },
    id: '$.id',
    at: '$.published_at',
    // Owners see drafts too; one becomes an event when it is published.
    where: { '$.draft': null },
    next: { link: 'next' },
    ingredients: releaseIngredients,
  },
  {
    slug: 'new_commit',
    name: 'New commit',
    description: 'Starts for each new commit of a branch.',
    phrase: 'a branch has a new commit',
    sentence: '{{fields.repository}} has a new commit',
    fields: [repository, branch],
    request: { get: `${REPOSITORY}/commits`, query: { sha: '{{fields.branch}}', per_page: '50' } },
    id: '$.sha',
    at: '$.commit.committer.date',
    next: { link: 'next' },
    // A repository without commits.
    errors: [{ status: 409, as: 'done' }],
    ingredients: commitIngredients,
  },
  {
    slug: 'new_notification',
    name: 'New notification',
    description: 'Starts for each of your notifications. This needs a sign-in, or a classic token.',
    phrase: 'you get a notification from GitHub',
    request: { get: '/notifications', query: { all: 'true', per_page: '50' } },
    // A thread keeps its id when something happens in it again.
    id: ['$.id', '{{$.updated_at | milliseconds}}'],
    at: '$.updated_at',
    next: { link: 'next' },
    ingredients: notificationIngredients,
  },
]

export const githubTriggerSamples: Record<string, Sample> = {
  new_star: {
    fields: sampleFields,
    answer: [{ starred_at: CREATED, user: { id: 1, login: 'octocat', html_url: 'https://github.com/octocat' } }],
  },
  new_starred_repository: {
    fields: {},
    answer: [
      {
        starred_at: CREATED,
        repo: { id: 1, full_name: 'octocat/hello-world', html_url: page, description: 'My first repository' },
      },
    ],
  },
  new_issue: issueSample,
  new_pull_request: {
    fields: sampleFields,
    answer: [
      {
        id: 2,
        number: 8,
        title: 'Fix the carry',
        html_url: `${page}/pull/8`,
        body: 'One column earlier.',
        user: { login: 'octocat' },
        created_at: CREATED,
      },
    ],
  },
  new_release: {
    fields: sampleFields,
    answer: [
      {
        id: 3,
        name: 'Version 1',
        tag_name: 'v1.0.0',
        html_url: `${page}/releases/tag/v1.0.0`,
        body: 'The carry is on time.',
        author: { login: 'octocat' },
        draft: false,
        published_at: CREATED,
      },
    ],
  },
  new_commit: {
    fields: { ...sampleFields, branch: '' },
    answer: [
      {
        sha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
        html_url: `${page}/commit/6dcb09b5`,
        commit: { message: 'Fix the carry', author: { name: 'Mona', date: CREATED }, committer: { date: CREATED } },
      },
    ],
  },
  new_notification: {
    fields: {},
    answer: [
      {
        id: '1',
        reason: 'mention',
        updated_at: CREATED,
        subject: {
          title: 'Greetings',
          type: 'Issue',
          url: 'https://api.github.com/repos/octocat/hello-world/issues/7',
        },
        repository: { full_name: 'octocat/hello-world' },
      },
    ],
  },
}
