import { memoryOf } from '../../engine-bench/process-use.ts'

/** Of a process: `at` in ms since the first sample, `mb` that it holds. */
export type Sample = { at: number; mb: number }

/** Looks at a process's memory each second until it is stopped. */
export function watchMemory(pid: number) {
  const started = performance.now()
  const samples: Sample[] = []
  const look = () => void samples.push({ at: performance.now() - started, mb: memoryOf(pid) })
  look()
  const timer = setInterval(look, 1000)
  return {
    stop(): Sample[] {
      clearInterval(timer)
      look()
      return samples
    },
  }
}

/** MB a minute, by least squares over the second half: until then caches fill and the compiler works. */
export function memorySlope(samples: readonly Sample[]): number {
  const late = samples.slice(Math.floor(samples.length / 2))
  const mean = (of: (sample: Sample) => number) => late.reduce((sum, sample) => sum + of(sample), 0) / late.length
  const at = mean((sample) => sample.at)
  const mb = mean((sample) => sample.mb)
  const spread = late.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0)
  const rise = late.reduce((sum, sample) => sum + (sample.at - at) * (sample.mb - mb), 0)
  return spread === 0 ? 0 : (rise / spread) * 60_000
}
