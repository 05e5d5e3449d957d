import { RUNNER_WORKER_SETTINGS } from '../../worker/system/context/settings/runner-worker-settings.ts'

/** Of the product's settings, those that the Runner's Worker reads; it gets no others, such as Stripe's key. */
export function runnerVars<Value>(settings: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name in RUNNER_WORKER_SETTINGS))
}
