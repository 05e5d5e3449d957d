import { expect, test, vi } from 'vitest'
import LookedAtOnce, { LOOKED_AT } from './looked-at-once.ts'

/** How a run ends whose journeys look at these states. */
function ends(...journeys: { id: string; states: string[] }[]) {
  const reporter = new LookedAtOnce()
  for (const { id, states } of journeys) {
    const annotations = states.map((description) => ({ type: LOOKED_AT, description }))
    reporter.onTestEnd({ id, title: `journey ${id}` }, { annotations: [...annotations, { type: 'slow' }] })
  }
  return reporter.onEnd()
}

test('a run that looks at each state once ends as it would', async () => {
  expect(await ends({ id: 'a', states: ['settings', 'menu'] }, { id: 'b', states: ['home'] })).toBeUndefined()
})

test('two journeys that look at one state fail the run', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  expect(await ends({ id: 'a', states: ['settings'] }, { id: 'b', states: ['home', 'settings'] })).toEqual({
    status: 'failed',
  })
  expect(said).toHaveBeenCalledExactlyOnceWith('axe looks at “settings” more than once: journey a; journey b')
})

test('another try of a journey looks again', async () => {
  expect(await ends({ id: 'a', states: ['settings'] }, { id: 'a', states: ['settings'] })).toBeUndefined()
})
