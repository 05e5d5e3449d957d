import { memoryOf } from '../../engine-bench/process-use.ts'
import { API_WORKER, PAGES_WORKER, RUNNER_WORKER } from '../../settings/worker-names.ts'
import type { Bench } from '../start-bench.ts'
import { openIsolateHeap } from './isolate-heap.ts'

/** What was held after a portion of the load: by each Worker's heap once collected, and by workerd as a whole, in MB. */
export type HeapSample = { answers: number; heaps: Record<string, number>; process: number }

/** Looks at the heaps of the product's Workers and of the control, all idle. `answers`: how many there were so far. */
export async function sampleHeaps(bench: Bench, answers: number): Promise<HeapSample> {
  const heaps: Record<string, number> = {}
  for (const worker of [API_WORKER, RUNNER_WORKER, PAGES_WORKER, 'control']) {
    const heap = await openIsolateHeap(bench.inspectorPort, worker)
    heaps[worker] = await heap.usedAfterGc()
    heap.close()
  }
  return { answers, heaps, process: memoryOf(bench.workerd) }
}

/** Fewer answers than that say nothing about a growth for each. */
const FEWEST = 1000

/** By how much each Worker's heap grew from the first sample to the last, in MB for 1,000 answers. */
export function heapGrowth(samples: readonly HeapSample[]): Record<string, number> {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return {}
  const thousands = Math.max(last.answers - first.answers, FEWEST) / 1000
  return Object.fromEntries(
    Object.entries(last.heaps).map(([worker, mb]) => [worker, (mb - (first.heaps[worker] ?? 0)) / thousands]),
  )
}
