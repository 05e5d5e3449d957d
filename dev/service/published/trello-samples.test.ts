import { expect, test } from 'vitest'
import { readPlace } from '../../../worker/services/format/answer-place.ts'
import { publishedOpenApi } from './published-open-api.fixture.ts'
import { askOptions, io, ofFile, pollTwice, problemsOf, runSamples } from './sampled-steps.fixture.ts'

const published = publishedOpenApi('trello-openapi.json')

test('key and token are sent in a header, not in the address', async () => {
  const [account] = await runSamples('trello')
  expect(account?.headers['authorization']).toBe('OAuth oauth_consumer_key="the-api_key", oauth_token="the-api_token"')
  expect(account?.query).toEqual({ fields: 'id,username,fullName' })
})

test('a card is due at the time of its user', async () => {
  const made = (await runSamples('trello')).find(({ step }) => step === 'create_card')
  expect(JSON.parse(made?.body ?? '{}')).toMatchObject({ due: '2026-03-02T09:00:00.000Z', pos: 'top' })
})

/** The action of a trigger's sample, changed. */
function actionOf(slug: string, id: string, data: object = {}): object {
  const { file } = ofFile('trello')
  const action = readPlace(file.samples?.triggers?.[slug]?.answer, '$[0]') as { data: object }
  return { ...action, id, data: { ...action.data, ...data } }
}

test('50 new cards and more are read over pages', async () => {
  const known = actionOf('new_card', 'a1')
  const page = Array.from({ length: 50 }, (_, index) => actionOf('new_card', `b${50 - index}`))
  const { fresh } = await pollTwice('trello', 'new_card', [[[known]], [page]])
  expect(fresh).toHaveLength(50)
  const { service } = ofFile('trello')
  const { io: given, asked } = io(ofFile('trello').file, [[known]])
  const call = { fields: { board: 'x' }, applet_id: 1, page: 'b1', etag: null, last_modified: null }
  expect(await service.triggers['new_card']?.poll?.(call, given)).toMatchObject({ value: { items: [{ id: 'a1' }] } })
  expect(new URL(asked[0]?.address ?? '').searchParams.get('before')).toBe('b1')
})

test('a moved card counts where its new list was chosen', async () => {
  const { file } = ofFile('trello')
  const list = file.samples?.triggers?.['card_moved']?.fields?.['list'] ?? ''
  const others = actionOf('card_moved', 'b2', { listAfter: { id: '5abbe4b7ddc1b351ef961409', name: 'Later' } })
  const moved = actionOf('card_moved', 'b1', { listAfter: { id: list, name: 'Done' } })
  const { fresh, asked } = await pollTwice('trello', 'card_moved', [[[]], [[others, moved]]])
  expect(fresh).toMatchObject([{ id: 'b1', ingredients: { ToList: 'Done', FromList: 'To do' } }])
  expect(problemsOf(published, asked)).toEqual([])
})

test.each([
  ['board', {}],
  ['list', { board: '5abbe4b7ddc1b351ef961401' }],
])('boards and their lists can be chosen: %s', async (field, values) => {
  const answers = [[{ id: '5abbe4b7ddc1b351ef961402', name: 'Garden' }]]
  const { choices, asked } = await askOptions('trello', { step: 'create_card', field, values }, answers)
  expect(choices).toEqual([{ value: '5abbe4b7ddc1b351ef961402', label: 'Garden' }])
  expect(problemsOf(published, asked)).toEqual([])
})
