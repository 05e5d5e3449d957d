import type { StepIo } from '../../steps/service-steps.ts'
import type { RunnerPart } from '../world/memory.ts'
import type { Rendering } from './run-under-way.ts'
import type { Clock } from '../world/world.ts'

/** A step's ports that show with each call that its run goes on, so that it does not count as stalled. */
export function touchingIo({ world }: RunnerPart<Clock>, { entry }: Pick<Rendering, 'entry'>, io: StepIo): StepIo {
  const touch = () => {
    entry.touched = world.now()
  }
  touch()
  return {
    ...io,
    fetch: (...call) => {
      touch()
      return io.fetch(...call)
    },
  }
}
