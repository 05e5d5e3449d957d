import type { RunRow } from '../store/runs.ts'
import { readWork } from '../store/runs.ts'
import { finishRun } from '../execution/end-run.ts'
import { readProgram } from '../store/programs.ts'
import { transact } from '../store/stored-memory.ts'
import type { RunnerMemory } from '../world/memory.ts'

type Which = { applet_id: number } | { seqs: number[] }

/**
 * Ends runs that wait, retry or are held. A step whose request has left is finished and recorded, and nothing else is
 * done. Returns how many it stopped.
 */
export function cancelOpenRuns(memory: RunnerMemory, which: Which, message: string): number {
  return transact(memory, () => {
    const { world, under_way } = memory
    const rows =
      'applet_id' in which
        ? world.sql<RunRow>('select * from run where ended_at is null and applet_id = ?', which.applet_id)
        : world.sql<RunRow>(
            'select * from run where ended_at is null and seq in (select value from json_each(?))',
            JSON.stringify(which.seqs),
          )
    for (const run of rows) {
      const entry = under_way.get(run.seq)
      if (entry) {
        entry.stopped = true
        world.sql('update run set stopped = 1 where seq = ?', run.seq)
      } else {
        const program = readProgram(memory, run.applet_id, run.rev)
        const progress = readWork(memory, run.seq)
        finishRun(memory, { run, program, progress, has_work: progress !== null }, { state: 'cancelled', message })
      }
    }
    return rows.length
  })
}
