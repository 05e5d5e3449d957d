import type { SampleRequest, TriggerSample } from '../../../system/runner-api/try-api.ts'
import { saveAddedServices } from '../store/added-services.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { exampleValues } from '../store/test-runs.ts'
import { askTrigger } from './ask-trigger.ts'
import { seenEvents } from './seen-events.ts'

const MOST_EVENTS = 3

/**
 * Events to try a trigger with: those that were met, else what it has now, else the service's example. `setAlarm`: for
 * what is to be told to a service should we be interrupted.
 */
export async function sampleEvents(
  memory: RunnerMemory,
  { trigger, applet_id, may_ask, service_files }: SampleRequest,
  setAlarm: () => void,
): Promise<TriggerSample> {
  saveAddedServices(memory, [trigger.module_name], service_files)
  const seen = seenEvents(memory, trigger, MOST_EVENTS)
  if (seen.length > 0) return { events: seen, problem: null }
  const asking = { trigger, applet_id, most: MOST_EVENTS, setAlarm }
  const { events, problem } = may_ask ? await askTrigger(memory, asking) : { events: [], problem: null }
  if (events.length > 0) return { events, problem: null }
  const ingredients = exampleValues(memory, trigger)
  return { events: [{ origin: 'example', at: null, run: null, other_fields: false, ingredients }], problem }
}
