import { aField } from '../../../worker/contract/applets/applet-field.fixture.ts'
import { expect, test } from 'vitest'
import type { RefusedForm } from '../../../worker/contract/accounts/form-pages.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, inputIn, me } from '../../testing/page.fixture.tsx'
import { Page } from './edit-page.tsx'
import type { EditData } from './use-edit.ts'
import { applet, connected, TO_HOOK, viewer } from '../applet.fixture.ts'

const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const FEED = aField({ key: '0.feed', label: 'Feed address', hint: 'RSS or Atom.', type: 'url', step_name: 'New item' })

function page(given: Partial<EditData> = {}, query: Record<string, string> = {}) {
  const data = {
    applet: applet(),
    viewer: viewer(),
    fields: [FEED],
    ingredients: [],
    accounts: [],
    update: null,
    refused: null,
    timeZone: 'UTC',
    ...given,
  }
  return htmlOf(<Page data={data} session={session} address={{ path: '/applets/star-to-sheet/edit', query }} />)
}

test('the error of a redirect is announced above the fields', () => {
  const html = page({}, { error_message: 'Feed address must be <b>a web address</b>.\u0000' })
  expect(html).toContain('role="alert"')
  expect(html).toContain('Feed address must be &lt;b&gt;a web address&lt;/b&gt;.')
  expect(page()).not.toContain('role="alert"')
})

test('a newer version is taken by Save, also without fields', () => {
  const html = page({ viewer: viewer({ newer_version: true }), fields: [] })
  expect(html).toContain('A new version is there. Yours goes on until you save this.')
  expect(html).toMatch(/<button[^>]*type="submit"/)
  expect(page({ fields: [] })).toContain('There is nothing to set up here.')
})

test('shows what the new version changes, and asks about each new place', () => {
  const lines = [{ label: 'Address', before: 'a.test', after: 'hooks.slack.com' }]
  const changes = [{ step: 'Webhooks: Make a web request', kind: 'changed' as const, lines }]
  const html = page({ viewer: viewer({ newer_version: true }), update: { changes, destinations: [TO_HOOK] } })
  expect(html).toMatch(/Before:<\/span> <del>a\.test<\/del>.*Now:<\/span> <ins>hooks\.slack\.com<\/ins>/s)
  expect(html).toMatch(
    /<input type="checkbox" name="seen" value="1\.url"\/><span>Address: hooks\.slack\.com \(not of Webhooks\) gets the whole body/,
  )
  expect(page({ update: { changes, destinations: [] } })).not.toContain('name="seen"')
})

test('asks for each open field with its saved value', () => {
  const html = page({ viewer: viewer({ fields: { '0.feed': 'https://blog.test/feed' } }) })
  expect(html).toContain('Feed address')
  expect(inputIn(html, '0.feed')).toMatch(/value="https:\/\/blog\.test\/feed"/)
  expect(inputIn(html, '0.feed')).toContain('required')
})

test('a field for a choice that was not made is hidden', () => {
  const options = ['create', 'old'].map((value) => ({ label: value, value }))
  const book = aField({ key: '1.book', label: 'Spreadsheet', type: 'select', options })
  const shown_for = { key: '1.book', value: 'create' }
  const name = aField({ key: '1.name', label: 'Name of the new one', required: false, shown_for })
  const shown = (book_value?: string) =>
    page({ fields: [book, name], viewer: viewer({ fields: book_value ? { '1.book': book_value } : {} }) })
  expect(shown()).toContain('Name of the new one')
  expect(shown('create')).toContain('Name of the new one')
  expect(shown('old')).not.toContain('Name of the new one')
})

test('a refused form shows what was typed and carries the version', () => {
  const refused: RefusedForm = {
    values: { '0.feed': 'https://typed.test' },
    code: 'conflict',
    message: 'Its author has changed this Applet.',
    errors: [],
    retry_after: null,
  }
  const html = page({ applet: applet({ rev: 7 }), refused })
  expect(inputIn(html, '0.feed')).toContain('value="https://typed.test"')
  expect(inputIn(html, 'rev')).toContain('value="7"')
  expect(html).toMatch(/<form[^>]* action="\/applets\/star-to-sheet\/edit" method="post"/)
  expect(html).toMatch(/role="alert"[^>]*>.*Its author has changed this Applet\./s)
})

test('says where data goes before anything is filled in or connected', () => {
  const to = applet({ fixed_destinations: [TO_HOOK] })
  for (const connections of [connected('github'), connected('github', 'google_sheets')]) {
    const html = page({ applet: to, viewer: viewer({ connections }) })
    expect(html).toContain('Address: hooks.slack.com (not of Webhooks)</b> gets the whole body of your requests.')
  }
})

test('asks to connect the services before filling in fields', () => {
  const html = page({ viewer: viewer({ connections: connected('github') }) })
  expect(inputIn(html, '0.feed')).toBe('')
  expect(html).toContain('href="/activate?c[]=google_sheets&amp;return_to=%2Fapplets%2Fstar-to-sheet%2Fedit"')
})

test('a broken connection is named and reconnected from here', () => {
  const broken = [
    ...connected('github').slice(0, 1),
    { module_name: 'google_sheets', connected: false, broken: true, granted: false },
  ]
  const html = page({ viewer: viewer({ connections: broken }) })
  expect(html).toContain('Google Sheets no longer lets us in. Reconnect it, then choose what it works with.')
  expect(html).toMatch(
    /<a href="\/activate\?c\[\]=google_sheets&amp;return_to=%2Fapplets%2Fstar-to-sheet%2Fedit"[^>]*>Reconnect Google Sheets</,
  )
})

test('a service that refused access is explained above the fields', () => {
  const html = page({}, { error_type: 'access_denied' })
  expect(html).toContain('The service was not connected.')
})

test('an Applet without fields says so and leads back', () => {
  const html = page({ fields: [] })
  expect(html).toContain('There is nothing to set up here.')
  expect(html).not.toContain('<form')
})
