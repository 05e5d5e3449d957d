import { expect, test } from 'vitest'
import { decidePauses, type CountedEnablement } from './plan-limit-rules.ts'

function held(id: string, given: Partial<CountedEnablement> = {}): CountedEnablement {
  return { id, status: 'enabled', last_run: null, updated_at: 0, needs: { features: [], services: [] }, ...given }
}

// §D3.3-21
test('a plan keeps the Applets that were used last, as many as it allows; the rest pauses (§D3.3)', () => {
  const ran = held('ran', { last_run: 300 })
  const changed = held('changed', { updated_at: 400, last_run: 100 })
  const old = held('old', { last_run: 200, updated_at: 250 })
  expect(decidePauses('free', [old, ran, changed])).toEqual({ pause: ['old'], resume: [] })
  expect(decidePauses('free', [old, ran])).toEqual({ pause: [], resume: [] })
})

test('with room again what was paused comes back, the last used first', () => {
  const paused = (id: string, last_run: number) => held(id, { status: 'disabled', last_run })
  expect(decidePauses('free', [held('on'), paused('older', 1), paused('newer', 2)])).toEqual({
    pause: [],
    resume: ['newer'],
  })
  expect(decidePauses('intermediate_pro', [held('on'), paused('older', 1), paused('newer', 2)]).resume).toEqual([
    'newer',
    'older',
  ])
})

test('a plan without a quota pauses nothing and brings everything back', () => {
  const many = Array.from({ length: 30 }, (_, n) => held(`p${n}`, { status: 'disabled' }))
  expect(decidePauses('pro', [held('on'), ...many])).toMatchObject({ pause: [], resume: { length: 30 } })
})

test('what a plan does not allow pauses whatever room there is, takes none, and comes back with a plan that allows it (§6)', () => {
  const queries = held('queries', { last_run: 900, needs: { features: ['queries'], services: [] } })
  const ai = held('ai', { last_run: 800, needs: { features: [], services: ['pro'] } })
  const [one, two] = [held('one', { last_run: 2 }), held('two', { last_run: 1 })]
  expect(decidePauses('free', [queries, ai, one, two])).toEqual({ pause: ['queries', 'ai'], resume: [] })
  const paused = [queries, ai].map((each) => ({ ...each, status: 'disabled' as const }))
  expect(decidePauses('intermediate_pro', [...paused, one])).toEqual({ pause: [], resume: [] })
  expect(decidePauses('legacy_pro', [...paused, one])).toEqual({ pause: [], resume: ['queries', 'ai'] })
})

test('of Applets used at the same moment always the same ones stay', () => {
  expect(decidePauses('free', [held('c'), held('a'), held('b')])).toEqual(
    decidePauses('free', [held('b'), held('c'), held('a')]),
  )
})
