import { expect, test } from 'vitest'
import { CHECKING, pushReducer, UNREACHABLE, type PushEvent, type PushState } from './push-flow.ts'

const fold = (...events: PushEvent[]) => events.reduce(pushReducer, CHECKING)
const off: PushEvent = { type: 'found', state: 'off' }
const on: PushEvent = { type: 'found', state: 'on' }
const pressed: PushEvent = { type: 'onPressed' }
const allowed: PushEvent = { type: 'allowed' }

test("detects the browser's push support first", () => {
  for (const state of ['unsupported', 'not_offered', 'blocked', 'off', 'on'] as const) {
    expect(fold({ type: 'found', state }).kind).toBe(state)
  }
  expect(fold(on, off).kind).toBe('on')
})

test('turning on asks for permission, then subscribes', () => {
  expect(fold(off, pressed).kind).toBe('asking')
  expect(fold(off, pressed, allowed).kind).toBe('subscribing')
  expect(fold(off, pressed, allowed, { type: 'subscribed' })).toEqual({ kind: 'on', outcome: null })
})

test('a denied permission blocks; a dismissed one may be asked again', () => {
  expect(fold(off, pressed, { type: 'refused', permission: 'denied' }).kind).toBe('blocked')
  expect(fold(off, pressed, { type: 'refused', permission: 'default' }).kind).toBe('off')
})

test('a push service timeout says so, and late success counts', () => {
  const late = fold(off, pressed, allowed, { type: 'elapsed' })
  expect(late).toEqual({ kind: 'off', why: UNREACHABLE })
  expect(pushReducer(late, { type: 'subscribed' }).kind).toBe('on')
})

test('a failure shows its reason and keeps the state', () => {
  const failed: PushEvent = { type: 'failed', message: 'No.' }
  for (const events of [[], [off, pressed], [off, pressed, allowed]]) {
    expect(fold(...events, failed)).toEqual({ kind: 'off', why: 'No.' })
  }
  for (const type of ['offPressed', 'testPressed'] as const) {
    expect(fold(on, { type }, failed)).toEqual({ kind: 'on', outcome: 'No.' })
  }
  expect(fold(off, failed)).toEqual(fold(off))
})

test('turns off, and says where a test went', () => {
  expect(fold(on, { type: 'offPressed' }, { type: 'left' }).kind).toBe('off')
  const tested = (browsers: number) => fold(on, { type: 'testPressed' }, { type: 'tested', browsers })
  expect(tested(1)).toEqual({ kind: 'on', outcome: 'Sent to this browser.' })
  expect(tested(3)).toEqual({ kind: 'on', outcome: 'Sent to 3 browsers.' })
})

test('ignores presses and reports that the state does not expect', () => {
  const types = ['onPressed', 'offPressed', 'testPressed', 'allowed', 'subscribed', 'left', 'elapsed'] as const
  for (const kind of ['checking', 'unsupported', 'not_offered', 'blocked', 'leaving', 'testing'] as const) {
    const state: PushState = { kind }
    const waits = kind === 'leaving' ? 'left' : null
    for (const type of types) if (type !== waits) expect(pushReducer(state, { type })).toBe(state)
  }
  const asking: PushState = { kind: 'asking' }
  for (const type of ['onPressed', 'subscribed', 'elapsed'] as const) expect(pushReducer(asking, { type })).toBe(asking)
})

test('a permission or a test that nobody asked for changes nothing', () => {
  for (const state of [fold(off), fold(on)]) {
    expect(pushReducer(state, { type: 'refused', permission: 'denied' })).toBe(state)
    expect(pushReducer(state, { type: 'tested', browsers: 2 })).toBe(state)
  }
})
