import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CalledFunction } from './called-functions.ts'
import type { WalkCounts, WalkName } from './walk-budgets.ts'
import { writeFilterEngine } from '../../filter-engine/write-filter-engine.ts'

/** `called`: the functions of `worker/`, in no order. */
export type MeasuredWalk = { name: WalkName; counts: WalkCounts; called: CalledFunction[] }

const MOST_BYTES = 16_000_000

/** Walks the six walks in a process of their own, where nothing else calls a function meanwhile. */
export async function measureWalks(): Promise<MeasuredWalk[]> {
  writeFilterEngine()
  const [module, script] = ['resolve-workers-module.ts', 'walk-process.ts'].map((name) =>
    join(import.meta.dirname, name),
  ) as [string, string]
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', module, script], {
    maxBuffer: MOST_BYTES,
  })
  // Written by our own process.
  return JSON.parse(stdout) as MeasuredWalk[]
}
