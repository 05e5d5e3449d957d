import { expect, test } from 'vitest'
import type { ConfirmAnswer } from '../../../../worker/contract/billing/billing-overview.ts'
import { aBilling } from './billing-overview.fixture.ts'
import { BANK_NOT_REACHED, confirmOwedPayment } from './confirm-owed-payment.ts'

type Bank = Awaited<ReturnType<Parameters<typeof confirmOwedPayment>[1]>>

const billing = aBilling()
const asks: ConfirmAnswer = { kind: 'confirm', client_secret: 'pi_1_secret', payment_method: null }
const paid: ConfirmAnswer = { kind: 'paid', amount: 349, currency: 'usd', billing }
const settling: ConfirmAnswer = { kind: 'settling', billing }
const NOT_CONFIRMED = 'We are unable to authenticate your payment method.'

/** Answers of our server in their order, and a bank that says yes unless it is told otherwise. */
function aPress(answers: ConfirmAnswer[], bankSays: 'yes' | 'no' | 'nothing' = 'yes', loads = true) {
  const asked: string[] = []
  const error = { type: 'invalid_request_error', message: NOT_CONFIRMED }
  // The code under test calls only this method of Stripe.js.
  const bank = {
    confirmCardPayment(secret: string) {
      asked.push(secret)
      if (bankSays === 'nothing') return Promise.reject(new Error('The connection is lost.'))
      return Promise.resolve(bankSays === 'no' ? { error } : { paymentIntent: {} })
    },
  } as unknown as Bank
  const ask = async () => answers.shift() ?? expect.fail('asked too often')
  const load = () => (loads ? Promise.resolve(bank) : Promise.reject(new Error('blocked')))
  return { asked, done: confirmOwedPayment(ask, load, async () => {}) }
}

test('confirms at the bank, then says what was paid', async () => {
  const { asked, done } = aPress([asks, paid])
  expect(await done).toEqual({ billing, words: 'You paid $3.49 for Pro.' })
  expect(asked).toEqual(['pi_1_secret'])
})

test('a payment made elsewhere opens no bank', async () => {
  const { asked, done } = aPress([paid])
  expect((await done).words).toBe('You paid $3.49 for Pro.')
  expect(asked).toEqual([])
})

test('waits for a payment that is being settled', async () => {
  expect((await aPress([asks, settling, settling, paid]).done).words).toBe('You paid $3.49 for Pro.')
  const slow = aPress([asks, ...Array.from({ length: 5 }, () => settling)])
  expect((await slow.done).words).toBe('Your bank has agreed. Your payment is still being processed.')
})

test('a refused or closed confirmation says so, and nothing is paid', async () => {
  await expect(aPress([asks, asks], 'no').done).rejects.toThrow(NOT_CONFIRMED)
})

test('a lost connection counts by what our server knows', async () => {
  expect((await aPress([asks, paid], 'nothing').done).words).toBe('You paid $3.49 for Pro.')
  await expect(aPress([asks, asks], 'nothing').done).rejects.toThrow(BANK_NOT_REACHED)
})

test('a blocked Stripe.js says so', async () => {
  await expect(aPress([asks], 'yes', false).done).rejects.toThrow(BANK_NOT_REACHED)
})
