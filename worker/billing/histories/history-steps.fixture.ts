import * as fc from 'fast-check'
import type { Card } from '../testing/billing.fixture.ts'
import type { BookablePrice } from '../../contract/billing/booked-change.ts'
import type { CompanyName } from './company-steps.fixture.ts'
import { DAY, HOUR, MINUTE } from '../../contract/shared/durations.ts'

/** A code of the buyer's own, and the campaign's. */
type HistoryCode = 'WELCOME20' | 'HOLIDAY'
type Wanted = Pick<BookablePrice, 'plan' | 'interval'>

/**
 * One step of a history. `who`: two users may have a trial, the third had one. `dies`: the I/O at which the process
 * crashes.
 */
export type Step = { dies: number | null } & (
  | {
      kind: 'submit'
      who: number
      card: Card
      plan: 'intermediate_pro' | 'pro'
      yearly: boolean
      promo: HistoryCode | null
      twice: boolean
    }
  | { kind: 'submit again'; who: number }
  | { kind: 'bank answers'; who: number; passed: boolean }
  | { kind: 're-read'; who: number }
  | { kind: 'cancel' | 'resume' | 'switch at Stripe' | 'end at Stripe' | 'gift'; who: number }
  | { kind: 'book change'; who: number; wanted: Wanted }
  | { kind: 'keep plan'; who: number }
  | { kind: 'upgrade'; who: number; tabs: 1 | 2 }
  | { kind: 'card goes bad'; who: number }
  | { kind: 'operator removes discounts'; who: number }
  /** Of the newest payment; `cents`: null for all that is left. */
  | { kind: 'operator refunds'; who: number; cents: number | null }
  | { kind: 'dispute'; who: number }
  | { kind: 'dispute is decided'; who: number; outcome: 'won' | 'lost' }
  | { kind: 'company'; who: number; company: CompanyName }
  | { kind: 'campaign'; runs: boolean }
  | { kind: 'Stripe fails'; how: 'drop_after_commit' | '500_after_commit' | '500' | 'drop'; on: string }
  | { kind: 'webhooks'; mode: 'normal' | 'duplicate' | 'reorder' | 'lost' }
  | { kind: 'queue' | 'schedule' }
  | { kind: 'time'; ms: number }
)

const CARD_NAMES: Card[] = [
  'good',
  'otherGood',
  'dead',
  'noFunds',
  'failsAtCharge',
  'asks',
  'asksThenFails',
  'refundWaits',
  'refundFails',
]

const who = fc.nat(2)
/** Mostly the user who bought a plan at the beginning. */
const mostlyTheBuyer = fc.constantFrom(0, 1, 2, 2, 2)
const wanted = fc.record({
  plan: fc.constantFrom('intermediate_pro' as const, 'pro' as const),
  interval: fc.constantFrom('month' as const, 'year' as const),
})
/** Mostly the same card, because a trial per card matters only when two users share one. */
const card = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Card>('good') },
  { weight: 2, arbitrary: fc.constant<Card>('asks') },
  { weight: 4, arbitrary: fc.constantFrom(...CARD_NAMES) },
)
const reversal = fc.oneof(
  fc.record({
    kind: fc.constant('operator refunds' as const),
    who: mostlyTheBuyer,
    cents: fc.constantFrom(null, 100, 500, 2000),
  }),
  fc.record({ kind: fc.constant('dispute' as const), who: mostlyTheBuyer }),
  fc.record({
    kind: fc.constant('dispute is decided' as const),
    who: mostlyTheBuyer,
    outcome: fc.constantFrom('won' as const, 'lost' as const),
  }),
)
const step: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('submit' as const),
          who,
          card,
          plan: fc.constantFrom('intermediate_pro' as const, 'pro' as const),
          yearly: fc.boolean(),
          promo: fc.constantFrom(null, 'WELCOME20' as const, 'HOLIDAY' as const),
          twice: fc.boolean(),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('submit again' as const), who }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('bank answers' as const), who, passed: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('card goes bad' as const), who }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('operator removes discounts' as const), who }) },
      { weight: 3, arbitrary: reversal },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('campaign' as const), runs: fc.boolean() }) },
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constantFrom('re-read', 'cancel', 'resume', 'end at Stripe', 'gift'),
          who,
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('book change' as const), who: mostlyTheBuyer, wanted }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('keep plan' as const), who: mostlyTheBuyer }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('upgrade' as const),
          who,
          tabs: fc.constantFrom(1 as const, 2 as const),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('Stripe fails' as const),
          how: fc.constantFrom('drop_after_commit', '500_after_commit', '500', 'drop'),
          on: fc.constantFrom(
            'POST /v1/subscriptions',
            'POST /v1/customers',
            'GET /v1/subscriptions',
            'POST /v1/subscriptions/*',
            'POST /v1/refunds',
            'POST /v1/customers/*',
            'POST /v1/subscription_schedules',
            'POST /v1/subscription_schedules/*',
          ),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('webhooks' as const),
          mode: fc.constantFrom('normal', 'duplicate', 'reorder', 'lost'),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('queue', 'schedule') }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('company' as const),
          who,
          company: fc.constantFrom<CompanyName>('paris', 'berlin', 'none'),
        }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('time' as const),
          ms: fc.constantFrom(2 * MINUTE, 24 * HOUR, 3 * DAY, 8 * DAY, 32 * DAY, 370 * DAY),
        }),
      },
    ),
    fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3 }),
  )
  .map(([what, dies]) => ({ ...what, dies }))

