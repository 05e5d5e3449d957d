import { createExecutionContext, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { api } from '../../app/api.ts'
import { aPlainApplet, anAppletFixture } from '../../applets/testing/stored-applet.fixture.ts'
import { FOR_PAGE, PAGE_CALLS_PATH, type PageAnswer } from '../../contract/site.ts'
import { databaseLike } from '../../testing/round-trips.ts'
import { signIn } from '../../testing/rows.ts'
import { answerPageCalls } from './answer-page-calls.ts'

async function aViewer() {
  const world = await anAppletFixture()
  const applet = await aPlainApplet(world)
  const { token } = await signIn(world.db, world.user, Date.now())
  return { token, applet }
}

/** Asks for these as the edge does; `batches` are the statements of each round trip. */
async function ask(paths: readonly string[], { token = '', marked = true, method = 'GET' }) {
  const batches: number[] = []
  const alone = () => void batches.push(1)
  const prepare = (query: string) => {
    const statement = env.DB.prepare(query)
    const bind = (...values: unknown[]) => {
      const bound = statement.bind(...values)
      const raw = bound.raw.bind(bound)
      return Object.assign(bound, { raw: () => (alone(), raw()) })
    }
    return { bind }
  }
  const DB = databaseLike({
    prepare,
    batch: (statements: D1PreparedStatement[]) => {
      batches.push(statements.length)
      return env.DB.batch(statements)
    },
  })
  const answer = (request: Request) => api.fetch(request, { ...env, DB }, createExecutionContext())
  const query = new URLSearchParams(paths.map((path) => ['call', path]))
  const request = new Request(`http://api${PAGE_CALLS_PATH}?${query}`, {
    method,
    headers: { cookie: `__Host-session=${token}`, ...(marked && { [FOR_PAGE]: '1' }) },
  })
  const response = await (answerPageCalls(request, { DB }, answer) ?? answer(request))
  const answers: PageAnswer[] = response.ok ? await response.json() : []
  return { status: response.status, answers, batches }
}

const SETTINGS = [
  '/api/me',
  '/api/sessions',
  '/api/reminders',
  '/api/maker_key',
  '/api/sign_in_ways',
  '/api/security_events',
]

test('what a page needs takes one round trip', async () => {
  const { token, applet } = await aViewer()
  const viewer = `/api/applets/${applet.friendly_id ?? applet.id}/viewer`
  const pages = [SETTINGS, ['/api/me', viewer, viewer.replace('viewer', 'health')], ['/api/me', '/api/plans/viewer']]
  for (const calls of [
    ...pages,
    ['/api/me', '/api/my_applets?q=x', '/api/runs/days'],
    ['/api/me', '/api/notifications'],
  ])
    expect((await ask(calls, { token })).batches, calls.join()).toHaveLength(1)
})

test('each call answers as it does alone', async () => {
  const { token } = await aViewer()
  const calls = [...SETTINGS, '/api/applets/none', '/api/nothing', '/api/notifications?before=x']
  const { answers } = await ask(calls, { token })
  expect(answers.map(({ status }) => status)).toEqual([...SETTINGS.map(() => 200), 404, 404, 422])
  for (const [n, call] of calls.entries()) {
    const alone = await api.fetch(
      new Request(`http://api${call}`, { headers: { cookie: `__Host-session=${token}` } }),
      env,
      createExecutionContext(),
    )
    expect(answers[n]?.body).toBe(await alone.text())
  }
})

test('keeps the cookies that a call sets', async () => {
  const { answers } = await ask(['/api/csrf_token', '/api/me'], {})
  expect(answers[0]?.headers.filter(([name]) => name === 'set-cookie')).toHaveLength(1)
  expect(answers[1]).toMatchObject({ status: 200, body: '{"me":null}' })
})

test("only the edge's own reads are answered together", async () => {
  const { token } = await aViewer()
  expect((await ask(SETTINGS, { token, marked: false })).status).toBe(404)
  expect((await ask(SETTINGS, { token, method: 'DELETE' })).status).toBe(404)
})
