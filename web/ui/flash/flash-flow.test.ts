import { expect, test } from 'vitest'
import { NO_FLASHES, flashReducer, isHeld, type FlashEvent } from './flash-flow.ts'

const added = (id: number, message = `message ${id}`): FlashEvent => ({
  type: 'added',
  id,
  flash: { type: 'success', message },
  shownFor: 3000,
})
const fold = (...events: FlashEvent[]) => events.reduce(flashReducer, NO_FLASHES)
const shown = (...events: FlashEvent[]) => fold(...events).items.map(({ id, phase }) => `${id} ${phase}`)

test('a message shows, fades and disappears', () => {
  expect(shown(added(1))).toEqual(['1 shown'])
  expect(shown(added(1), { type: 'elapsed', id: 1 })).toEqual(['1 fading'])
  expect(shown(added(1), { type: 'elapsed', id: 1 }, { type: 'elapsed', id: 1 })).toEqual([])
})

test('several messages stack and age separately', () => {
  expect(shown(added(1), added(2), { type: 'elapsed', id: 1 })).toEqual(['1 fading', '2 shown'])
})

test('a hovered message does not fade, and a fading one returns', () => {
  const held: FlashEvent = { type: 'held', by: 'pointer' }
  expect(shown(added(1), { type: 'elapsed', id: 1 }, held)).toEqual(['1 shown'])
  expect(shown(added(1), held, { type: 'elapsed', id: 1 })).toEqual(['1 shown'])
  expect(shown(added(1), held, { type: 'released', by: 'pointer' }, { type: 'elapsed', id: 1 })).toEqual(['1 fading'])
})

test('focus keeps a message after the pointer leaves', () => {
  const state = fold(
    added(1),
    { type: 'held', by: 'focus' },
    { type: 'held', by: 'pointer' },
    { type: 'released', by: 'pointer' },
  )
  expect(isHeld(state)).toBe(true)
})

test('dismissing the last message releases its hold', () => {
  const state = fold(added(1), { type: 'held', by: 'pointer' }, { type: 'dismissed', id: 1 })
  expect(state).toEqual(NO_FLASHES)
})

test('ignores a timer of a dismissed message', () => {
  expect(shown(added(1), added(2), { type: 'dismissed', id: 1 }, { type: 'elapsed', id: 1 })).toEqual(['2 shown'])
})
