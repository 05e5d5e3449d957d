import { expect, test } from 'vitest'
import { htmlOf } from '../../../testing/page.fixture.tsx'
import { PromoField } from './promo-field.tsx'

const YEARLY = 'This code is for yearly plans.'
const UNCHECKED = 'It could not be checked. Check your connection and try again.'
const ENDED = 'This offer is no longer available. You would pay the full price.'

function invalid({ message, offered = null }: { message: string; offered?: string | null }): string {
  const promo = {
    state: { kind: 'invalid', attempt: 1, code: 'HOLIDAY', message } as const,
    send: () => expect.fail('nothing happens'),
    apply: () => Promise.resolve(),
    refuse: () => expect.fail('nothing is refused'),
    offered,
  }
  return htmlOf(<PromoField promo={promo} price_type="monthly" locked={false} />)
}

// §4.4-05
test.each([
  [{ message: 'Invalid promo code' }, ''],
  [{ message: UNCHECKED }, UNCHECKED],
  [{ message: YEARLY }, YEARLY],
  [{ message: 'Invalid promo code', offered: 'HOLIDAY' }, ENDED],
])('an invalid code always says "Invalid promo code" alone: %o', (given, why) => {
  const html = invalid(given)
  expect(/class="error"[^>]*>([^<]*)</.exec(html)?.[1]).toBe('Invalid promo code')
  expect(/<output[^>]*>([^<]*)</.exec(html)?.[1]).toBe(why)
})
