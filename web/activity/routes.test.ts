import { expect, test } from 'vitest'
import { me } from '../testing/page.fixture.tsx'
import { loadInput } from '../edge/routing/load-input.fixture.ts'
import { activityRoutes } from './routes.ts'

const APPLET = { id: 3, name: 'Door bell', friendly_id: 'door-bell', config_type: 'static' }

async function load(path: string, id?: string) {
  const asked: string[] = []
  const input = loadInput({
    path,
    signedIn: true,
    build: (app) =>
      app.get('*', (c) => {
        const { pathname, search } = new URL(c.req.url)
        asked.push(pathname + search)
        return c.json({ entries: [], next: null, applets: [], applet: APPLET })
      }),
  })
  const pattern = id === undefined ? '/activity' : '/applets/:id/activity'
  const route = activityRoutes.find((each) => each.pattern === pattern)
  if (route?.access !== 'private' || !input.mine) throw new Error('Not a private page.')
  const loaded = await route.load({
    ...input,
    mine: input.mine,
    me: Promise.resolve(me()),
    params: { ...(id && { id }) },
  })
  return { loaded, asked: asked.filter((each) => each.includes('activity')) }
}

test('requests what the address says and drops unknown parameters', async () => {
  const { loaded, asked } = await load('/activity?kind=runs&applet=3&before=x')
  expect(asked).toEqual(['/api/activity?kind=runs&applet=3'])
  expect(loaded).toMatchObject({ kind: 'page', title: 'Activity', data: { filter: { kind: 'runs', applet: '3' } } })
})

test('every Applet address redirects to the canonical one with filters', async () => {
  const { loaded } = await load('/applets/3/activity?kind=runs', '3')
  expect(loaded).toEqual({ kind: 'redirect', to: '/applets/door-bell/activity?kind=runs' })
  const own = await load('/applets/door-bell/activity', 'door-bell')
  expect(own.loaded).toMatchObject({ kind: 'page', title: 'Activity of Door bell' })
})
