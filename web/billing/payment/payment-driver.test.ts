import { expect, test } from 'vitest'
import { PAYMENT_PROBLEM } from '../../../worker/contract/payment-words.ts'
import type { SubscriptionResponse } from '../../../worker/contract/billing/checkout.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import { paymentDriver, type PaymentPorts } from './payment-driver.ts'
import { order, subscription, withIntent } from './subscription-response.fixture.ts'

type Given = { [Port in keyof PaymentPorts]?: (...args: unknown[]) => unknown }

/** The flow over ports that answer as given; `asked` records their calls. */
function paymentFixture(given: Given = {}) {
  const asked: unknown[][] = []
  const port =
    <Answer>(name: keyof PaymentPorts, answer: Answer) =>
    async (...args: unknown[]): Promise<Answer> => {
      asked.push([name, ...args])
      // Tests give answers in the port's own shape.
      return given[name] ? ((await given[name](...args)) as Answer) : answer
    }
  const driver = paymentDriver(
    {
      makeMethod: port<Awaited<ReturnType<PaymentPorts['makeMethod']>>>('makeMethod', { payment_method: 'pm_1' }),
      subscribe: port<SubscriptionResponse>('subscribe', subscription()),
      confirm: port<Awaited<ReturnType<PaymentPorts['confirm']>>>('confirm', null),
      reread: port<SubscriptionResponse>('reread', subscription()),
    },
    () => {},
  )
  const press = (key = 'k1') => driver.send({ type: 'submitted', order, key })
  const settled = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    return driver.state()
  }
  const names = () => asked.map(([name]) => name)
  return { driver, asked, names, press, settled }
}

test('pays by card with one request per step', async () => {
  const { press, settled, asked } = paymentFixture()
  press('k1')
  expect((await settled()).kind).toBe('paid')
  expect(asked).toEqual([
    ['makeMethod', 'card'],
    ['subscribe', { ...order, payment_method: 'pm_1' }, 'k1'],
    ['reread', 'sub_1'],
  ])
})

test('sends once when pressed twice', async () => {
  const { press, settled, names } = paymentFixture()
  press()
  press()
  await settled()
  press()
  expect((await settled()).kind).toBe('paid')
  expect(names()).toEqual(['makeMethod', 'subscribe', 'reread'])
})

// §4.1-08
test('confirms once with the bank, then rereads the subscription', async () => {
  const { press, settled, asked } = paymentFixture({ subscribe: () => withIntent('requires_action') })
  press()
  expect((await settled()).kind).toBe('paid')
  expect(asked.slice(2)).toEqual([
    ['confirm', { of: 'payment', client_secret: 'pi_1_secret', payment_method: null }],
    ['reread', 'sub_1'],
  ])
})

test('repeats a lost request with the same key', async () => {
  let lost = true
  const subscribe = () => {
    if (!lost) return subscription()
    lost = false
    throw new RequestError(null, {})
  }
  const { press, settled, asked } = paymentFixture({ subscribe })
  press('k1')
  expect(await settled()).toMatchObject({ kind: 'unsettled', problem: { message: PAYMENT_PROBLEM } })
  press('k2')
  expect((await settled()).kind).toBe('paid')
  const sent = asked.filter(([name]) => name === 'subscribe')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
  expect(asked.filter(([name]) => name === 'makeMethod')).toHaveLength(1)
})

test('sends nothing while a field is incomplete', async () => {
  const problem = { at: 'cardnumber', message: 'Your card number is incomplete.', code: null }
  const { press, settled, names } = paymentFixture({ makeMethod: () => ({ problem }) })
  press()
  expect(await settled()).toMatchObject({ kind: 'idle', problem })
  expect(names()).toEqual(['makeMethod'])
})

// §8-01
test('reports any exception and lets the form be sent again', async () => {
  let broken = true
  const makeMethod = () => {
    if (broken) throw new TypeError('boom')
    return { payment_method: 'pm_2' }
  }
  const { press, settled } = paymentFixture({ makeMethod })
  press()
  expect(await settled()).toMatchObject({ kind: 'idle', problem: { message: PAYMENT_PROBLEM } })
  broken = false
  press()
  expect((await settled()).kind).toBe('paid')
})

test('pays nothing when the wallet closes before sending its card', async () => {
  let finish: (made: { payment_method: string }) => void = () => {}
  const made = new Promise((resolve) => {
    finish = resolve
  })
  const { driver, settled, names } = paymentFixture({ makeMethod: () => made })
  driver.send({ type: 'walletOpened', key: 'k1' })
  driver.send({ type: 'walletConfirmed', order, key: 'k2' })
  driver.send({ type: 'walletCancelled' })
  finish({ payment_method: 'pm_1' })
  expect(await settled()).toMatchObject({ kind: 'idle', problem: null })
  expect(names()).toEqual(['makeMethod'])
})
