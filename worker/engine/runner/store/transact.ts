import type { RunnerMemory } from '../world/memory.ts'
import { readMemory } from './programs.ts'

/** All or nothing, also of what memory holds: where the work fails, memory is as the tables say. */
export function transact<Result>(memory: RunnerMemory, work: () => Result): Result {
  return withMemory(memory, () => memory.world.transaction(work))
}

/** Like `transact`, for work that makes one statement where `isOne`: that is all or nothing by itself. */
export function transactUnlessOne<Result>(memory: RunnerMemory, isOne: boolean, work: () => Result): Result {
  return isOne ? withMemory(memory, work) : transact(memory, work)
}

function withMemory<Result>(memory: RunnerMemory, work: () => Result): Result {
  const { settings } = memory
  try {
    return work()
  } catch (error) {
    Object.assign(memory, readMemory(memory.world), { settings })
    throw error
  }
}
