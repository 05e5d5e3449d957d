import { expect, test } from 'vitest'
import type { OperatedService } from '../../../worker/contract/operator/operator-overview.ts'
import { fulfilled } from '../fulfilled-promise.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page, type OperatorData } from './operator-page.tsx'

const service: OperatedService = {
  module_name: 'github',
  name: 'GitHub',
  published: true,
  running: true,
  setup: 'ready',
  is_new: false,
  redirect_uri: 'https://site.test/api/connections/callback/github',
  register_url: null,
  hosts: ['api.github.com'],
}
const calm: OperatorData = {
  problems: [],
  services: [service],
  hosts: [{ host: 'api.github.com', state: { open: false, calls: 0, failures: 0, users: 0 } }],
  runners: { behind: 0, late: 0, oldest: [] },
  events: [],
  changes: [],
  logins: [],
  moderation: { applets: [], authors: [] },
  timeZone: 'UTC',
}
const show = (data: Partial<OperatorData>) =>
  htmlOf(
    <Page
      data={{ ...calm, ...data }}
      session={fulfilled({ kind: 'user', me: me(), viewer: null })}
      address={{ path: '/settings/operator', query: {} }}
    />,
  )

test('on a calm day, each part says that nothing waits', () => {
  const html = show({})
  expect(html).toContain('No call to any of 1 hosts has failed')
  expect(html).toContain('None is overdue.')
  expect(html).toContain('None is parked or given up.')
  expect(html).toContain('Nobody has changed anything here yet.')
  expect(html).toContain('aria-label="Stop GitHub"')
})

test('names what is stopped, not set up, failing or unknown', () => {
  const html = show({
    services: [
      { ...service, running: false },
      {
        ...service,
        module_name: 'google_sheets',
        name: 'Google Sheets',
        setup: 'no_client',
        hosts: ['sheets.googleapis.com'],
      },
    ],
    hosts: [
      { host: 'api.github.com', state: { open: true, calls: 12, failures: 10, users: 5 } },
      { host: 'sheets.googleapis.com', state: null },
    ],
  })
  expect(html).toContain('aria-label="Start GitHub"')
  expect(html).toContain('10 of 12')
  expect(html).toContain('>Open</span>')
  expect(html).toContain('No client')
  expect(html).toContain('>Unknown</td>')
})

test('what is not set up says what to register, and where', () => {
  const register_url = 'https://github.com/settings/developers'
  const html = show({ services: [{ ...service, setup: 'no_sign_in', register_url }] })
  expect(html).toContain('<summary>No client, only pasted</summary>')
  expect(html).toContain(`<a href="${register_url}">Register a client at GitHub</a>`)
  expect(html).toContain('<code>https://site.test/api/connections/callback/github</code>')
  expect(html).toContain('"github": {"client_id"'.replaceAll('"', '&quot;'))
})

test('lists events that wait, overdue Runners and changes', () => {
  const html = show({
    runners: { behind: 1, late: 1000, oldest: [{ user_id: 'usr_1', due_at: 0 }] },
    events: [{ id: 'evt_1', type: 'customer.updated', parked: null, attempts: 100, received_at: 0 }],
    changes: [
      {
        id: 'opl_1',
        login: null,
        action: 'stop_service',
        subject: 'github',
        before: '{"running":true}',
        after: '{"running":false}',
        outcome: 'failed',
        created_at: 0,
      },
    ],
  })
  expect(html).toContain('1 is behind with what they should run, 1,000 or more are late')
  expect(html).toContain('Failed 100 times')
  expect(html).toContain('aria-label="Replay evt_1"')
  expect(html).toContain('<b>A former user</b> stopped the service')
  expect(html).toContain('That failed.')
})

test('a whole file in a change is folded', () => {
  const change = { id: 'opl_1', login: 'ada', subject: 'acme', outcome: 'done' as const, created_at: 0 }
  const saved = {
    ...change,
    action: 'save_service' as const,
    before: '{}',
    after: JSON.stringify({ file: 'x'.repeat(9000) }),
  }
  expect(show({ changes: [saved] })).toMatch(/<details><summary>Before and after<\/summary><p[^>]*>From <code>{}/)
})

test('lists reports, what is taken down, and hidden authors', () => {
  const applet = { id: 7, friendly_id: null, name: 'Free prizes', config_type: 'static' as const, author: 'eve' }
  const reported = { ...applet, published: true, taken_down: null, enabled_count: 1 }
  const html = show({
    moderation: {
      applets: [
        { ...reported, reports: [{ id: 'rep_1', reason: 'spam', text: '<b>Look</b>', created_at: 0 }] },
        { ...reported, id: 8, name: 'Gone', taken_down: 'applet', reports: [] },
      ],
      authors: [{ login: 'mallory', reason: 'All of it.', hidden_at: 0 }],
    },
  })
  expect(html).toContain('&lt;b&gt;Look&lt;/b&gt;')
  for (const label of [
    'Take down Free prizes',
    'Dismiss the reports of Free prizes',
    'Put back Gone',
    'Show again mallory',
  ])
    expect(html).toContain(`aria-label="${label}"`)
  expect(html).not.toContain('aria-label="Dismiss the reports of Gone"')
  expect(show({})).toContain('Nothing is reported, and no Applet is taken down.')
})

test('lists who has a reserved user name, and lends others', () => {
  const html = show({ logins: [{ login: 'support', to: 'mira', lent_at: 0 }] })
  expect(html).toMatch(/<b>support<\/b> is lent to <a href="\/authors\/mira">mira<\/a> since/)
  expect(html).toContain('aria-label="Take back support"')
  expect(html).toMatch(/<form[^>]* aria-label="Lend a user name"/)
  expect(show({})).toContain('None is lent.')
})

test('names what needs the operator first, each with its way there', () => {
  expect(show({})).toContain('Nothing. Both Workers are well.')
  const html = show({
    problems: ['The two Workers have different values of TOKEN_KEYS.'],
    services: [{ ...service, running: false }],
    hosts: [
      { host: 'a.example', state: null },
      { host: 'b.example', state: { open: true, calls: 9, failures: 9, users: 1 } },
    ],
    runners: { behind: 0, late: 2, oldest: [] },
    events: [{ id: 'evt_1', type: 'customer.updated', parked: null, attempts: 100, received_at: 0 }],
  })
  expect(html).toContain('The two Workers have different values of TOKEN_KEYS.')
  for (const link of [
    '<a href="#services">1 service is stopped</a>',
    '<a href="#hosts">2 hosts fail</a>',
    '<a href="#runners">Runners are overdue</a>',
    '<a href="#events">1 event of Stripe waits</a>',
  ])
    expect(html).toContain(link)
  expect(html).not.toContain('href="#moderation"')
})

test('leads to where a service is added', () => {
  expect(show({})).toContain('<a href="/settings/services/new">Add a service</a>')
})

test('a new service waits for its operator to see it working', () => {
  expect(show({ services: [{ ...service, is_new: true }] })).toContain('aria-label="Seen working: GitHub"')
  expect(show({})).not.toContain('Seen working')
})
