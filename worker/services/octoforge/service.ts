import {
  defineService,
  demoOAuth,
  demoPoll,
  field,
  ingredient,
  liveOptions,
  optionalField,
} from '../format/define-service.ts'

const repo = field('repo', 'Repository', 'select', liveOptions('repos'))
const repositoryName = ingredient('RepositoryName', 'Repository', 'text', 'looms/jacquard', '$.full_name')
const issue = [
  ingredient('IssueTitle', 'Title', 'text', 'The carry is one column late', '$.title'),
  ingredient('IssueUrl', 'Address', 'url', 'https://octoforge.test/ada/engine/issues/1', '$.url'),
  ingredient('IssueBody', 'Text', 'text', 'Seen with 40 digits.', '$.body'),
  ingredient('OpenedBy', 'Opened by', 'text', 'babbage', '$.from'),
  ingredient('CreatedAt', 'Opened at', 'datetime', '2026-03-01T08:00:00.000Z', '$.created_at'),
]
const issueAnswer = {
  issues: [
    {
      id: 'I01',
      title: 'The carry is one column late',
      body: 'Seen with 40 digits.',
      url: 'https://octoforge.test/ada/engine/issues/1',
      state: 'open',
      from: 'babbage',
      created_at: '2026-03-01T08:00:00.000Z',
      request_id: null,
    },
  ],
  next_cursor: null,
}
const issues = '/api/repos/{{fields.repo}}/issues'

export const octoforge = defineService({
  id: 'octoforge',
  name: 'Octoforge',
  description: 'Where your code lives. React to stars, issues and releases, and open issues from anywhere.',
  keywords: ['code', 'repository'],
  category: 'developers',
  color: '#24292f',
  popularity: 90,
  hosts: ['api.octoforge.example'],
  connect: demoOAuth('repos:read issues:read issues:write'),
  triggers: [
    {
      slug: 'new_star',
      name: 'You star a repository',
      description: 'Starts each time you star a repository.',
      ingredients: [
        repositoryName,
        ingredient('RepositoryUrl', 'Address', 'url', 'https://octoforge.test/looms/jacquard', '$.url'),
        ingredient('StarredAt', 'Starred at', 'datetime', '2026-03-02T09:14:00Z', '$.starred_at'),
      ],
      ...demoPoll('/api/starred', '$.starred', { at: '$.starred_at' }),
    },
    {
      slug: 'new_release',
      name: 'You publish a release',
      description: 'Starts for each release in your repositories.',
      ingredients: [
        ingredient('RepositoryName', 'Repository', 'text', 'ada/engine', '$.full_name'),
        ingredient('ReleaseName', 'Name', 'text', '1.4', '$.name'),
        ingredient('ReleaseUrl', 'Address', 'url', 'https://octoforge.test/ada/engine/releases/1.4', '$.url'),
        ingredient('ReleaseNotes', 'Notes', 'text', 'The carry is on time.', '$.notes'),
        ingredient('PublishedAt', 'Published at', 'datetime', '2026-03-03T10:00:00.000Z', '$.published_at'),
      ],
      ...demoPoll('/api/releases', '$.releases', { at: '$.published_at' }),
    },
    {
      slug: 'new_issue',
      name: 'New issue',
      description: 'Starts when someone opens an issue in your repository.',
      fields: [repo],
      ingredients: issue,
      ...demoPoll(issues, '$.issues'),
    },
  ],
  queries: [
    {
      slug: 'open_issues',
      name: 'Open issues',
      description: 'Looks up the open issues of a repository.',
      fields: [repo],
      ingredients: issue,
      request: { get: issues, query: { state: 'open', limit: '50' } },
      items: '$.issues',
    },
  ],
  actions: [
    {
      slug: 'create_issue',
      name: 'Open an issue',
      description: 'Opens an issue in your repository.',
      repeat: 'find',
      fields: [repo, field('title', 'Title', 'text'), optionalField('body', 'Text', 'textarea')],
      request: { post: issues, json: { title: '{{fields.title}}', body: '{{fields.body}}' } },
      result: { id: '$.id', url: '$.url' },
      find: {
        request: { get: issues, query: { limit: '100' } },
        items: '$.issues',
        key: '$.request_id',
      },
    },
  ],
  samples: {
    triggers: {
      new_star: {
        fields: {},
        answer: {
          starred: [
            {
              id: 'S01',
              full_name: 'looms/jacquard',
              url: 'https://octoforge.test/looms/jacquard',
              starred_at: '2026-03-02T09:14:00Z',
            },
          ],
          next_cursor: null,
        },
      },
      new_release: {
        fields: {},
        answer: {
          releases: [
            {
              id: 'V01',
              full_name: 'ada/engine',
              name: '1.4',
              url: 'https://octoforge.test/ada/engine/releases/1.4',
              notes: 'The carry is on time.',
              published_at: '2026-03-03T10:00:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
      new_issue: { fields: { repo: 'R01' }, answer: issueAnswer },
    },
    queries: {
      open_issues: { fields: { repo: 'R01' }, answer: issueAnswer },
    },
    actions: {
      create_issue: {
        fields: { repo: 'R01', title: 'A title', body: '' },
        answer: { id: 'I03', url: 'https://octoforge.test/ada/engine/issues/3' },
      },
    },
  },
})
