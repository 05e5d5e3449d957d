import { expect, test } from 'vitest'
import type { AiCreationsToday } from '../../../worker/contract/ai/ai-creations.ts'
import { aiCreationRules } from '../../../worker/contract/enablement/enablement-rules.ts'
import type { Billing } from '../../../worker/contract/billing/billing-overview.ts'
import { PLANS, type Tier, withAllUpgrades } from '../../../worker/contract/tiers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { Page } from './billing-page.tsx'
import { aBilling, aPlan, RENEWS } from './overview/billing-overview.fixture.ts'

const session = fulfilled<Session<null>>({ kind: 'visitor' })
const address = { path: '/settings/billing', query: {} }

function page(fields: Partial<Billing> = {}, ai: AiCreationsToday | null = null, now = Date.UTC(2026, 10, 21)) {
  const data = { billing: aBilling(fields), ai, company: { company: null }, now, timeZone: 'UTC' }
  return htmlOf(<Page data={data} session={session} address={address} />)
}
const text = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const buttons = (html: string) =>
  [...html.matchAll(/<button[^>]*class="button[^>]*>([^<]+)</g)].map((match) => match[1])

test('shows plan, price, next charge, card and invoices', () => {
  const html = page({
    next_charge: { amount: 314, currency: 'usd', at: RENEWS, promotions: [], credit: 0, card: null },
  })
  const words = text(html)
  expect(words).toContain('$3.49 a month')
  expect(words).toContain('Next charge $3.14 on December 11, 2026')
  expect(words).toContain('Visa ending in 4242 expires 12/2030')
  expect(html).toContain('<a href="/settings/billing/invoices/in_1">A-0001</a>')
  expect(buttons(html)).toEqual(['Change plan', 'Cancel plan', 'Change card', 'Add company details'])
})

test('names the currency once beside the plan', () => {
  expect(text(page()).match(/USD/g)).toHaveLength(1)
})

test('shows when the trial ends and the first charge', () => {
  const words = text(page({ plan: aPlan({ status: 'trialing' }) }))
  expect(words).toContain('Pro Free trial')
  expect(words).toContain('Free until December 11, 2026')
  expect(words).toContain('First charge $3.49 on December 11, 2026')
})

test("names a canceled plan's last day and offers to resume", () => {
  const html = page({ plan: aPlan({ ends_at: RENEWS, bookable: [] }), next_charge: null })
  expect(text(html)).toContain('You have Pro until December 11, 2026 . You won&#x27;t be charged again.')
  expect(text(html)).toContain('the others are paused, not deleted')
  expect(buttons(html)).toEqual(['Resume Pro', 'Change card', 'Add company details'])
})

const due = { currency: 'usd', at: Date.UTC(2026, 10, 11, 12), promotions: [], card: null }

test('names what is due between renewal and charge', () => {
  const words = text(page({ next_charge: { ...due, amount: 349, credit: 0 } }))
  expect(words).toContain('Due now $3.49 . We charge your card soon.')
  expect(words).not.toContain('Next charge')
})

test('a canceled plan names what is still due', () => {
  const plan = aPlan({ ends_at: RENEWS, bookable: [] })
  const words = text(page({ plan, next_charge: { ...due, amount: 349, credit: 0 } }))
  expect(words).toContain('You have Pro until December 11, 2026 . $3.49 for it is still due, and nothing after that.')
  expect(words).not.toContain('be charged again')
})

test.each([
  ['Your credit pays for it', 349],
  ['Nothing is charged', 0],
])('names no charge of $0.00: %s', (words, credit) => {
  const next_charge = { ...due, at: RENEWS, amount: 0, credit }
  expect(text(page({ next_charge }))).toContain(`Next charge ${words} on December 11, 2026.`)
  expect(text(page({ next_charge }))).not.toContain('$0.00')
})

test('says beside its buttons that they need JavaScript', () => {
  const [paid] = aBilling().invoices
  const html = page({ has_more: true, invoices: paid ? [paid] : [] })
  const sections = html.split('<section').filter((section) => /<button[^>]*class="button/.test(section))
  expect(sections.map((section) => /<h2[^>]*>([^<]+)/.exec(section)?.[1]?.trim())).toEqual([
    'Pro',
    'Card',
    'Company details',
    'Invoices',
  ])
  for (const section of sections) expect(section).toMatch(/<p class="needs-script[^>]*>[^<]* needs JavaScript\./)
  expect(text(html)).toContain('Changing or canceling your plan needs JavaScript. Without it, contact support .')
})

test('Resume, which asks nothing, is unavailable until hydration', () => {
  const html = page({ plan: aPlan({ ends_at: RENEWS, bookable: [] }), next_charge: null })
  expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*>Resume Pro</)
})

test('says how long an unpaid plan stays and what to do', () => {
  const plan = aPlan({ status: 'past_due', grace_ends_at: RENEWS, bookable: [] })
  const [paid] = aBilling().invoices
  const words = text(page({ plan, invoices: paid ? [{ ...paid, status: 'open', amount_due: 249 }] : [] }))
  expect(words).toContain('Your last payment did not go through You still owe $2.49.')
  expect(words).toContain('You have Pro until December 11, 2026. Change your card to pay and keep it.')
})

test('a bank that wants a confirmation is one button away', () => {
  const plan = aPlan({ status: 'past_due', grace_ends_at: RENEWS, bookable: [] })
  const [paid] = aBilling().invoices
  const html = page({ plan, awaits_bank: true, invoices: paid ? [{ ...paid, status: 'open' }] : [] })
  expect(text(html)).toContain('Pro Not confirmed Your bank wants you to confirm You still owe $3.49.')
  expect(text(html)).toContain('You have Pro until December 11, 2026. Confirm the payment and keep it.')
  expect(text(html)).not.toContain('Change your card')
  expect(buttons(html)[0]).toBe('Confirm the payment')
})

test('offers to retry what Stripe could not answer', () => {
  const html = page({
    next_charge: null,
    card: null,
    invoices: [],
    unavailable: ['next_charge', 'card', 'invoices'],
  })
  expect(text(html)).toContain('$3.49 a month')
  expect(text(html)).toContain('On December 11, 2026')
  expect(buttons(html).filter((words) => words === 'Try again')).toHaveLength(3)
})

test('marks an expired card', () => {
  expect(text(page({}, null, Date.UTC(2031, 0, 1)))).toContain('expired 12/2030 Expired')
  expect(text(page())).not.toContain('Expired')
})

test('shows what Free includes and offers more', () => {
  const free = { tier: 'free', plan: null, payment_type: null, next_charge: null, card: null, invoices: [] } as const
  const html = page({ ...free, invoices: [], eligible_for_trial: true })
  expect(text(html)).toContain('2 Applets at once')
  expect(html).toMatch(/<a [^>]*href="\/subscribe\/pro"[^>]*>Try Pro free</)
  expect(html).toMatch(/<a [^>]*href="\/plans"[^>]*>See the plans</)
  expect(text(html)).not.toContain('Invoices')
  expect(page({ ...free, invoices: [] })).toMatch(/<a [^>]*href="\/subscribe\/pro"[^>]*>Get Pro</)
})

test('offers a free user the cheapest plan that is sold', () => {
  const free = { tier: 'free', plan: null, payment_type: null } as const
  expect(page({ ...free, upgrades: ['pro'] })).toMatch(/<a [^>]*href="\/subscribe\/pro_plus"[^>]*>Get Pro\+</)
  expect(page({ ...free, upgrades: [] })).not.toContain('/subscribe/')
})

test('offers Pro+ only to a plan that can be upgraded', () => {
  expect(page()).toMatch(/<a [^>]*href="\/subscribe\/pro_plus"[^>]*>Upgrade to Pro\+</)
  expect(page({ plan: aPlan({ upgradable: false }) })).not.toContain('Upgrade to Pro+')
})

test.each([
  ['FOREVER10: 10% off every payment', 'forever', null],
  ['FOREVER10: 10% off the next payment', 'once', null],
  ['FOREVER10: 10% off until December 11, 2026', 'until', RENEWS],
] as const)('names the promotion as "%s"', (words, lasts, ends_at) => {
  const promotion = { id: 'di_1', name: 'FOREVER10', percent_off: 10, amount_off: null, lasts, ends_at }
  const next_charge = { amount: 314, currency: 'usd', at: RENEWS, promotions: [promotion], credit: 0, card: null }
  expect(text(page({ next_charge }))).toContain(`Promotion ${words}`)
  expect(text(page())).not.toContain('Promotion')
})

test('shows refunds in the list of invoices', () => {
  const [paid] = aBilling().invoices
  const reversals = [{ id: 're_1', state: 'refunded', amount: 100, at: Date.UTC(2026, 10, 25) } as const]
  const words = text(page({ invoices: paid ? [{ ...paid, reversals }] : [] }))
  expect(words).toContain('Partly refunded $1.00 was refunded on November 25, 2026.')
})

test('alarms nobody on Free with an invoice of an ended plan', () => {
  const [paid] = aBilling().invoices
  const html = page({
    tier: 'free',
    plan: null,
    payment_type: null,
    invoices: paid ? [{ ...paid, status: 'lapsed' }] : [],
  })
  expect(html).toContain('<span class="badge quiet">Not charged</span>')
  expect(html).not.toContain('badge bad')
})

test('shows former subscribers their invoices', () => {
  const html = page({ tier: 'free', plan: null, payment_type: null, next_charge: null, card: null })
  expect(html).toContain('/settings/billing/invoices/in_1')
})

test.each([
  ['app_store', 'the App Store'],
  ['google_play', 'Google Play'],
] as const)('sends users billed by %s there and offers nothing else', (payment_type, name) => {
  const html = page({ payment_type, plan: aPlan({ bookable: [] }), invoices: [], card: null, next_charge: null })
  expect(text(html)).toContain(`Your plan is billed by ${name}. Change or cancel it there.`)
  expect(buttons(html)).toEqual([])
})

const aiUse = (tier: Tier, used: number): AiCreationsToday => ({
  used,
  limit: PLANS[tier].ai_creations_per_day,
  resets_at: RENEWS,
  enablement_rules: aiCreationRules(withAllUpgrades(tier), used),
})
const STORE = { payment_type: 'app_store' } as const
const FREE = { payment_type: null, plan: null, tier: 'free' } as const

test("shows today's AI creations with every plan", () => {
  expect(text(page({}, aiUse('intermediate_pro', 3)))).toContain('AI creations today: 3 of 50 ')
  expect(text(page(STORE, aiUse('intermediate_pro', 3)))).toContain('AI creations today: 3 of 50 ')
  expect(text(page(FREE, aiUse('free', 3)))).toContain('AI creations today: 3 of 5 ')
  expect(page(FREE, aiUse('free', 3))).not.toContain('More with')
  expect(page({}, null)).not.toContain('AI creations today')
})

test('offers a larger plan when all AI creations are used', () => {
  const free = page(FREE, aiUse('free', 5))
  expect(text(free)).toContain('AI creations today: 5 of 5. More with Pro ')
  expect(free).toContain('href="/subscribe/pro"')
  const pro = page({}, aiUse('intermediate_pro', 50))
  expect(text(pro)).toContain('AI creations today: 50 of 50. More with Pro+ ')
  expect(pro).toContain('href="/subscribe/pro_plus"')
  expect(text(page({}, aiUse('pro', 500)))).toContain('500 of 500. This resets at midnight UTC.')
})

const plus = (fields: Parameters<typeof aPlan>[0] = {}) =>
  aPlan({ plan_id: 'pro', tier: 'pro', price_in_cents: 999, bookable: [PLUS_YEARLY, PRO_MONTHLY], ...fields })
const PRO_MONTHLY = { plan: 'intermediate_pro', interval: 'month', price: 349 } as const
const PLUS_YEARLY = { plan: 'pro', interval: 'year', price: 9999 } as const
const booked = plus({ bookable: [PLUS_YEARLY], booked: { ...PRO_MONTHLY, at: RENEWS } })

test('says when a booked plan begins and what it costs', () => {
  const words = text(page({ plan: booked }))
  expect(words).toContain('From December 11, 2026 you have Pro and pay $3.49 a month. Until then you have Pro+.')
  expect(text(page({ plan: plus() }))).not.toContain('From December')
})

test('says from when on a booked year is paid', () => {
  const [bookable] = aPlan().bookable
  const plan = aPlan({ bookable: [], booked: bookable ? { ...bookable, at: RENEWS } : null })
  expect(text(page({ plan }))).toContain('From December 11, 2026 you pay $34.99 a year.')
  expect(buttons(page({ plan }))).toContain('Keep paying monthly')
})

test('offers to change the plan, then to keep it or change again', () => {
  const others = ['Cancel plan', 'Change card', 'Add company details']
  expect(buttons(page({ plan: plus() }))).toEqual(['Change plan', ...others])
  expect(buttons(page({ plan: booked }))).toEqual(['Keep Pro+', 'Change plan', ...others])
})

test('Keep Pro+, which asks nothing, is unavailable until hydration', () => {
  expect(page({ plan: booked })).toMatch(/<button[^>]*aria-disabled="true"[^>]*>Keep Pro\+</)
  expect(page({ plan: plus() })).not.toMatch(/<button[^>]*aria-disabled="true"[^>]*>Change plan</)
})
