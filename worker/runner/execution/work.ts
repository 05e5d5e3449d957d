import type { Program, ProgramBranch } from '../../runner-api/program.ts'
import type { RunProgress } from '../store/run-progress.ts'
import type { RunRow, StoredEvent } from '../store/runs.ts'
import type { UnderWay } from '../world/memory.ts'

/** A run in work: its row as taken, its version of the Applet, and how far it has come. */
export type Work = {
  run: RunRow
  entry: UnderWay
  program: Program
  branch: ProgramBranch
  event: StoredEvent
  progress: RunProgress
  /** Whether `work` has a row. */
  has_work: boolean
}
