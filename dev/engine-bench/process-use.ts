import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** CPU time that a process has used so far, user and system, in ms. */
export function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    // Fields 14 and 15 of proc(5), in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return psTime(pid)
  }
}

/** Where there is no /proc: "0:01.23", "1:02:03". */
function psTime(pid: number): number {
  const parts = execFileSync('ps', ['-o', 'time=', '-p', `${pid}`], { encoding: 'utf8' })
    .trim()
    .split(':')
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0) * 1000
}

/** Memory that a process holds, in MB. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024
}

/** The workerd that this process has started. */
export function findWorkerd(parent: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).split('\n')
  const found = lines
    .map((line) => line.trim().split(/\s+/))
    .find(([, ppid, name]) => ppid === `${parent}` && name?.includes('workerd'))
  if (!found) throw new Error('This process has started no workerd.')
  return Number(found[0])
}
