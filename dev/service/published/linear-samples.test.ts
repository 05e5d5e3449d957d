import { expect, test } from 'vitest'
import { readPlace } from '../../../worker/services/format/answer-place.ts'
import { publishedLinear } from './published-linear.fixture.ts'
import { askOptions, io, KEY, ofFile, pollTwice, problemsOf, runSamples } from './sampled-steps.fixture.ts'

test('only a token is sent as Bearer, not a pasted key', async () => {
  const [pasted] = await runSamples('linear')
  expect(pasted?.headers['authorization']).toBe('the-api_key')
  const { file, service } = ofFile('linear')
  const { io: given, asked } = io(file, [file.samples?.account])
  await service.checkAccount?.({ ...given, token: 'the-token', credentials: { token: 'the-token' } })
  expect(asked[0]?.init.headers).toMatchObject({ authorization: 'Bearer the-token' })
})

const MADE = '9d4ac6b0-1d28-4d11-8a77-0f6b3f1f3f10'

test.each([
  ['create_issue', 'issues', 'https://linear.app/acme/issue/GAR-42/water-the-ferns'],
  ['add_comment', 'comments', 'https://linear.app/acme/issue/GAR-42#comment-1'],
])('what %s has made is found by its own id', async (slug, list, url) => {
  const { file, service } = ofFile('linear')
  const { fields = {} } = file.samples?.actions?.[slug] ?? {}
  const steps = await runSamples('linear')
  const sent = JSON.parse(steps.find(({ step }) => step === slug)?.body ?? '{}').variables.input.id
  expect(sent).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  const answer = { data: { [list]: { nodes: [{ id: MADE, url }] } } }
  const { io: given, asked } = io(file, [answer, { data: { [list]: { nodes: [] } } }])
  const look = () => service.actions[slug]?.find?.({ fields, applet_id: 1 }, { ...given, key: KEY })
  expect(await look()).toMatchObject({ ok: true, value: { id: MADE, url } })
  expect(await look()).toEqual({ ok: true, value: null })
  const body = String(asked[0]?.init.body)
  expect(JSON.parse(body).variables.id).toBe(sent)
  expect(
    problemsOf(publishedLinear, [
      { step: slug, method: 'POST', path: '/graphql', query: {}, headers: {}, body, answer },
    ]),
  ).toEqual([])
})

/** The nodes of a trigger's sample, with others. */
function pageOf(slug: string, changes: readonly object[], endCursor: string | null) {
  const { file } = ofFile('linear')
  const [node] = readPlace(file.samples?.triggers?.[slug]?.answer, '$.data.issues.nodes') as object[]
  return { data: { issues: { nodes: changes.map((change) => ({ ...node, ...change })), pageInfo: { endCursor } } } }
}

test('what is new since the newest issue is asked for, over pages', async () => {
  const first = [pageOf('new_issue', [{ id: 'a' }], 'a'), pageOf('new_issue', [], null)]
  const second = [pageOf('new_issue', [{ id: 'b' }], 'b'), pageOf('new_issue', [{ id: 'c' }], null)]
  const { fresh, asked } = await pollTwice('linear', 'new_issue', [first, second])
  expect(fresh.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(asked.map(({ body }) => JSON.parse(body).variables)).toMatchObject([
    { filter: { createdAt: { gt: '2026-03-01T09:30:00.000Z' } } },
    { after: 'b' },
  ])
  expect(problemsOf(publishedLinear, asked)).toEqual([])
})

test('an issue is completed each time', async () => {
  const again = { completedAt: '2026-03-02T10:00:00.000Z' }
  const { known, fresh } = await pollTwice('linear', 'issue_completed', [
    [pageOf('issue_completed', [{ id: 'a' }], null)],
    [pageOf('issue_completed', [{ id: 'a', ...again }], null)],
  ])
  expect([known, fresh.map(({ id }) => id)]).toEqual([['a 2026-03-01T10:00:00.000Z'], ['a 2026-03-02T10:00:00.000Z']])
})

test.each([
  ['team', 'teams', { id: 't1', name: 'Garden' }],
  ['assignee', 'users', { id: 'u1', name: 'Mona' }],
])('the choices of %s come in pages', async (field, list, node) => {
  const page = (nodes: object[], endCursor: string | null) => ({ data: { [list]: { nodes, pageInfo: { endCursor } } } })
  const answers = [page([node], 'c1'), page([{ ...node, id: 'x2' }], null)]
  const { choices, asked } = await askOptions('linear', { step: 'create_issue', field }, answers)
  expect(choices).toEqual([
    { value: node.id, label: node.name },
    { value: 'x2', label: node.name },
  ])
  expect(JSON.parse(asked[1]?.body ?? '{}').variables).toEqual({ after: 'c1' })
  expect(problemsOf(publishedLinear, asked)).toEqual([])
})
