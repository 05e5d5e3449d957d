import { field } from '../format/define-service.ts'

/** Repositories that the token sees, those last pushed to first; another one can be typed, or its address. */
export const repository = field('repository', 'Repository', 'text', {
  hint: 'Such as octocat/hello-world.',
  match: {
    as: [
      '{site*}github.com/{owner}/{repo}.git',
      '{site*}github.com/{owner}/{repo}/',
      '{site*}github.com/{owner}/{repo}',
      '{owner}/{repo}.git',
      '{owner}/{repo}/',
      '{owner}/{repo}',
    ],
    message: 'Repository must look like owner/name, such as octocat/hello-world.',
  },
  options: {
    get: '/user/repos?per_page=100&sort=pushed',
    items: '$',
    value: '$.full_name',
    label: '$.full_name',
  },
})

/** Where a repository is at GitHub's API. */
export const REPOSITORY = '/repos/{{fields.repository.owner}}/{{fields.repository.repo}}'
