import { expect, test } from 'vitest'
import type { SubscriptionModal } from '../../../../worker/contract/upgrade/upgrade.ts'
import { createStore, type Store } from '../../../browser/storage/storage.ts'
import { fakeStorage } from '../../../browser/storage/fake-storage.fixture.ts'
import { modalData } from './modal-data-cache.ts'
import { modal, SERVED } from './subscription-modal.fixture.ts'
import { MINUTE } from '../../../../worker/contract/shared/durations.ts'

function aStore(limit?: number) {
  const storage = fakeStorage(limit)
  return { rows: storage.rows, store: createStore(() => storage) }
}

/** A browser whose clock is `off` by this many ms, and a server that answers `answer`. */
function browser({
  off = 0,
  answer = modal(),
  store = aStore().store as Pick<Store, 'read' | 'write' | 'remove'>,
} = {}) {
  const clock = { now: SERVED + off }
  return { clock, data: modalData({ ask: async () => answer, store, now: () => clock.now }) }
}

// §7-27
test('keeps an answer for ten minutes and no longer', async () => {
  const { data, clock } = browser()
  expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
  await data.asked('usr_1', 'intermediate_pro')
  expect(data.kept('usr_1', 'intermediate_pro')).toEqual(modal())
  clock.now += 10 * MINUTE - 1
  expect(data.kept('usr_1', 'intermediate_pro')).toEqual(modal())
  clock.now += 1
  expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
})

// §7-27
test('counts from when it has the answer, whatever the server kept', async () => {
  const clock = { now: SERVED }
  const ask = async () => {
    clock.now += MINUTE
    return modal({ served_at: SERVED - 9 * MINUTE })
  }
  const data = modalData({ ask, store: aStore().store, now: () => clock.now })
  await data.asked('usr_1', 'intermediate_pro')
  clock.now += 10 * MINUTE - 1
  expect(data.kept('usr_1', 'intermediate_pro')).not.toBeNull()
  clock.now += 1
  expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
})

test.each([-24 * 60 * MINUTE, -5 * MINUTE, 5 * MINUTE, 24 * 60 * MINUTE])(
  'a clock %s ms off keeps it as long',
  async (off) => {
    const { data, clock } = browser({ off })
    await data.asked('usr_1', 'intermediate_pro')
    clock.now += 10 * MINUTE - 1
    expect(data.kept('usr_1', 'intermediate_pro')).not.toBeNull()
    clock.now += 1
    expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
  },
)

test('drops data from the future after the clock goes back', async () => {
  const { data, clock } = browser()
  await data.asked('usr_1', 'intermediate_pro')
  clock.now -= 1
  expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
})

// §7-27
test('keys the data by user and plan', async () => {
  const { store, rows } = aStore()
  const { data } = browser({ store })
  await data.asked('usr_1', 'intermediate_pro')
  expect([...rows.keys()]).toEqual(['page-state:subscription-modal-intermediate_pro:usr_1'])
  expect(data.kept('usr_2', 'intermediate_pro')).toBeNull()
  expect(data.kept('usr_1', 'pro')).toBeNull()
})

test("drops another user's data under this user's key", async () => {
  const { store, rows } = aStore()
  const { data } = browser({ store })
  await data.asked('usr_1', 'intermediate_pro')
  const text = rows.get('page-state:subscription-modal-intermediate_pro:usr_1') ?? ''
  rows.set('page-state:subscription-modal-intermediate_pro:usr_2', text)
  expect(data.kept('usr_2', 'intermediate_pro')).toBeNull()
  expect(rows.has('page-state:subscription-modal-intermediate_pro:usr_2')).toBe(false)
})

const without = (name: keyof SubscriptionModal) => ({ ...modal(), [name]: undefined })
test.each<[string, string]>([
  ['cut off', JSON.stringify({ got_at: SERVED, data: modal() }).slice(0, 200)],
  ['no JSON', '<html>'],
  ['null', 'null'],
  ['a list', '[]'],
  ['a word', '"free"'],
  ['an old shape', JSON.stringify(modal())],
  ['without data', JSON.stringify({ got_at: SERVED })],
  ['without a price', JSON.stringify({ got_at: SERVED, data: without('pro') })],
  ['without a user', JSON.stringify({ got_at: SERVED, data: without('user_id') })],
  ['of an unknown tier', JSON.stringify({ got_at: SERVED, data: { ...modal(), tier: 'gold' } })],
  ['of a price that is not a number', JSON.stringify({ got_at: SERVED, data: modal() }).replace('349', '"349"')],
  ['eleven minutes old', JSON.stringify({ got_at: SERVED - 11 * MINUTE, data: modal() })],
  ['from the future', JSON.stringify({ got_at: SERVED + 1, data: modal() })],
  ['made to last forever', JSON.stringify({ got_at: 0, data: modal() }).replace('0', '1e999')],
])('drops stored data that is %s and asks again', async (_, text) => {
  const { store, rows } = aStore()
  const { data } = browser({ store })
  const key = 'page-state:subscription-modal-intermediate_pro:usr_1'
  rows.set(key, text)
  expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
  expect(rows.has(key)).toBe(false)
  await data.asked('usr_1', 'intermediate_pro')
  expect(data.kept('usr_1', 'intermediate_pro')).toEqual(modal())
})

test('keeps nothing of a failed call', async () => {
  const { store, rows } = aStore()
  const data = modalData({ ask: () => Promise.reject(new Error('No.')), store, now: () => SERVED })
  await expect(data.asked('usr_1', 'intermediate_pro')).rejects.toThrow('No.')
  expect(rows.size).toBe(0)
})

test('works where storage is denied or full', async () => {
  const denied = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  for (const store of [denied, aStore(10).store]) {
    const { data } = browser({ store })
    expect(await data.asked('usr_1', 'intermediate_pro')).toEqual(modal())
    expect(data.kept('usr_1', 'intermediate_pro')).toEqual(modal())
    data.forget('usr_1')
    expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
  }
})

test('two tabs share the data and forget it together', async () => {
  const { store } = aStore()
  const [one, other] = [browser({ store }).data, browser({ store }).data]
  await one.asked('usr_1', 'intermediate_pro')
  expect(other.kept('usr_1', 'intermediate_pro')).toEqual(modal())
  other.forget('usr_1')
  expect(one.kept('usr_1', 'intermediate_pro')).toBeNull()
})

test('signing out forgets the data', async () => {
  const memory = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  const { data } = browser({ store: memory })
  await data.asked('usr_1', 'intermediate_pro')
  memory.removeAll('page-state:')
  expect(data.kept('usr_1', 'intermediate_pro')).toBeNull()
})
