import { afterEach, expect, test, vi } from 'vitest'
import { PAGE_CALLS_PATH } from '../../worker/contract/site.ts'
import { edge, SIGNED_IN } from './edge.fixture.tsx'

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

test('asks for the user and the page in one call', async () => {
  const { get, calls } = edge()
  expect(await (await get('/own', SIGNED_IN)).text()).toContain('<title>ada')
  expect(calls.filter((path) => path !== '/api/settings')).toEqual([PAGE_CALLS_PATH, '/api/me', '/api/home'])
})

test('an ended session leads to sign-in and logs no failure', async () => {
  const home = () => Response.json({ error: { code: 'not_signed_in' } }, { status: 401 })
  const { get } = edge({ me: () => ({ me: null }), home })
  const response = await get('/own', SIGNED_IN)
  expect([response.status, response.headers.get('location')]).toEqual([302, '/login?return_to=%2Fown'])
  expect(logged).not.toHaveBeenCalled()
})

test('shows nothing of a page whose session cannot be looked up', async () => {
  const me = () => Promise.reject(new Error('away'))
  const response = await edge({ me }).get('/own', SIGNED_IN)
  expect(response.status).toBe(503)
  expect(await response.text()).not.toContain('GitHub')
})

test("logs a user's page that cannot be loaded", async () => {
  const home = () => Response.json(null, { status: 500 })
  expect((await edge({ home }).get('/own', SIGNED_IN)).status).toBe(503)
  expect(logged).toHaveBeenCalledOnce()
})