/** Many histories begin with a subscriber, so that steps that need a plan happen often. */
const BOUGHT: Extract<Step, { kind: 'submit' }> = {
  kind: 'submit',
  who: 2,
  card: 'good',
  plan: 'intermediate_pro',
  yearly: false,
  promo: null,
  twice: false,
  dies: null,
}

const BOUGHT_PLUS: Step = { ...BOUGHT, plan: 'pro' }
const BOOKED: Step = {
  kind: 'book change',
  who: BOUGHT.who,
  wanted: { plan: 'intermediate_pro', interval: 'year' },
  dies: null,
}

/** A trial of a promised discount, often with a crash while it is given. */
const tried = fc
  .record({
    promo: fc.constantFrom('WELCOME20' as const, 'HOLIDAY' as const),
    dies: fc.option(fc.integer({ min: 25, max: 60 })),
  })
  .map((given): Step => ({ ...BOUGHT, ...given, who: 0 }))

const beginning: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Step[]>([], [BOUGHT], [BOUGHT_PLUS], [BOUGHT_PLUS, BOOKED]) },
  { weight: 1, arbitrary: fc.tuple(tried) },
)

/** A year that Stripe changed to monthly, and that ends at some time: its credit is used up or refunded. */
const switched = fc
  .tuple(
    fc.constantFrom<Card>('good', 'good', 'asks', 'refundWaits', 'refundFails'),
    fc.array(step, { maxLength: 5 }),
    fc.option(fc.integer({ min: 1, max: 30 }), { freq: 2 }),
    fc.array(step, { minLength: 1, maxLength: 8 }),
  )
  .map(([paidBy, before, dies, after]): Step[] => [
    { ...BOUGHT, yearly: true, card: paidBy },
    { kind: 'bank answers', who: 2, passed: true, dies: null },
    { kind: 'time', ms: 8 * DAY, dies: null },
    { kind: 'switch at Stripe', who: 2, dies: null },
    ...before,
    { kind: 'end at Stripe', who: 2, dies: null },
    { kind: 'webhooks', mode: 'normal', dies: null },
    { kind: 'queue', dies },
    ...after,
  ])

/** A plan whose payment is refunded or disputed, and that is then upgraded, canceled or both. */
const reversed = fc
  .tuple(
    fc.boolean(),
    fc.constantFrom(2 * MINUTE, 8 * DAY, 32 * DAY),
    fc.array(reversal, { minLength: 1, maxLength: 3 }),
    fc.array(step, { maxLength: 3 }),
    fc.constantFrom<1 | 2>(1, 2),
    fc.option(fc.integer({ min: 1, max: 30 }), { freq: 2 }),
    fc.array(step, { maxLength: 6 }),
  )
  .map(([yearly, ms, reversals, before, tabs, dies, after]): Step[] => [
    { ...BOUGHT, yearly },
    { kind: 'time', ms, dies: null },
    ...reversals.map((each): Step => ({ ...each, who: BOUGHT.who, dies: null })),
    ...before,
    { kind: 'upgrade', who: BOUGHT.who, tabs, dies },
    ...after,
  ])

const anyHistory = fc
  .tuple(beginning, fc.array(step, { minLength: 3, maxLength: 14 }))
  .map(([begun, steps]): Step[] => [...begun, ...steps])

export const historyArbitrary = fc.oneof(
  { weight: 3, arbitrary: anyHistory },
  { weight: 1, arbitrary: switched },
  { weight: 1, arbitrary: reversed },
)
