import { expect, test } from 'vitest'
import type { ConnectedAccount, ConnectWays, Service } from '../../worker/contract/connections/service.ts'
import type { Tier } from '../../worker/contract/tiers.ts'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Session } from '../site/session/session.ts'
import { service } from '../testing/catalogue.fixture.ts'
import { htmlOf, me } from '../testing/page.fixture.tsx'
import { account } from './connected-account.fixture.ts'
import { ServiceConnection, type ServiceViewer } from './service-connection.tsx'

type Viewed = Session<ServiceViewer | null>
const SIGN_IN: ConnectWays = { sign_in: true, paste: null }
const shown = (session: Viewed, shownService: Service = service(), ways = SIGN_IN) =>
  htmlOf(<ServiceConnection service={shownService} ways={ways} session={fulfilled(session)} />)
const asUser = (connections: ConnectedAccount[], tier: Tier = 'free', shownService?: Service) =>
  shown({ kind: 'user', me: me({ tier }), viewer: { connections, timeZone: 'UTC' } }, shownService)

const ACTIVATE = '/activate?c[]=github&amp;return_to=%2Fgithub'

test('a visitor connects by signing in first, then comes back', () => {
  const html = shown({ kind: 'visitor' })
  const [, href = ''] = /<a href="([^"]+)"[^>]*>Connect GitHub<\/a>/.exec(html) ?? []
  const login = new URL(href.replaceAll('&amp;', '&'), 'https://site.test')
  expect(login.pathname).toBe('/login')
  expect(login.searchParams.get('return_to')).toBe('/activate?c[]=github&return_to=%2Fgithub&ask=1')
  expect(shown({ kind: 'user', me: me(), viewer: null })).toBe(html)
})

test('a user without an account connects one', () => {
  expect(asUser([])).toMatch(/<a href="\/activate\?c\[\]=github&amp;return_to=%2Fgithub" [^>]*>Connect GitHub<\/a>/)
})

test('names every account of a connected user', () => {
  const html = asUser([account(), account({ id: 'con_2', account_name: 'work@github.test' })], 'pro')
  expect(html).toContain('ada@github.test')
  expect(html).toContain('work@github.test')
  expect(html).toContain('aria-label="Disconnect work@github.test"')
  expect(html).not.toContain('Connect GitHub')
})

test('a broken account offers to reconnect and return here', () => {
  const html = asUser([account({ status: 'broken' })])
  expect(html).toContain('Not working')
  expect(html).toContain(`href="${ACTIVATE}&amp;reconnect=1" aria-label="Reconnect ada@github.test"`)
})

// §6-10
test('another account is added where the plan allows several', () => {
  expect(asUser([account()], 'pro')).toContain(`<a href="${ACTIVATE}&amp;reconnect=1" aria-label="Add another account`)
  expect(asUser([account()], 'free')).toContain('<a aria-label="Add another account of GitHub" href="/subscribe/pro')
})

test('an exclusive service offers its plan instead of a refusal', () => {
  const exclusive = service('github', { minimum_tier: 'intermediate_pro' })
  expect(asUser([], 'free', exclusive)).toMatch(/<a href="\/subscribe\/pro"[^>]*>Connect GitHub<\/a>/)
  expect(asUser([], 'intermediate_pro', exclusive)).toContain(`<a href="${ACTIVATE}"`)
})

test('an exclusive service whose plan is not sold says so', () => {
  const html = shown(
    { kind: 'user', me: me({ upgrades: [] }), viewer: { connections: [], timeZone: 'UTC' } },
    service('github', { minimum_tier: 'intermediate_pro' }),
  )
  expect(html).toContain('This needs a plan that is not sold any more.')
  expect(html).not.toContain('href=')
})

test('a service that is built in needs no account', () => {
  const html = asUser([], 'free', service('feeds', { connect_kind: 'none' }))
  expect(html).toContain('No account needed')
  expect(html).not.toContain('<a ')
})

test('without the viewer a user can try again', () => {
  expect(shown({ kind: 'unavailable' })).toMatch(/We could not check whether you are connected.*<a href="\?">try again/)
})

test('while the viewer loads, only browsers without scripts see links', () => {
  const never = new Promise<Viewed>(() => {})
  const html = htmlOf(<ServiceConnection service={service()} ways={SIGN_IN} session={never} />)
  expect(html).toMatch(/aria-busy="true".*<noscript>.*Connect GitHub.*<\/noscript>/)
  expect(html.replace(/<noscript>.*<\/noscript>/, '')).not.toContain('<a ')
})

test('a service with two ways to connect offers the other one too', () => {
  const html = shown({ kind: 'user', me: me(), viewer: { connections: [], timeZone: 'UTC' } }, service(), {
    sign_in: true,
    paste: 'API key',
  })
  expect(html).toContain('>Connect GitHub</a>')
  expect(html).toContain(`<a href="${ACTIVATE}&amp;way=paste">paste an API key instead</a>`)
})

test('a service that is not set up leads only its operator on', () => {
  const [nothing, viewer] = [
    { sign_in: false, paste: null },
    { connections: [], timeZone: 'UTC' },
  ]
  const asMe = (operator: boolean) => shown({ kind: 'user', me: me({ operator }), viewer }, service(), nothing)
  expect(asMe(false)).toContain('Not set up here')
  expect(asMe(false)).not.toContain('href')
  expect(asMe(true)).toMatch(/<a href="\/settings\/operator"[^>]*>Set up GitHub<\/a>/)
  expect(shown({ kind: 'visitor' }, service(), nothing)).toContain('Not set up here')
})
