import type { HoldReason } from '../../../contract/runs/applet-run.ts'
import type { Program, ProgramBranch } from '../../../system/runner-api/program.ts'
import type { RunProgress } from '../store/run-progress.ts'
import type { RunRow, StoredEvent } from '../store/runs.ts'
import type { UnderWay } from '../world/memory.ts'

/** The parts that asking queries, deciding and rendering need: of a run in work, or of one that is only tried. */
export type Rendering = {
  run: Pick<RunRow, 'seq' | 'applet_id' | 'hops'>
  entry: Pick<UnderWay, 'touched' | 'may_take'>
  branch: ProgramBranch
  event: StoredEvent
  progress: RunProgress
}

/** A run in work: its row as taken, its version of the Applet, and how far it has come. */
export type Work = Rendering & {
  run: RunRow
  entry: UnderWay
  program: Program
  /** Whether `work` has a row. */
  has_work: boolean
  /** Why an action could not be done this time, and which snapshot said so; `due` in ms. */
  held: { hold: HoldReason; due: number | null; wanted: number } | null
}
