import { expect, test } from 'vitest'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import type { PlanRow, ViewerPlans } from '../../../worker/contract/applets/browse.ts'
import type { Tier } from '../../../worker/contract/tiers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { PLAN_WORDS_OF_SPEC } from '../../testing/plan-words.fixture.ts'
import { Page } from './plans-page.tsx'

const plan = (tier: PlanRow['tier'], interval: PlanRow['interval'], amount: number): PlanRow => ({
  plan_id: tier,
  tier,
  product_id: `prod_${tier}`,
  amount,
  currency: 'usd',
  interval,
})
const plans = [
  plan('intermediate_pro', 'month', 349),
  plan('intermediate_pro', 'year', 3499),
  plan('pro', 'month', 999),
  plan('pro', 'year', 9999),
]
const visitor = fulfilled<Session<ViewerPlans | null>>({ kind: 'visitor' })
const user = (tier: Tier, fields: Partial<Me> = {}) =>
  fulfilled<Session<ViewerPlans | null>>({ kind: 'user', me: me({ tier, ...fields }), viewer: null })

function page({
  session = visitor,
  campaign = null,
  sold = plans,
  ...query
}: {
  sold?: PlanRow[]
  session?: Promise<Session<ViewerPlans | null>>
  campaign?: string | null
  reason?: string
  plan?: string
} = {}) {
  const address = { path: '/plans', query }
  return htmlOf(<Page data={{ plans: sold, campaign }} session={session} address={address} />)
}
const columnOf = (html: string, tier: string) =>
  new RegExp(`<section class="plan-column ${tier}".*?</section>`).exec(html)?.[0] ?? ''
const PRO_ALONE = plans.filter(({ tier }) => tier === 'intermediate_pro')
const benefitsIn = (html: string) => [...html.matchAll(/<\/svg>([^<]+)<\/li>/g)].map((match) => match[1])

// §6-01 §2.4-14
test('offers Pro with its benefits, word for word', () => {
  const column = columnOf(page(), 'intermediate_pro')
  expect(column).toContain('>Pro</h2>')
  expect(column).toContain(PLAN_WORDS_OF_SPEC.intermediate_pro.header)
  expect(benefitsIn(column)).toEqual(PLAN_WORDS_OF_SPEC.intermediate_pro.benefits)
})

// §6-01 §2.4-07
test('offers Pro+ with its benefits, word for word', () => {
  const column = columnOf(page(), 'pro')
  expect(column).toContain('>Pro+</h2>')
  expect(column).toContain(PLAN_WORDS_OF_SPEC.pro.header)
  expect(benefitsIn(column)).toEqual(PLAN_WORDS_OF_SPEC.pro.benefits)
})

// §3-01
test('shows catalog prices and the yearly saving', () => {
  const html = page()
  expect(columnOf(html, 'intermediate_pro')).toContain('<b>$3.49</b> a month')
  expect(columnOf(html, 'intermediate_pro')).toContain('<b>$34.99</b> a year')
  expect(columnOf(html, 'intermediate_pro')).toContain('Saves $6.89 (16%)')
  expect(columnOf(html, 'pro')).toContain('Saves $19.89 (17%)')
  expect(columnOf(html, 'free')).toContain('<b>$0.00</b>')
})

test('names the currency once beside all prices', () => {
  expect(page().match(/USD/g)).toHaveLength(1)
})

test('the table shows what each tier allows', () => {
  const rows = Object.fromEntries(
    [...page().matchAll(/<th scope="row">([^<]+)<\/th>(.*?)<\/tr>/g)].map(([, label, cells = '']) => [
      label,
      [...cells.matchAll(/<td[^>]*>([^<]*)</g)].map((match) => match[1]),
    ]),
  )
  expect(rows['Applets enabled at once']).toEqual(['2', '20', 'Unlimited'])
  expect(rows['Multi-action Applets']).toEqual(['No', 'Yes', 'Yes'])
  expect(rows['Queries']).toEqual(['No', 'No', 'Yes'])
  expect(rows['Filter code']).toEqual(['No', 'No', 'Yes'])
  expect(rows['Several accounts of one service']).toEqual(['No', 'No', 'Yes'])
  expect(rows['AI creations a day']).toEqual(['5', '50', '500'])
})

test('names the plan that has the requested feature', () => {
  expect(page({ reason: 'filter_code' })).toContain('Filter code needs Pro+')
  expect(page({ reason: 'applet_features', plan: 'pro' })).toContain('This Applet uses Pro+ features')
  expect(page({ reason: 'applet_features', plan: 'free' })).toContain('This Applet uses Pro features')
})

// §8-05
test('shows the reason, or that it is an unknown step', () => {
  expect(page({ reason: 'applet_quota' })).toContain('You&#x27;ve used all your Applets')
  expect(page({ reason: 'constructor' })).toContain('<p class="reason">Unknown step</p>')
  expect(page()).not.toContain('Unknown step')
})

test("marks only the user's own plan", () => {
  const html = page({ session: user('intermediate_pro') })
  expect(columnOf(html, 'intermediate_pro')).toContain('>Your plan<')
  expect(columnOf(html, 'free') + columnOf(html, 'pro')).not.toContain('Your plan')
  expect(page()).not.toContain('Your plan')
})

test("names the user's plan when it is no longer sold", () => {
  expect(page({ session: user('legacy_pro') })).toContain('Your plan is <b>Pro (legacy)</b>.')
})

test('marks no plan while the viewer is unknown', () => {
  expect(page({ session: new Promise(() => {}) })).not.toContain('Your plan')
  expect(page({ session: fulfilled<Session<ViewerPlans | null>>({ kind: 'unavailable' }) })).not.toContain('Your plan')
})

