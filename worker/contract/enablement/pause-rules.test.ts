import { expect, test } from 'vitest'
import { decidePauses, type CountedEnablement } from './pause-rules.ts'

function held(id: string, given: Partial<CountedEnablement> = {}): CountedEnablement {
  return { id, status: 'enabled', last_run: null, updated_at: 0, needs: { features: [], services: [] }, ...given }
}

test('keeps the most recently used Applets within the limit', () => {
  const ran = held('ran', { last_run: 300 })
  const changed = held('changed', { updated_at: 400, last_run: 100 })
  const old = held('old', { last_run: 200, updated_at: 250 })
  expect(decidePauses('free', [old, ran, changed])).toEqual({ pause: ['old'], resume: [] })
  expect(decidePauses('free', [old, ran])).toEqual({ pause: [], resume: [] })
})

test('resumes paused Applets when room returns, last used first', () => {
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

test('resumes everything on a plan without a quota', () => {
  const many = Array.from({ length: 30 }, (_, n) => held(`p${n}`, { status: 'disabled' }))
  expect(decidePauses('pro', [held('on'), ...many])).toMatchObject({ pause: [], resume: { length: 30 } })
})

test('pauses disallowed Applets regardless of room until a plan allows them', () => {
  const queries = held('queries', { last_run: 900, needs: { features: ['queries'], services: [] } })
  const ai = held('ai', { last_run: 800, needs: { features: [], services: ['pro'] } })
  const [one, two] = [held('one', { last_run: 2 }), held('two', { last_run: 1 })]
  expect(decidePauses('free', [queries, ai, one, two])).toEqual({ pause: ['queries', 'ai'], resume: [] })
  const paused = [queries, ai].map((each) => ({ ...each, status: 'disabled' as const }))
  expect(decidePauses('intermediate_pro', [...paused, one])).toEqual({ pause: [], resume: [] })
  expect(decidePauses('legacy_pro', [...paused, one])).toEqual({ pause: [], resume: ['queries', 'ai'] })
})

test('breaks ties between equally recent Applets the same way', () => {
  expect(decidePauses('free', [held('c'), held('a'), held('b')])).toEqual(
    decidePauses('free', [held('b'), held('c'), held('a')]),
  )
})
