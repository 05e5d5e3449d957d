import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { catalogRows } from '../../../worker/services/catalog/catalog-rows.ts'
import { serviceDefinitions } from '../../../worker/services/service-registry.ts'
import { openContext } from '../services/data/services-state.ts'
import { doubleNames, doubleRoutes, type Double } from './double-routes.ts'

const echo: Double = {
  module_name: 'echo',
  name: 'Echo',
  routes: (ctx) => {
    const app = new Hono()
    const counted = () => ctx.state(() => ({ pressed: 0 }))
    app.get('/', (c) => c.text(`Pressed ${counted().pressed} times at ${ctx.address}`))
    app.post('/control/press', (c) => {
      counted().pressed += 1
      return c.text('Pressed')
    })
    app.post('/say', async (c) => c.text(await c.req.text()))
    return app
  },
}

function aDouble() {
  const services = openContext('http://localhost:1', undefined, () => 5)
  const app = doubleRoutes(services, [echo])
  const ask = (path: string, init?: RequestInit) => app.request(`http://localhost:1/echo${path}`, init)
  return { services, ask }
}

test('a double writes down what its API was asked', async () => {
  const { services, ask } = aDouble()
  const answer = await ask('/say?loud=1', { method: 'POST', body: 'hi', headers: { 'X-Who': 'ada' } })
  expect(await answer.text()).toBe('hi')
  expect(services.asked.get('echo')).toMatchObject([
    { at: 5, method: 'POST', path: '/say', query: { loud: '1' }, headers: { 'x-who': 'ada' }, body: 'hi' },
  ])
})

test("a double's page and buttons are not part of its API", async () => {
  const { services, ask } = aDouble()
  await ask('/control/press', { method: 'POST' })
  expect(await (await ask('')).text()).toBe('Pressed 1 times at http://localhost:1/echo')
  expect(services.asked.get('echo') ?? []).toEqual([])
})

test.each(doubleNames().map(({ module_name }) => module_name))('the page of %s makes it fail', async (name) => {
  const services = openContext('http://localhost:1', undefined, () => 5)
  const app = doubleRoutes(services)
  const ask = (path: string, init?: RequestInit) => app.request(`http://localhost:1/${name}${path}`, init)
  const press = (path: string, form: Record<string, string> = {}) =>
    ask(`/control/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  expect(await (await ask('')).text()).toContain('<option value="down">Answer 503</option>')
  expect((await press('fault', { what: 'down', calls: '2' })).status).toBe(303)
  expect((await ask('/anything')).status).toBe(503)
  expect(await (await ask('')).text()).toContain('One fault is still to come.')
  await press('faults/end')
  expect((await ask('/anything')).status).not.toBe(503)
  expect((await press('fault', { what: 'explode' })).status).toBe(400)
  expect(services.asked.get(name)).toHaveLength(2)
})

test('no other site presses the buttons of a double', async () => {
  const { ask } = aDouble()
  const headers = { origin: 'https://evil.example' }
  expect((await ask('/control/press', { method: 'POST', headers })).status).toBe(403)
})

test.each(doubleNames().map(({ module_name }) => module_name))('buttons of %s lead back to its page', async (name) => {
  const app = doubleRoutes(openContext('http://localhost:1', undefined, () => 5))
  const at = `http://localhost:1/${name}`
  const page = await (await app.request(at)).text()
  for (const [, action = ''] of page.matchAll(/<form method="post" action="([^"]*)"/g)) {
    const { href } = new URL(action, at)
    expect(href).toContain(`${at}/control/`)
    const pressed = await app.request(href, { method: 'POST', body: new URLSearchParams() })
    const back = pressed.headers.get('location')
    if (back !== null) expect((await app.request(new URL(back, at))).status).toBe(200)
  }
})

test('the page where a token is got leads to what is pasted', async () => {
  const services = openContext('http://localhost:1', undefined, () => 5)
  const moved = { todoist: 'http://localhost:1/todoist', teams: 'http://localhost:1/teams' }
  const { services: rows } = catalogRows(serviceDefinitions(), moved)
  const pageOf = (id: string) => rows.find(({ module_name }) => module_name === id)?.connect_fields?.[0]?.page
  expect(pageOf('linear')).toBe('https://linear.app/settings/account/security')
  expect(pageOf('teams')).toBe(moved.teams)
  const answer = await doubleRoutes(services).request(pageOf('todoist') ?? '')
  expect(answer.headers.get('location')).toBe('http://localhost:1/todoist')
  expect(services.asked.get('todoist') ?? []).toEqual([])
})
