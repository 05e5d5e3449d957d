import type { RunnerCtx } from '../context/context.ts'

/**
 * The product's events in the operator's Analytics Engine (docs/operate.md), each with its words: `blob1` is the event's
 * name, the words are `blob2` and on. `double1` is a number: how many, or the amount in cents.
 */
const METRICS = {
  joined: ['through'],
  applet_changed: ['change', 'tier'],
  runs_ended: ['outcome'],
  payment_complete: ['plan', 'interval', 'status', 'currency'],
  plan_canceled: ['plan', 'interval'],
  searched: ['found'],
  page_broke: ['place', 'browser'],
  call_refused: ['guess'],
  policy_violated: ['directive', 'enforced'],
} as const satisfies Record<string, readonly string[]>

type Metric = keyof typeof METRICS
type Words<Name extends Metric> = Record<(typeof METRICS)[Name][number], string>

/** Writes one event, if a dataset is bound; never anything personal. Costs no wait. */
export function recordMetric<Name extends Metric>(
  { analytics }: Pick<RunnerCtx, 'analytics'>,
  name: Name,
  words: Words<Name>,
  number = 1,
): void {
  const told: Record<string, string> = words
  analytics?.writeDataPoint({
    indexes: [name],
    blobs: [name, ...METRICS[name].map((word) => told[word] ?? '')],
    doubles: [number],
  })
}
