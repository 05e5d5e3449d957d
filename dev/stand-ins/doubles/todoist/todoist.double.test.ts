import { TodoistApi } from '@doist/todoist-sdk'
import { expect, test } from 'vitest'
import { MINUTE } from '../../../../worker/contract/shared/durations.ts'
import { doubleSteps, valueOf } from '../testing/double-steps.fixture.ts'
import { runningApplet } from '../testing/running-applet.fixture.ts'

const TOKEN = '0123456789abcdef0123456789abcdef01234567'
const steps = () => doubleSteps('todoist', { token: TOKEN })
const GARDEN = '6XGgm6PHrGgMpCFX'

test.each([
  ['new_task', 'add', 'AddedAt'],
  ['task_completed', 'complete', 'CompletedAt'],
])('the trigger %s sees what happens at Todoist', async (slug, happening, moment) => {
  const { ask, press, clock } = await steps()
  if (happening === 'complete') await press('add', { text: 'Return the books' })
  const before = valueOf(await ask(slug, { project: '' })).items.length
  await press(happening, { text: 'Return the books' })
  const page = valueOf(await ask(slug, { project: '' }))
  expect(page.items).toHaveLength(before + 1)
  expect(page.items[0]).toMatchObject({
    at: clock.now,
    ingredients: {
      TaskContent: 'Return the books',
      TaskUrl: expect.stringMatching(/^https:\/\/app\.todoist\.com\/app\/task\/\w+$/),
      [moment]: new Date(clock.now).toISOString(),
    },
  })
})

test('a task that came and went between two polls is seen', async () => {
  const { ask, press } = await steps()
  await press('add', { text: 'Quick' })
  await press('complete', { text: 'Quick' })
  expect(valueOf(await ask('new_task', { project: '' })).items).toHaveLength(1)
})

test('a task that recurs is completed each time', async () => {
  const { ask, act, clock } = await steps()
  const { id } = valueOf(await act('add_task', { content: 'Water the ferns', due: 'every day' }))
  for (const n of [1, 2]) {
    clock.now += MINUTE
    valueOf(await act('complete_task', { task: String(id) }, `sy_${n}`))
  }
  const { items } = valueOf(await ask('task_completed', { project: '' }))
  expect([items.length, new Set(items.map((item) => item.id)).size]).toEqual([2, 2])
})

test('a project of its own narrows tasks and triggers', async () => {
  const { ask, look, act } = await steps()
  valueOf(await act('add_task', { content: 'Prune', project: GARDEN, priority: '4', description: 'The rose' }, 'a'))
  valueOf(await act('add_task', { content: 'Call Mona', project: '' }, 'b'))
  expect(valueOf(await look('open_tasks', { project: GARDEN }))).toMatchObject([
    { TaskContent: 'Prune', Description: 'The rose' },
  ])
  expect(valueOf(await look('open_tasks', { project: '' }))).toHaveLength(2)
  expect(valueOf(await ask('new_task', { project: GARDEN })).items).toHaveLength(1)
})

test('a task that is added twice with one key is there once', async () => {
  const { act, look } = await steps()
  const first = valueOf(await act('add_task', { content: 'Return the books' }))
  expect(valueOf(await act('add_task', { content: 'Return the books' }))).toEqual(first)
  expect(valueOf(await look('open_tasks', { project: '' }))).toHaveLength(1)
  valueOf(await act('complete_task', { task: String(first.id) }, 'sy_done'))
  valueOf(await act('complete_task', { task: String(first.id) }, 'sy_done'))
  expect(valueOf(await look('open_tasks', { project: '' }))).toEqual([])
})

test('the key of an effect is short enough for Todoist', async () => {
  const { act, services } = await steps()
  valueOf(await act('add_task', { content: 'A' }, 'sy_01KKB8E7G00000000000000000_10_12'))
  const [request] = services.control.asked('todoist')
  expect(request?.headers['x-request-id']?.length).toBeLessThanOrEqual(36)
})

test('a project that is gone is named in the words of Todoist', async () => {
  const { act } = await steps()
  expect(await act('add_task', { content: 'A', project: 'gone' })).toMatchObject({
    problem: { message: 'Todoist refused this. It said: Project not found' },
  })
})

test('the account of Todoist is the one that the token opens', async () => {
  const { service, io } = await steps()
  expect(await service.checkAccount?.(io())).toEqual({
    ok: true,
    value: { id: '2671355', name: 'ada@todoist.example' },
  })
  expect(await service.checkAccount?.(io(null, { token: 'wrong' }))).toMatchObject({
    problem: { failure: 'unauthorized' },
  })
})

test("Todoist's own client is understood by the double", async () => {
  const { address } = await steps()
  const api = new TodoistApi(TOKEN, {
    customFetch: async (url, init = {}) => {
      const { method = 'GET', headers = {}, body } = init
      const at = url.replace('https://api.todoist.com', address)
      const answer = await fetch(at, { method, headers, ...(body != null && { body }) })
      const { ok, status, statusText } = answer
      const text = await answer.text()
      return {
        ok,
        status,
        statusText,
        headers: Object.fromEntries(answer.headers),
        text: async () => text,
        json: async () => JSON.parse(text),
        arrayBuffer: async () => new ArrayBuffer(0),
      }
    },
  })
  const task = await api.addTask({ content: 'From a client', dueString: 'every day', projectId: GARDEN })
  expect(await api.closeTask(task.id)).toBe(true)
  expect((await api.getTasks({ projectId: GARDEN })).results.map(({ content }) => content)).toEqual(['From a client'])
  const { results } = await api.getActivityLogs({ objectEventTypes: ['task:completed'] })
  expect(results.map(({ objectId }) => objectId)).toEqual([task.id])
  expect((await api.getProjects()).results).toHaveLength(2)
  expect((await api.getUser()).email).toBe('ada@todoist.example')
})

test('the double refuses what Todoist does not publish', async () => {
  const { address } = await steps()
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await fetch(`${address}/api/v1/tasks?project=1`, { headers })).status).toBe(501)
  const body = JSON.stringify({ title: 'A' })
  expect((await fetch(`${address}/api/v1/tasks`, { method: 'POST', headers, body })).status).toBe(501)
})

const again = () =>
  runningApplet({
    module_name: 'todoist',
    credentials: () => ({ token: TOKEN }),
    trigger: { slug: 'task_completed', fields: { project: '' } },
    action: { slug: 'add_task', fields: { content: 'After {{TaskContent}}', project: GARDEN } },
  })

test('a completed task adds the next one, also after a lost answer', async () => {
  const applet = await again()
  await applet.pass(2 * MINUTE)
  await applet.press('add', { text: 'Wash up' })
  await applet.press('complete', { text: 'Wash up' })
  const writes = () => applet.services.control.asked('todoist').filter(({ method }) => method === 'POST')
  applet.services.control.addFault('todoist', { kind: 'status', status: 500, seconds: 5, afterwards: true })
  await applet.pass(5 * MINUTE)
  expect(applet.runs().map(({ state }) => state)).toEqual(['done'])
  expect(new Set(writes().map(({ body }) => JSON.parse(body).content))).toEqual(new Set(['After Wash up']))
  expect(new Set(writes().map(({ headers }) => headers['x-request-id'])).size).toBe(1)
})
