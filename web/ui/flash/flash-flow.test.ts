import { expect, test } from 'vitest'
import { NO_FLASHES, flashReducer, isHeld, type FlashEvent } from './flash-flow.ts'

const added = (id: number, message = `message ${id}`): FlashEvent => ({
  type: 'added',
  id,
  flash: { type: 'success', message },
})
const fold = (...events: FlashEvent[]) => events.reduce(flashReducer, NO_FLASHES)
const shown = (...events: FlashEvent[]) => fold(...events).items.map(({ id, phase }) => `${id} ${phase}`)

test('a message is shown, fades, and is gone (§8)', () => {
  expect(shown(added(1))).toEqual(['1 shown'])
  expect(shown(added(1), { type: 'elapsed', id: 1 })).toEqual(['1 fading'])
  expect(shown(added(1), { type: 'elapsed', id: 1 }, { type: 'elapsed', id: 1 })).toEqual([])
})

test('several messages stand under each other and age on their own (§8)', () => {
  expect(shown(added(1), added(2), { type: 'elapsed', id: 1 })).toEqual(['1 fading', '2 shown'])
})

test('under the pointer no message fades, and a fading one comes back (§8)', () => {
  const held: FlashEvent = { type: 'held', by: 'pointer' }
  expect(shown(added(1), { type: 'elapsed', id: 1 }, held)).toEqual(['1 shown'])
  expect(shown(added(1), held, { type: 'elapsed', id: 1 })).toEqual(['1 shown'])
  expect(shown(added(1), held, { type: 'released', by: 'pointer' }, { type: 'elapsed', id: 1 })).toEqual(['1 fading'])
})

test('the pointer leaving does not let go of what the focus holds', () => {
  const state = fold(
    added(1),
    { type: 'held', by: 'focus' },
    { type: 'held', by: 'pointer' },
    { type: 'released', by: 'pointer' },
  )
  expect(isHeld(state)).toBe(true)
})

test('dismissing the last message lets go, so that the next one disappears by itself', () => {
  const state = fold(added(1), { type: 'held', by: 'pointer' }, { type: 'dismissed', id: 1 })
  expect(state).toEqual(NO_FLASHES)
})

test('time that ran out for a message already dismissed changes nothing', () => {
  expect(shown(added(1), added(2), { type: 'dismissed', id: 1 }, { type: 'elapsed', id: 1 })).toEqual(['2 shown'])
})
