import { expect, test } from 'vitest'
import type { AppletForViewer, Configuration } from '../../../worker/contract/applets/applet.ts'
import { renderWithViewer } from './render-connection-page.fixture.tsx'

const feature = (slug: string, given: Partial<Configuration> = {}): Configuration => ({
  slug,
  title: slug,
  icon: `/icons/services/${slug}.svg`,
  required: false,
  has_fields: false,
  ...given,
})
const configurations = [
  feature('presence', { required: true }),
  feature('light'),
  feature('door', { has_fields: true }),
]
/** A feature that the server does not mention is on. */
const live = configurations
  .filter(({ slug }) => slug !== 'light')
  .map((each) => ({ ...each, live_configurations: [{ disabled: each.slug === 'door' }] }))
const html = (viewer: Partial<AppletForViewer> | null, config_type: 'dynamic' | 'static' = 'dynamic') =>
  renderWithViewer({
    applet: { config_type, configurations, friendly_id: 'hub' },
    viewer: viewer && { configurations: live, ...viewer },
  })
const enabled = { status: 'enabled_for_user' } as const

test('each feature of an enabled connection has a switch', async () => {
  const [, page = ''] = (await html(enabled)).split('class="features"')
  const rows = [
    ...page.matchAll(/src="\/icons\/services\/(\w+)\.svg"[^>]*>.*?<span class="words">(\w+)<\/span><input([^>]*)>/gs),
  ]
  const seen = rows.map(([, icon, title, input = '']) => [icon, title, input.includes('checked')])
  expect(seen).toEqual([
    ['presence', 'presence', true],
    ['light', 'light', true],
    ['door', 'door', false],
  ])
})

test('a required feature is locked on with its reason', async () => {
  const page = await html(enabled)
  const [input = ''] = /<input[^>]*aria-describedby[^>]*>/.exec(page) ?? []
  const id = /aria-describedby="([^"]+)"/.exec(input)?.[1]
  expect(input).toContain('aria-disabled="true"')
  expect(input).toContain('checked=""')
  expect(page).toContain(`id="${id}">Always on`)
  expect(page.match(/aria-disabled="true"/g)).toHaveLength(1)
})

test('a feature with its own fields leads to the edit path', async () => {
  const links = [...(await html(enabled)).matchAll(/<a href="([^"]+)" aria-label="(Set up[^"]*)"/g)]
  expect(links.map(([, href, name]) => [href, name])).toEqual([['/connections/hub/edit', 'Set up: door']])
})

test('a static or disabled Applet has no switches', async () => {
  expect(await html(enabled, 'static')).not.toContain('>Features<')
  for (const viewer of [null, {}, { status: 'disabled_for_user' } as const]) {
    expect(await html(viewer)).not.toContain('>Features<')
  }
})
