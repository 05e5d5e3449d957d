import type { RunnerMemory } from '../world/memory.ts'
import { readMemory } from './programs.ts'

/** All or nothing, also of what memory holds: where the work fails, memory is as the tables say. */
export function transact<Result>(memory: RunnerMemory, work: () => Result): Result {
  const { settings } = memory
  try {
    return memory.world.transaction(work)
  } catch (error) {
    Object.assign(memory, readMemory(memory.world), { settings })
    throw error
  }
}
