import type { RunDetail } from '../../../../worker/contract/runs/applet-run.ts'
import { readRun } from '../../../../worker/engine/runner/read/read-run.ts'
import type { RunRow } from '../../../../worker/engine/runner/store/runs.ts'
import { encodeRunId } from '../../../../worker/engine/runner/world/ulid.ts'
import type { SimulatedRunner } from '../../../../worker/engine/runner/testing/simulated-runner.ts'

/** The runs of a Runner, oldest first. */
export function runsOf({ storage }: SimulatedRunner): RunRow[] {
  return storage.peek<RunRow>('select * from run order by seq')
}

/** A run as its page shows it. */
export function pageOfRun({ memory }: SimulatedRunner, run: RunRow | undefined): RunDetail | null {
  return run ? readRun(memory, encodeRunId(run)) : null
}

/** All that a Runner keeps, shows, logs or tells, as one text. */
export function everythingKept(runner: SimulatedRunner): string {
  const { storage, logged, told } = runner
  const tables = storage.peek<{ name: string }>("select name from sqlite_master where type = 'table'")
  const rows = tables.flatMap(({ name }) => storage.peek(`select * from "${name}"`))
  const pages = runsOf(runner).map((run) => pageOfRun(runner, run))
  return JSON.stringify([rows, pages, logged, told])
}