const linkIn = (html: string) => /<a [^>]*href="([^"]+)"[^>]*>([^<]+)</.exec(html)?.slice(1)

test('leads buyers to checkout and offers a trial when eligible', () => {
  const eligible = page({ session: user('free', { eligible_for_trial: true }) })
  expect(linkIn(columnOf(eligible, 'intermediate_pro'))).toEqual(['/subscribe/pro', 'Try it free'])
  expect(linkIn(columnOf(eligible, 'pro'))).toEqual(['/subscribe/pro_plus', 'Try it free'])
  const spent = page({ session: user('free', { eligible_for_trial: false }) })
  expect(linkIn(columnOf(spent, 'intermediate_pro'))).toEqual(['/subscribe/pro', 'Get Pro'])
  expect(linkIn(columnOf(page(), 'pro'))).toEqual(['/subscribe/pro_plus', 'Get Pro+'])
})

test('leads subscribers to billing and to more, never to checkout', () => {
  const html = page({ session: user('intermediate_pro', { subscriptionPaymentType: 'stripe' }) })
  expect(linkIn(columnOf(html, 'intermediate_pro'))).toEqual(['/settings/billing', 'Manage your plan'])
  expect(linkIn(columnOf(html, 'pro'))).toEqual(['/subscribe/pro_plus', 'Upgrade to Pro+'])
  expect(html).not.toContain('href="/subscribe/pro"')
  const legacy = page({ session: user('legacy_pro', { subscriptionPaymentType: 'stripe' }) })
  expect(linkIn(columnOf(legacy, 'pro'))).toEqual(['/subscribe/pro_plus', 'Upgrade to Pro+'])
  expect(legacy).not.toContain('href="/subscribe/pro"')
  expect(page({ session: user('pro', { subscriptionPaymentType: 'stripe' }) })).not.toContain('/subscribe/')
})

test('tells mobile store subscribers where they are billed', () => {
  const html = page({ session: user('intermediate_pro', { subscriptionPaymentType: 'app_store' }) })
  expect(columnOf(html, 'intermediate_pro')).toContain('Billed by the App Store. Change it there.')
  expect(html).not.toContain('href="/subscribe/pro"')
})

const student = (own: PlanRow[] | null) =>
  fulfilled<Session<ViewerPlans | null>>({ kind: 'user', me: me(), viewer: { plans: own } })

test('shows a student the student price, yearly only', () => {
  const html = page({ session: student([plan('intermediate_pro', 'year', 1999), plan('pro', 'year', 9999)]) })
  expect(columnOf(html, 'intermediate_pro')).toContain('<b>$19.99</b> a year')
  expect(columnOf(html, 'intermediate_pro')).toContain('Your student price')
  expect(columnOf(html, 'intermediate_pro')).not.toContain('34.99')
  expect(columnOf(html, 'pro')).toContain('<b>$99.99</b> a year')
  expect(columnOf(html, 'pro')).not.toContain('student')
  expect(html).not.toContain('a month')
})

test("shows everyone's prices to a user without their own", () => {
  expect(columnOf(page({ session: student(null) }), 'pro')).toContain('<b>$9.99</b> a month')
})

test('names the store beside the plan that it bills', () => {
  const html = (tier: Tier) => page({ session: user(tier, { subscriptionPaymentType: 'google_play' }) })
  expect(html('pro')).toContain('Your plan is <b>Pro+</b>, billed by Google Play.')
  expect(html('legacy_pro')).toContain('Your plan is <b>Pro (legacy)</b>, billed by Google Play.')
})

const STUDENT = fulfilled<Session<ViewerPlans | null>>({
  kind: 'user',
  me: me({ tier: 'free' }),
  viewer: { plans: [plan('intermediate_pro', 'year', 1999)] },
})

test.each([
  ['a visitor', visitor],
  ['a free user', user('free')],
])('offers %s the running campaign and what it means', (_, session) => {
  const html = page({ reason: 'holiday', campaign: 'HOLIDAY', session })
  expect(html).toContain('<b>Get 23% off Pro</b> 23% off your first payment')
  expect(html).toContain('href="/subscribe/pro?reason=holiday"')
})

test.each([
  ['no campaign', null, visitor],
  ['a student', 'HOLIDAY', STUDENT],
  ['a subscriber', 'HOLIDAY', user('intermediate_pro')],
])('promises no discount to %s', (_, campaign, session) => {
  const html = page({ reason: 'holiday', campaign, session })
  expect(html).not.toContain('23%')
  expect(html).toContain('<p class="reason">Get more with Pro</p>')
  expect(html).not.toContain('reason=holiday')
})

test('another reason names no campaign', () => {
  expect(page({ reason: 'multi_action', campaign: 'HOLIDAY' })).not.toContain('23%')
})

test('leads Pro+ users whom Stripe bills to the change to Pro', () => {
  const offered = (tier: Tier, paidBy: Me['subscriptionPaymentType']) =>
    columnOf(page({ session: user(tier, { subscriptionPaymentType: paidBy }) }), 'intermediate_pro').match(
      /<a [^>]*href="([^"]+)"[^>]*>Change to Pro</,
    )?.[1]
  expect(offered('pro', 'stripe')).toBe('/settings/billing')
  expect([offered('pro', 'app_store'), offered('legacy_pro', 'stripe')]).toEqual([undefined, undefined])
})

test('offers no plan that is not sold any more', () => {
  const html = page({ sold: PRO_ALONE })
  expect(columnOf(html, 'pro')).toContain('This plan is not sold any more.')
  expect(columnOf(html, 'pro')).not.toContain('href')
  expect(columnOf(html, 'intermediate_pro')).toContain('$3.49')
})
