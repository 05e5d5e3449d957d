import { expect, test } from 'vitest'
import type { Checkout } from '../../../worker/contract/billing/checkout.ts'
import { ERRORS } from '../../../worker/contract/errors.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me, wholeHtmlOf } from '../../testing/page.fixture.tsx'
import { checkout } from '../../testing/checkout.fixture.ts'
import { Page } from './checkout-page.tsx'
import { Page as SuccessPage, type SuccessData } from './success-page.tsx'

const session = fulfilled<Session<null>>({ kind: 'user', me: me(), viewer: null })
const page = (
  site: Checkout | null,
  plan: 'pro' | 'intermediate_pro' = 'intermediate_pro',
  query: Record<string, string> = {},
) =>
  wholeHtmlOf(
    <Page
      data={{ site, plan, now: Date.UTC(2026, 10, 21), timeZone: 'UTC' }}
      session={session}
      address={{ path: '/subscribe/pro', query }}
    />,
  )
const success = (fields: Partial<SuccessData> = {}, query: Record<string, string> = {}) =>
  htmlOf(
    <SuccessPage
      data={{ paid: true, trialing: false, tier: 'intermediate_pro', ...fields }}
      session={session}
      address={{ path: '/subscriptions/success/sub_1', query }}
    />,
  )
const links = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map((match) => match[1])

// §2.3-01
test('offers one way back and no other way out', async () => {
  const html = await page(checkout())
  expect(html).toContain('<h1>Upgrade to Pro</h1>')
  expect(links(html).filter((href) => href?.startsWith('/'))).toEqual(['/plans', '/terms', '/privacy'])
  expect(await page(checkout(), 'pro')).toContain('<h1>Upgrade to Pro+</h1>')
})

// §2.3-12
test('greets a student with "Get started today"', async () => {
  expect(await page(checkout({ student: true }))).toContain('<legend>Get started today</legend>')
  expect(await page(checkout())).not.toContain('Get started today')
})

test('says without scripts that the card field needs them', async () => {
  expect(await page(checkout())).toContain('The card field needs JavaScript')
})

test('shows the current plan instead of a second checkout', async () => {
  const html = await page(checkout({ held: { plan_id: 'intermediate_pro', payment_type: 'stripe' } }))
  expect(html).toContain('You already have Pro')
  expect(links(html)).toContain('/settings/billing')
  expect(html).not.toContain('<form')
})

test('tells subscribers of another plan to change it instead', async () => {
  const html = await page(checkout({ held: { plan_id: 'legacy_pro', payment_type: 'stripe' } }))
  expect(html).toContain('You have Pro (legacy)')
  expect(html).not.toContain('<form')
})

test.each(['intermediate_pro', 'legacy_pro'] as const)(
  'upgrades %s to Pro+ with one press and no form',
  async (plan_id) => {
    const html = await page(checkout({ held: { plan_id, payment_type: 'stripe' } }), 'pro')
    expect(html).toContain('<h1>Upgrade to Pro+</h1>')
    expect(html).toMatch(/<button[^>]*>Upgrade<\/button>/)
    expect(html).toMatch(/<button[^>]*>Maybe later<\/button>/)
    expect(html).not.toContain('<form')
  },
)

test.each([
  ['app_store', 'the App Store', 'iOS'],
  ['google_play', 'Google Play', 'Android'],
] as const)('tells users billed by %s to upgrade in the app', async (payment_type, store, device) => {
  const html = await page(checkout({ held: { plan_id: 'intermediate_pro', payment_type } }), 'pro')
  expect(html).toContain('<h1>Upgrade with the Switchyard app</h1>')
  expect(html).toContain(`Your Pro plan is billed by ${store}. A mobile subscription cannot be updated on the web.`)
  expect(html).toContain(`on your ${device} device`)
  expect(html).not.toContain('<form')
})

test('tells users billed by a store where to change their plan', async () => {
  const html = await page(checkout({ held: { plan_id: 'pro', payment_type: 'google_play' } }))
  expect(html).toContain('You have Pro+ from Google Play')
  expect(html).toContain('on your Android device')
})

test('says that a plan is not sold any more', async () => {
  const html = await page(checkout({ pro: null }), 'pro')
  expect(html).toContain('This plan is not sold any more.')
  expect(links(html)).toContain('/plans')
  expect(html).not.toContain('<form')
})

test('says that plans are unavailable and offers another try', async () => {
  const html = await page(null)
  expect(html).toContain(ERRORS.billing_unavailable[1].replaceAll("'", '&#x27;'))
  expect(links(html)).toContain('/subscribe/pro')
})

test('welcomes the user to the plan they bought', () => {
  expect(success()).toContain('<h1>Welcome to Switchyard Pro</h1>')
  expect(success({ tier: 'pro' })).toContain('Welcome to Switchyard Pro+')
  expect(success({ trialing: true })).toContain('you have paid nothing for it')
  expect(links(success())).toEqual(['/explore', '/settings/billing'])
})

test('offers the way back to the app that opened checkout', () => {
  expect(success({}, { mobile: '1' })).toContain('Open the Switchyard app to continue')
  expect(links(success({}, { mobile: '1' }))).toContain('https://apps.test/ios')
  expect(success()).not.toContain('Open the Switchyard app')
})

test('does not welcome the user to an unpaid subscription', () => {
  const html = success({ paid: false })
  expect(html).toContain('This plan is not active')
  expect(html).not.toContain('Welcome')
})

test('carries the campaign only from its own step and for Pro', async () => {
  const site = checkout({ campaign: 'HOLIDAY' })
  const html = await page(site, 'intermediate_pro', { reason: 'holiday' })
  expect(html).toContain('<b>Get 23% off Pro</b> 23% off your first payment')
  expect(html).toContain('value="HOLIDAY"')
  expect(await page(site)).not.toContain('HOLIDAY')
  expect(await page(site, 'pro', { reason: 'holiday' })).not.toContain('HOLIDAY')
  expect(await page(checkout(), 'intermediate_pro', { reason: 'holiday' })).not.toContain('23%')
})
