import { APPLET_NAME_MAX } from '../applets/applet-name.ts'
import type { StepKind } from '../connections/service.ts'
import { asSentence, inSentence } from './in-sentence.ts'

/** `phrase`: the step in a sentence, as its service's file has it; null where that has none. */
type NamedStep = { kind: StepKind; name: string; phrase: string | null }

/** Names an Applet with these steps until its author does: "When a web request arrives, send a notification". */
export function proposedName(steps: readonly NamedStep[]): string {
  const trigger = steps.find(({ kind }) => kind === 'trigger')
  const [action, ...more] = steps.filter(({ kind }) => kind === 'action')
  if (!trigger && !action) return 'New Applet'
  const others = more.length === 0 ? '' : more.length === 1 ? ' and 1 more' : ` and ${more.length} more`
  const then = action ? `${actionInSentence(action)}${others}` : ''
  if (!trigger) return cut(asSentence(then))
  const when = triggerInSentence(trigger)
  return cut(then ? `${when}${trigger.phrase === null ? ':' : ','} ${then}` : when)
}

/** Times, such as "every day", say when by themselves. */
const SAYS_WHEN = /^(?:every|at|on) /

/** "When a web request arrives", or "Every day". A trigger without a phrase is its name. */
export function triggerInSentence({ name, phrase }: Omit<NamedStep, 'kind'>): string {
  if (phrase === null) return name
  return SAYS_WHEN.test(phrase) ? asSentence(phrase) : `When ${phrase}`
}

export function actionInSentence({ name, phrase }: Omit<NamedStep, 'kind'>): string {
  return phrase ?? inSentence(name)
}

function cut(name: string): string {
  return name.length <= APPLET_NAME_MAX ? name : `${name.slice(0, APPLET_NAME_MAX - 1).trimEnd()}…`
}
