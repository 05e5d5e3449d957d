import { expect, test } from 'vitest'
import { switchFlow, type SwitchEvent, type SwitchState } from './switch-flow.ts'

const OFF: SwitchState = { kind: 'settled', on: false }
const on: SwitchEvent = { type: 'toggled', on: true }
const off: SwitchEvent = { type: 'toggled', on: false }
const succeeded: SwitchEvent = { type: 'succeeded' }
const failed: SwitchEvent = { type: 'failed' }

/** The state that these events lead to from an off switch, and the effects on the way. */
function run(...events: SwitchEvent[]) {
  let state = OFF
  const effects = events.flatMap((event) => {
    const next = switchFlow(state, event)
    state = next.state
    return next.effect ?? []
  })
  return { state, effects }
}

test('a switch moves at once and saves', () => {
  expect(run(on)).toMatchObject({ state: { kind: 'saving', on: true }, effects: [{ do: 'save', on: true }] })
  expect(run(on, succeeded).state).toEqual({ kind: 'settled', on: true })
})

test('the last intent is sent after the running call', () => {
  expect(run(on, off)).toMatchObject({ state: { kind: 'saving', on: false }, effects: [{ do: 'save', on: true }] })
  const saves = [
    { do: 'save', on: true },
    { do: 'save', on: false },
  ]
  expect(run(on, off, succeeded).effects).toEqual(saves)
  expect(run(on, off, succeeded, succeeded).state).toEqual(OFF)
  // Also when the first call failed: it may have been saved anyway.
  expect(run(on, off, failed).effects).toEqual(saves)
})

test('a leaving page sends its last intent at once, only once', () => {
  const hidden: SwitchEvent = { type: 'hidden' }
  expect(run(on, hidden).effects).toEqual([{ do: 'save', on: true }])
  expect(run(on, off, hidden, hidden).effects).toEqual([
    { do: 'save', on: true },
    { do: 'save', on: false },
  ])
  expect(run(on, off, hidden, succeeded, succeeded).state).toEqual(OFF)
  expect(run(hidden).effects).toEqual([])
})

test('toggling back and forth while saving is one call', () => {
  expect(run(on, off, on, succeeded)).toEqual({
    state: { kind: 'settled', on: true },
    effects: [{ do: 'save', on: true }],
  })
})

test("a failed last intent returns to the server's state", () => {
  expect(run(on, off, succeeded, failed)).toMatchObject({ state: { kind: 'settled', on: true } })
  expect(run(on, off, failed, failed)).toMatchObject({ state: OFF })
  expect(run(on, off, succeeded, failed).effects.at(-1)).toEqual({ do: 'flash' })
})

test("takes over the server's state except during a save", () => {
  expect(run({ type: 'read', on: true })).toEqual({ state: { kind: 'settled', on: true }, effects: [] })
  expect(run(on, { type: 'read', on: false }).state).toMatchObject({ kind: 'saving', on: true })
})

test('ignores unexpected answers and presses without a change', () => {
  expect(run(succeeded, failed, off)).toEqual({ state: OFF, effects: [] })
})
