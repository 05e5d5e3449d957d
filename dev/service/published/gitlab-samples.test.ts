import { expect, test } from 'vitest'
import { publishedGitlab } from './published-gitlab.fixture.ts'
import { askOptions, io, KEY, ofFile, pollTwice, problemsOf, runSamples } from './sampled-steps.fixture.ts'

test('an invented parameter or property is a problem', async () => {
  const [, issues, ...others] = await runSamples('gitlab')
  if (!issues) throw new Error('No issues')
  const wrong = { ...issues, query: { ...issues.query, newest: '1' }, answer: [{ id: 7, headline: 'x' }] }
  expect(problemsOf(publishedGitlab, [wrong, ...others])).toHaveLength(2)
})

test.each([
  ['issue', 'new_issue', { created_after: '2026-03-01T08:00:00.000Z', labels: 'bug,garden' }],
  ['merge request', 'new_merge_request', {}],
])('only what came since the newest %s is new', async (_, step, query) => {
  const sample = (await runSamples('gitlab')).find((each) => each.step === step)?.answer as object[]
  const later = { ...sample[0], id: 77, created_at: '2026-03-01T09:00:00.000Z' }
  const { fresh, asked } = await pollTwice('gitlab', step, [[sample], [[later, ...sample]]])
  expect(fresh.map(({ id }) => id)).toEqual(['77'])
  expect(asked[0]?.query).toMatchObject(query)
  expect(problemsOf(publishedGitlab, asked)).toEqual([])
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
  expect(problemsOf(publishedGitlab, [...first.asked, ...second.asked])).toEqual([])
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
