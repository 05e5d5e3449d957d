import { expect, test } from 'vitest'
import type { Billing } from '../../../../worker/contract/billing/billing-overview.ts'
import { askedQuestion } from './asked-question.ts'
import { aBilling, aPlan, RENEWS } from './billing-overview.fixture.ts'

const asked = (query: string, fields: Partial<Billing> = {}) =>
  askedQuestion(new URLSearchParams(query), aBilling(fields))

test('opens what the link asks for, and nothing else', () => {
  expect([asked('ask=cancel'), asked('ask=card'), asked('ask=switch'), asked('')]).toEqual([
    'cancel',
    'card',
    null,
    null,
  ])
})

test.each([
  ['a canceled plan', { plan: aPlan({ ends_at: RENEWS }) }, [null, 'card']],
  ['a plan that has ended', { plan: aPlan({ status: 'canceled', ends_at: RENEWS }) }, [null, null]],
  ['a plan that a store bills', { payment_type: 'app_store' as const }, [null, null]],
  ['no plan', { plan: null, payment_type: null }, [null, null]],
])('%s has only the questions that still make sense', (_, fields, questions) => {
  expect([asked('ask=cancel', fields), asked('ask=card', fields)]).toEqual(questions)
})
