import { join } from 'node:path'
import { expect, test } from 'vitest'
import { partProblemsOf } from '../../stand-ins/doubles/published/published-types.ts'
import type * as types from './gitlab-types.ts'
import { askOptions, io, KEY, ofFile, pollTwice, runSamples, type SampledStep } from './sampled-steps.fixture.ts'

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

/** Lists what is not as GitLab's client has it. */
function gitlabProblems(steps: readonly SampledStep[]): string[] {
  return steps.flatMap(({ step, method, path, query, body, answer }) => {
    const endpoint = ENDPOINTS[`${method} ${path}`]
    if (!endpoint) return [`${step}: ${method} ${path} is not there`]
    return [
      ...(endpoint.query ? problemsOf(endpoint.query, asClient(query)) : Object.keys(query)),
      ...(endpoint.body ? problemsOf(endpoint.body, asClient(JSON.parse(body))) : []),
      ...problemsOf(endpoint.answer, answer),
    ].map((problem) => `${step}: ${problem}`)
  })
}

test('GitLab is asked and answers as its client has it', async () => {
  const steps = await runSamples('gitlab')
  expect(steps).toHaveLength(6)
  expect(gitlabProblems(steps)).toEqual([])
})

test('an invented parameter or property is a problem', async () => {
  const [, issues, ...others] = await runSamples('gitlab')
  if (!issues) throw new Error('No issues')
  const wrong = { ...issues, query: { ...issues.query, newest: '1' }, answer: [{ id: 7, headline: 'x' }] }
  expect(gitlabProblems([wrong, ...others])).toHaveLength(2)
})

test('only what came since the newest issue is asked for', async () => {
  const sample = (await runSamples('gitlab')).find(({ step }) => step === 'new_issue')?.answer as object[]
  const later = { ...sample[0], id: 77, created_at: '2026-03-01T09:00:00.000Z' }
  const { fresh, asked } = await pollTwice('gitlab', 'new_issue', [[sample], [[later, ...sample]]])
  expect(fresh.map(({ id }) => id)).toEqual(['77'])
  expect(asked[0]?.query).toMatchObject({ created_after: '2026-03-01T08:00:00.000Z', labels: 'bug,garden' })
  expect(gitlabProblems(asked)).toEqual([])
})

test('a merge request is new once', async () => {
  const sample = (await runSamples('gitlab')).find(({ step }) => step === 'new_merge_request')?.answer as object[]
  const later = { ...sample[0], id: 92, created_at: '2026-03-01T09:00:00.000Z' }
  const { fresh, asked } = await pollTwice('gitlab', 'new_merge_request', [[sample], [[later, ...sample]]])
  expect(fresh.map(({ id }) => id)).toEqual(['92'])
  expect(gitlabProblems(asked)).toEqual([])
})

test('projects and issues are listed to choose from', async () => {
  const projects = [{ id: 1, path_with_namespace: 'ada/garden' }]
  const issues = [{ id: 76, iid: 6, title: 'The fern droops' }]
  const first = await askOptions('gitlab', { step: 'new_issue', field: 'project' }, [projects])
  const second = await askOptions('gitlab', { step: 'comment_issue', field: 'issue', values: { project: '1' } }, [
    issues,
  ])
  expect([...first.choices, ...second.choices]).toEqual([
    { value: '1', label: 'ada/garden' },
    { value: '6', label: '#6 The fern droops' },
  ])
  expect(gitlabProblems([...first.asked, ...second.asked])).toEqual([])
})

test.each([
  ['create_issue', 'description'],
  ['comment_issue', 'body'],
])('%s finds what an earlier try made', async (slug, property) => {
  const { file, service } = ofFile('gitlab')
  const { fields = {}, answer } = file.samples?.actions?.[slug] ?? {}
  const sent = (await runSamples('gitlab')).find(({ step }) => step === slug)
  const text: string = JSON.parse(sent?.body ?? '{}')[property]
  const list = [
    { ...Object(answer), id: 1, [property]: 'Of somebody else.' },
    { ...Object(answer), [property]: text },
  ]
  const given = { ...io(file, [list]).io, key: KEY }
  expect(await service.actions[slug]?.find?.({ fields, applet_id: 1 }, given)).toMatchObject({
    ok: true,
    value: { id: String(Object(answer).id) },
  })
})
