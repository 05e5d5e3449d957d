import { join } from 'node:path'
import { publishedEndpoints } from '../../stand-ins/doubles/published/published-endpoints.ts'
import { partOfType } from '../../stand-ins/doubles/published/published-types.ts'
import { camelCase } from './camel-case.ts'
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
const answer = (name: keyof Named) => partOfType(join(import.meta.dirname, 'gitlab-types.ts'), name)

/** The client writes names of parameters as `orderBy`, and values with their types. */
function sent(name: keyof Named) {
  return (values: unknown) =>
    answer(name)(
      Object.fromEntries(
        Object.entries(Object(values)).map(([each, value]) => [camelCase(each), value === 'true' ? true : value]),
      ),
    )
}

const PROJECT = String.raw`^/api/v4/projects/1`

/** GitLab's API as the types of its client have it, for the project of the samples. */
export const publishedGitlab = publishedEndpoints([
  { method: 'GET', path: /^\/api\/v4\/user$/, answer: answer('User') },
  { method: 'GET', path: /^\/api\/v4\/projects$/, query: sent('ProjectQuery'), answer: answer('Projects') },
  { method: 'GET', path: new RegExp(`${PROJECT}/issues$`), query: sent('IssueQuery'), answer: answer('Issues') },
  { method: 'POST', path: new RegExp(`${PROJECT}/issues$`), body: sent('NewIssue'), answer: answer('Issue') },
  {
    method: 'GET',
    path: new RegExp(`${PROJECT}/merge_requests$`),
    query: sent('MergeRequestQuery'),
    answer: answer('MergeRequests'),
  },
  { method: 'GET', path: new RegExp(`${PROJECT}/issues/6/notes$`), query: sent('NoteQuery'), answer: answer('Notes') },
  { method: 'POST', path: new RegExp(`${PROJECT}/issues/6/notes$`), body: sent('NewNote'), answer: answer('Note') },
])
