import type { StepIo } from '../../steps/service-steps.ts'
import type { RunnerMemory } from '../world/memory.ts'
import type { Rendering } from './run-under-way.ts'

/** A step's ports that show with each call that its run goes on, so that it does not count as stalled. */
export function touchingIo({ world }: RunnerMemory, { entry }: Pick<Rendering, 'entry'>, io: StepIo): StepIo {
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
