import { API_WORKER, PAGES_WORKER, RUNNER_WORKER } from '../../settings/worker-names.ts'
import { openIsolateHeap } from './isolate-heap.ts'

/** The size of each Worker's heap after a portion of the load, once collected, in MB. */
export type HeapSample = { answers: number; heaps: Record<string, number> }

/** Looks at the heaps of the product's Workers, all idle. `answers`: how many there were so far. */
export async function sampleHeaps(inspectorPort: number, answers: number): Promise<HeapSample> {
  const heaps: Record<string, number> = {}
  for (const worker of [API_WORKER, RUNNER_WORKER, PAGES_WORKER]) {
    const heap = await openIsolateHeap(inspectorPort, worker)
    heaps[worker] = await heap.usedAfterGc()
    heap.close()
  }
  return { answers, heaps }
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
