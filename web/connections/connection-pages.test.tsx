import { expect, test } from 'vitest'
import type { ConnectedAccount, PastedField } from '../../worker/contract/connections/service.ts'
import { type Tier, type UserTier, withAllUpgrades } from '../../worker/contract/tiers.ts'
import { fulfilled } from '../site/fulfilled-promise.ts'
import type { Session } from '../site/session/session.ts'
import { htmlOf, inputIn } from '../testing/page.fixture.tsx'
import { Page as ActivatePage, type ActivateData } from './activate/activate-page.tsx'
import { Page as ConnectionsPage } from './connections-page.tsx'
import { Consequences } from './disconnect/disconnect-dialog.tsx'
import { service } from '../testing/catalogue.fixture.ts'
import { account } from './connected-account.fixture.ts'

const session = fulfilled<Session<null>>({ kind: 'visitor' })
const frame = { session, address: { path: '/', query: {} } }
const textOf = (html: string) => html.replace(/<[^>]+>/g, '')

const connections = (accounts: ConnectedAccount[], tier: Tier = 'free') =>
  connectionsOf(accounts, withAllUpgrades(tier))
const connectionsOf = (accounts: ConnectedAccount[], user: UserTier) =>
  htmlOf(<ConnectionsPage {...frame} data={{ connections: accounts, user, timeZone: 'UTC' }} />)

const use = { enabled: true, needs_account: true }
const used_by = [
  { id: 1, name: 'Star to sheet', path: '/applets/star-to-sheet', ...use },
  { id: 2, name: 'Quiet mentions', path: '/applets/quiet-mentions', ...use },
]
const off = { id: 3, name: 'Evening lights', path: '/applets/evening-lights', enabled: false, needs_account: true }

test('an account shows service, name, date and Applets', () => {
  const html = connections([account({ used_by })])
  expect(html).toContain('<a href="/github">GitHub</a>')
  expect(html).toContain('ada@github.test')
  expect(html).toContain('Connected November 3, 2026')
  expect(html).toContain('<a href="/applets/star-to-sheet">Star to sheet</a>')
  expect(html).toContain('<a href="/applets/quiet-mentions">Quiet mentions</a>')
})

test('offers no other account when no plan with several is sold', () => {
  expect(connectionsOf([account()], withAllUpgrades('free'))).toContain('Add another account')
  const user = { tier: 'free', upgrades: ['intermediate_pro'] } as const
  expect(connectionsOf([account()], user)).not.toContain('Add another account')
})

test('names turned-off Applets that need the service apart', () => {
  const html = textOf(connections([account({ used_by: [...used_by, off] })]))
  expect(html).toContain('Used by Star to sheet, Quiet mentions')
  expect(html).toContain('Turned off: Evening lights')
  expect(textOf(connections([account({ used_by: [off] })]))).not.toMatch(/Used by|Not used/)
  expect(textOf(connections([account()]))).toContain('Not used by any of your Applets')
})

test('groups accounts by service', () => {
  const sheets = service('google_sheets')
  const html = connections([
    account({ id: 'a', service: sheets, account_name: 'one' }),
    account({ id: 'b' }),
    account({ id: 'c', service: sheets, account_name: 'two' }),
  ])
  expect([...html.matchAll(/<h2[^>]*><a[^>]*>([^<]+)/g)].map((match) => match[1])).toEqual(['Google Sheets', 'GitHub'])
})

test('a broken connection offers to reconnect and return here', () => {
  const html = connections([account({ status: 'broken' })])
  expect(html).toContain('Not working')
  expect(html).toContain(
    'href="/activate?c[]=github&amp;return_to=%2Fsettings%2Fconnections&amp;reconnect=1" aria-label="Reconnect ada@github.test"',
  )
  expect(connections([account()])).not.toContain('Reconnect')
})

test.each(['connected', 'broken'] as const)(
  'a %s account of a service that left can only be disconnected',
  (status) => {
    const html = connections([account({ status, service: { ...service(), published: false } })], 'pro')
    expect(textOf(html)).toContain('We no longer offer GitHub, so you cannot connect it again.')
    expect(html).toContain('aria-label="Disconnect ada@github.test"')
    expect(html).not.toMatch(/Reconnect|Add another account|href="\/github"/)
  },
)

test('Pro+ allows another account of a service', () => {
  const html = connections([account()], 'pro')
  expect(html).toContain(
    '<a href="/activate?c[]=github&amp;return_to=%2Fsettings%2Fconnections&amp;reconnect=1" aria-label="Add another account of GitHub">',
  )
  expect(html).not.toContain('Several accounts of one service need Pro+')
})

// §6-10
test.each<[Tier]>([['free'], ['intermediate_pro'], ['legacy_pro']])('on %s another account leads to Pro+', (tier) => {
  const html = connections([account()], tier)
  expect(html).toContain('<a aria-label="Add another account of GitHub" href="/subscribe/pro_plus">')
  expect(html).toContain('Several accounts of one service need Pro+')
})

test('an empty page explains itself and offers a first step', () => {
  const html = connections([])
  expect(html).toContain('No services connected yet')
  expect(html).toContain('href="/explore"')
})

test('the disconnect question names the Applets that stop', () => {
  const both = textOf(htmlOf(<Consequences account={account({ used_by })} />))
  expect(both).toContain('these Applets stop working')
  expect(both).toContain('Star to sheet')
  expect(both).toContain('Quiet mentions')
  expect(textOf(htmlOf(<Consequences account={account({ used_by: used_by.slice(0, 1) })} />))).toContain(
    'this Applet stops working',
  )
  expect(textOf(htmlOf(<Consequences account={account()} />))).toContain('None of your Applets use this account now.')
})

