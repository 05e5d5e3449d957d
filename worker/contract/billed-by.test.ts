import { expect, test } from 'vitest'
import { BILLED_BY, billedBy, isBilledByStripe, storeOf } from './billed-by.ts'

test('each payment type is either billed by Stripe or by its store', () => {
  const biller = BILLED_BY.map((type) => billedBy<string>(type, { stripe: () => 'Stripe', store: (store) => store }))
  expect(biller).toEqual(['Stripe', 'app_store', 'google_play'])
})

test('Stripe and a missing payment type are not mobile stores', () => {
  expect([...BILLED_BY, null, undefined].map(storeOf)).toEqual([null, 'app_store', 'google_play', null, null])
  expect([...BILLED_BY, null].map(isBilledByStripe)).toEqual([true, false, false, false])
})
