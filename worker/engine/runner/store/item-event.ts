import type { TriggerItem } from '../../../system/runner-api/step-outcome.ts'
import type { StoredEvent } from './runs.ts'

/** Makes the event of a service's item, as runs store it. */
export function itemEvent({ at, ingredients }: TriggerItem, now: number): StoredEvent {
  const bytes = JSON.stringify(ingredients).length
  return { kind: 'item', content_type: null, bytes, text: null, ingredients, from_text: [], at: at ?? now }
}
