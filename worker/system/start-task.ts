import { MINUTE } from '../contract/shared/durations.ts'
import type { ScheduledTask } from '../contract/jobs/scheduled-task.ts'
import type { RunnerCtx } from './context/context.ts'
import { log } from './log/log.ts'

/** Starts one of the minute's tasks at once. Never throws: the minute's trigger makes up for a queue that fails. */
export async function startTask(ctx: Pick<RunnerCtx, 'queue' | 'now' | 'id'>, task: ScheduledTask): Promise<void> {
  const [before, until] = [ctx.now(), ctx.now() + MINUTE]
  try {
    await ctx.queue.send({ kind: 'scheduled_task', id: ctx.id('job'), task, before, until })
  } catch (error) {
    log('warn', 'task_not_queued', { task, message: String(error) })
  }
}
