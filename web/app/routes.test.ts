import { expect, test } from 'vitest'
import { RESERVED_SEGMENTS } from '../../worker/contract/addresses.ts'
import { apiClient } from '../edge/api/api-client.ts'
import { routeMatcher } from '../edge/routing/match-route.ts'
import { pages } from './pages.ts'
import { routes } from './routes.ts'

const match = routeMatcher(routes)
const pageAt = (path: string) => match(new URL(path, 'https://site.test'))?.route.page

test.each([
  ['/', 'applets/explore/home-page'],
  ['/explore?q=rain', 'applets/explore/explore-page'],
  ['/services', 'applets/explore/services-page'],
  ['/authors/mira-lind', 'applets/explore/author-page'],
  ['/applets/star-to-sheet', 'applets/connection-page/connection-page'],
  ['/applets/12-a-name', 'applets/connection-page/connection-page'],
  ['/applets/12', 'applets/connection-page/connection-page'],
  ['/connections/home-hub', 'applets/connection-page/connection-page'],
  ['/applets/feed-to-chat/edit', 'applets/edit/edit-page'],
  ['/connections/home-hub/edit', 'applets/edit/edit-page'],
  ['/my_applets', 'applets/my-applets/my-applets-page'],
  ['/github', 'applets/explore/service-page'],
  ['/github/triggers/new_starred_repository', 'applets/explore/step-page'],
  ['/github/queries/open_issues', 'applets/explore/step-page'],
  ['/github/actions/create_issue', 'applets/explore/step-page'],
  ['/activate?c[]=github&return_to=/', 'connections/activate/activate-page'],
  ['/login', 'users/sign-in/login-page'],
  ['/join', 'users/sign-in/join-page'],
  ['/plans', 'billing/plans/plans-page'],
  ['/terms', 'site/legal/terms-page'],
  ['/privacy', 'site/legal/privacy-page'],
  ['/settings', 'users/sessions/settings-page'],
  ['/settings/billing', 'billing/settings/billing-page'],
  ['/settings/billing/invoices/in_1', 'billing/settings/invoices/invoice-page'],
  ['/settings/connections', 'connections/connections-page'],
])('%s is its own page', (path, page) => {
  expect(pageAt(path)).toBe(page)
})

// §2.6-12
test.each(['/robots.txt', '/favicon.ico', '/.well-known/security.txt', '/GitHub', '/a/b/c/d', '/github/feeds/x'])(
  '%s is not a page',
  (path) => {
    expect(pageAt(path)).toBeUndefined()
  },
)

test('puts /{module_name} last so that it hides no page', () => {
  expect(routes.at(-1)?.page).toBe('applets/explore/service-page')
})

test('never looks up a reserved first segment as a service', async () => {
  expect.hasAssertions()
  const api = apiClient(() => Promise.reject(new Error('asked the API')))
  for (const segment of RESERVED_SEGMENTS) {
    for (const path of [`/${segment}`, `/${segment}/triggers/x`]) {
      const found = match(new URL(path, 'https://site.test'))
      if (!found || !/service-page|step-page/.test(found.route.page) || found.route.access === 'private') continue
      const { params, address } = found
      const viewer = { mine: null, whoAsks: Promise.resolve(null), timeZone: 'UTC', now: 0, refused: null }
      const input = { api, fresh: api, counted: api, params, address, search: new URLSearchParams(), ...viewer }
      expect(await found.route.load(input)).toEqual({ kind: 'not_found' })
    }
  }
})

test('can load every page that a route names', () => {
  for (const { page } of routes) expect(pages).toHaveProperty([page])
})
