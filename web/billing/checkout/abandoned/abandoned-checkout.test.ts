import { expect, test } from 'vitest'
import type { SoldPlan } from '../../../../worker/contract/tiers.ts'
import { ABANDONED_CHECKOUT } from '../../../../worker/contract/graphql/purchase-documents.ts'
import { createStore } from '../../../browser/storage/storage.ts'
import { abandonedWatch, isAbandoned, tellAbandoned } from './abandoned-checkout.ts'

const FRESH = { kind: 'idle', attempt: 0 } as const
const BLOCKED = () => {
  throw new Error('Storage is blocked.')
}

function aCheckout(store = createStore(BLOCKED), user_id = 'usr_1') {
  const told: SoldPlan[] = []
  const watch = abandonedWatch({ user_id, store, tell: (plan) => told.push(plan) })
  return { watch, told, store }
}

test('does not count just looking at checkout as abandoning it', () => {
  const { watch, told } = aCheckout()
  watch.left('pro', FRESH)
  expect(told).toEqual([])
})

test('reports an abandoned checkout once per session, even without storage', () => {
  const { watch, told, store } = aCheckout()
  watch.chose()
  watch.left('pro', FRESH)
  watch.left('pro', FRESH)
  expect(told).toEqual(['pro'])
  const again = aCheckout(store)
  again.watch.chose()
  again.watch.left('pro', FRESH)
  expect(again.told).toEqual([])
})

test('reports separately for each user of one browser', () => {
  const first = aCheckout()
  first.watch.chose()
  first.watch.left('pro', FRESH)
  const second = aCheckout(first.store, 'usr_2')
  second.watch.chose()
  second.watch.left('intermediate_pro', FRESH)
  expect(second.told).toEqual(['intermediate_pro'])
})

test.each([
  ['paid', { kind: 'paid', attempt: 1 }],
  ['while it is being paid', { kind: 'submitting', attempt: 1 }],
  ['while the outcome is unknown', { kind: 'unsettled', attempt: 1 }],
] as const)('%s, checkout is not abandoned', (_, state) => {
  expect(isAbandoned(true, state)).toBe(false)
})

test('counts a refused payment or a closed wallet sheet as abandoned', () => {
  expect(isAbandoned(false, { kind: 'idle', attempt: 1 })).toBe(true)
})

type Answer = { userProAbandonedCheckoutEmail: { errors: { attribute: string; message: string }[] } }
type Given = { debug: boolean; answer: () => Promise<Answer> }

/** Reports an abandoned checkout and returns the calls and log entries. */
async function tell({ debug, answer }: Given) {
  const asked: unknown[] = []
  const logged: unknown[] = []
  await tellAbandoned('pro', {
    debug,
    ask: (operation, variables) => {
      asked.push([operation, variables])
      return answer()
    },
    log: (_, error) => void logged.push(error),
  })
  return { asked, logged }
}

const answerOf = (errors: typeof refused): Answer => ({ userProAbandonedCheckoutEmail: { errors } })
const refused = [{ attribute: 'plan_id', message: 'must be a plan that is sold' }]
const FAILURES = [
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch')), [new TypeError('Failed to fetch')]],
  ['the answer has errors', async () => answerOf(refused), refused],
] as const

test('sends the plan of the abandoned checkout', async () => {
  const { asked, logged } = await tell({ debug: true, answer: async () => answerOf([]) })
  expect(asked).toEqual([[ABANDONED_CHECKOUT, { plan_id: 'pro' }]])
  expect(logged).toEqual([])
})

// §5-24
test.each(FAILURES)('with debug on, only logs that %s', async (_, answer, said) => {
  expect((await tell({ debug: true, answer })).logged).toEqual(said)
})

// §5-24
test.each(FAILURES)('with debug off, does not log that %s', async (_, answer) => {
  expect((await tell({ debug: false, answer })).logged).toEqual([])
})