test('the disconnect question names Applets that will need the service', () => {
  const words = textOf(htmlOf(<Consequences account={account({ used_by: [off] })} />))
  expect(words).not.toContain('stop')
  expect(words).toContain('This Applet is turned off and needs GitHub again before it can run:Evening lights')
})

test('the disconnect question says when another account is enough', () => {
  const kept = used_by.map((each) => ({ ...each, needs_account: false }))
  const words = textOf(htmlOf(<Consequences account={account({ used_by: kept })} />))
  expect(words).toContain('Your Applets continue with your other account of GitHub.')
  expect(words).not.toMatch(/stop|None of/)
})

const keyStep: ActivateData & { kind: 'key' } = {
  kind: 'key',
  service: service('acme', { connect_kind: 'key' }),
  fields: null,
  sign_in: null,
  step: 1,
  steps: 2,
  remaining: ['github'],
  return_to: '/applets/star-to-sheet',
}

test('the key page shows the step, the reason and a way back', () => {
  const html = htmlOf(<ActivatePage {...frame} data={keyStep} />)
  expect(textOf(html)).toContain('Step 1 of 2: Connect Acme')
  expect(textOf(html)).toContain('stores it encrypted')
  expect(html).toContain('<label for="key">Key</label>')
  expect(inputIn(html, 'key')).toContain('autoComplete="off"')
  expect(html).toMatch(/<a href="\/applets\/star-to-sheet"[^>]*>Cancel<\/a>/)
})

test('the page asks for every value that a service needs', () => {
  const fields: PastedField[] = [
    { slug: 'server', label: 'Server', type: 'url', default_value: 'https://ntfy.example' },
    {
      slug: 'token',
      label: 'Access token',
      type: 'secret',
      hint: 'Under Account.',
      page: 'https://ntfy.example/account',
      required: false,
      prefix: 'tk_',
    },
  ]
  const html = htmlOf(<ActivatePage {...frame} data={{ ...keyStep, service: service('ntfy'), fields }} />)
  expect(inputIn(html, 'server')).toContain('value="https://ntfy.example"')
  expect(inputIn(html, 'token')).toContain('type="password"')
  expect(inputIn(html, 'token')).toContain('aria-describedby="token-hint"')
  expect(html).toContain('<a href="https://ntfy.example/account" target="_blank" rel="noopener noreferrer">')
  expect(textOf(html)).toContain('Get it at ntfy.example in a new tab. It takes about two minutes.')
  expect(html).toContain('aria-label="Show access token"')
  expect(html).not.toContain('id="key"')
})

test('the button that shows a secret keeps its capitals', () => {
  const fields: PastedField[] = [{ slug: 'key', label: 'API key', type: 'secret' }]
  expect(htmlOf(<ActivatePage {...frame} data={{ ...keyStep, fields }} />)).toContain('aria-label="Show API key"')
})

test('a page at a server is linked once its address is typed', () => {
  const server = { slug: 'site', label: 'Site', type: 'url' as const, base: true as const }
  const password = { slug: 'password', label: 'Password', type: 'secret' as const, hint: 'A hint.', page: '/profile' }
  const linked = (typed?: string) =>
    htmlOf(
      <ActivatePage
        {...frame}
        data={{ ...keyStep, service: service('blog'), fields: [{ ...server, default_value: typed }, password] }}
      />,
    )
  expect(linked('https://garden.example/blog/')).toContain('<a href="https://garden.example/blog/profile" target')
  expect(linked('garden.example')).toContain('<a href="https://garden.example/profile" target')
  for (const typed of [undefined, 'garden', 'javascript:alert(1)', 'https://'])
    expect(textOf(linked(typed))).not.toContain('Get it at')
})

test('opening the service always takes a press', () => {
  const ask: ActivateData = {
    kind: 'ask',
    service: service('linear'),
    step: 1,
    steps: 2,
    to: '/activate?c[]=x',
    server: null,
    paste: null,
    return_to: '/plans',
  }
  const html = htmlOf(<ActivatePage {...frame} data={ask} />)
  expect(textOf(html)).toContain('Step 1 of 2: Connect Linear')
  expect(html).toMatch(/<a href="\/activate\?c\[\]=x"[^>]*>Continue to Linear<\/a>/)
  expect(html).toMatch(/<a href="\/plans"[^>]*>Cancel<\/a>/)
  expect(html).not.toContain('instead')
  const both = { ...ask, paste: { to: '/activate?way=paste', label: 'API key' } }
  expect(htmlOf(<ActivatePage {...frame} data={both} />)).toContain(
    '<a href="/activate?way=paste">paste an API key instead</a>',
  )
})

test('a single service shows no step count', () => {
  expect(textOf(htmlOf(<ActivatePage {...frame} data={{ ...keyStep, steps: 1 }} />))).not.toContain('Step')
})

test('a refused activation explains itself and leads back', () => {
  const data: ActivateData = { kind: 'refused', message: 'We could not find that.', return_to: '/plans', help: null }
  const html = htmlOf(<ActivatePage {...frame} data={data} />)
  expect(html).toContain('We could not find that.')
  expect(html).toContain('href="/plans"')
  expect(html).toContain('Explore services')
})

const COMPARE = { label: 'Compare plans', to: '/plans?reason=x' }

test('an activation that needs a plan leads to the plans', () => {
  const data: ActivateData = { kind: 'refused', message: 'More.', return_to: '/', help: COMPARE }
  expect(htmlOf(<ActivatePage {...frame} data={data} />)).toMatch(/href="\/plans\?reason=x"[^>]*>Compare plans</)
})
