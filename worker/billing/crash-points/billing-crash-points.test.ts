/** @module-tag long */
import { expect, test } from 'vitest'
import type { CrashRow } from '../testing/crash-point.fixture.ts'
import { CHANGES } from './change-rows.fixture.ts'
import { CREDITS } from './credit-rows.fixture.ts'
import { PROMISES } from './promise-rows.fixture.ts'
import { PURCHASES } from './purchase-rows.fixture.ts'

const LONG = 240_000
const ROWS: readonly CrashRow[] = [...PURCHASES, ...PROMISES, ...CHANGES, ...CREDITS]

/**
 * Each call to D1, Stripe or the queue fails once, in a fresh world: it is the last one of a worker that dies, it is
 * not made, or its answer is lost. The next step, as the row says, ends in the right state, with nothing paid twice.
 */
test.each(ROWS.flatMap(({ faults, ...row }) => faults.map((fault) => ({ ...row, fault }))))(
  '$name: any call ($fault)',
  async ({ run, fault, calls }) => {
    expect(await run(fault)).toBeGreaterThan(calls)
  },
  LONG,
)
