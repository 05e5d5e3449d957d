import { readdirSync, readFileSync } from 'node:fs'
import { cpuOf } from '../engine-bench/process-use.ts'

/** CPU time of all threads of a process, in ms; finer than a tick where the kernel says so. */
export function fineCpuOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const times = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]))
    return times.reduce((sum, time) => sum + time, 0) / 1e6
  } catch {
    return cpuOf(pid)
  }
}
