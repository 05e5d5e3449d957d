import { join } from 'node:path'
import type { Published } from '../../stand-ins/doubles/published/held-to.ts'
import { partProblemsOf } from '../../stand-ins/doubles/published/published-types.ts'
import type * as types from './gitlab-types.ts'

type Named = {
  User: types.User
  Projects: types.Projects
  Issue: types.Issue
  Issues: types.Issues
  MergeRequests: types.MergeRequests
  Note: types.Note
  Notes: types.Notes
  ProjectQuery: types.ProjectQuery
  IssueQuery: types.IssueQuery
  MergeRequestQuery: types.MergeRequestQuery
  NoteQuery: types.NoteQuery
  NewIssue: types.NewIssue
  NewNote: types.NewNote
}
type Endpoint = { query?: keyof Named; body?: keyof Named; answer: keyof Named }

const ENDPOINTS: Record<string, Endpoint> = {
  'GET /api/v4/user': { answer: 'User' },
  'GET /api/v4/projects': { query: 'ProjectQuery', answer: 'Projects' },
  'GET /api/v4/projects/1/issues': { query: 'IssueQuery', answer: 'Issues' },
  'POST /api/v4/projects/1/issues': { body: 'NewIssue', answer: 'Issue' },
  'GET /api/v4/projects/1/merge_requests': { query: 'MergeRequestQuery', answer: 'MergeRequests' },
  'GET /api/v4/projects/1/issues/6/notes': { query: 'NoteQuery', answer: 'Notes' },
  'POST /api/v4/projects/1/issues/6/notes': { body: 'NewNote', answer: 'Note' },
}

const problemsOf = partProblemsOf<keyof Named>(join(import.meta.dirname, 'gitlab-types.ts'))

/** The client writes names of parameters as `orderBy`, and values with their types. */
function asClient(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value === 'true' ? true : value,
    ]),
  )
}

/** GitLab's API as the types of its client have it, for the project of the samples. */
export const publishedGitlab: Published = {
  requestProblems: ({ method, path, query, body }) => {
    const endpoint = ENDPOINTS[`${method} ${path}`]
    if (!endpoint) return [`${method} ${path} is not there`]
    return [
      ...(endpoint.query ? problemsOf(endpoint.query, asClient(query)) : Object.keys(query)),
      ...(endpoint.body ? problemsOf(endpoint.body, asClient(JSON.parse(body))) : []),
    ]
  },
  answerProblems: ({ method, path }, { body }) => {
    const endpoint = ENDPOINTS[`${method} ${path}`]
    return endpoint ? problemsOf(endpoint.answer, JSON.parse(body)) : []
  },
}
