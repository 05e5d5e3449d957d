/** @module-tag long */
import { beforeAll, expect, test } from 'vitest'
import { measureWalks, type MeasuredWalk } from './measure-walks.ts'
import { WALK_BUDGETS, WALKS } from './walk-budgets.ts'

let measured: MeasuredWalk[]
beforeAll(async () => {
  measured = await measureWalks()
}, 120_000)

test.each(WALKS)('%s needs no more than its budget', (name) => {
  const budget = WALK_BUDGETS[name]
  const counts = measured.find((walk) => walk.name === name)?.counts
  const exceeded = (Object.keys(budget) as (keyof typeof budget)[]).filter(
    (key) => !counts || counts[key] > budget[key],
  )
  expect(exceeded.map((key) => `${key}: ${counts?.[key]} of ${budget[key]}`)).toEqual([])
})
