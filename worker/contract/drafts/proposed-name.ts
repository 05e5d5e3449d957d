import { APPLET_NAME_MAX } from '../applets/applet-name.ts'
import type { StepKind } from '../connections/service.ts'

type NamedStep = { kind: StepKind; name: string }

/** Names an Applet with these steps until its author does: `If new star, then add a row`. */
export function proposedName(steps: readonly NamedStep[]): string {
  const trigger = steps.find(({ kind }) => kind === 'trigger')
  const [action, ...more] = steps.filter(({ kind }) => kind === 'action')
  if (!trigger && !action) return 'New Applet'
  const others = more.length === 0 ? '' : more.length === 1 ? ' and 1 more' : ` and ${more.length} more`
  const then = action ? `${inSentence(action.name)}${others}` : ''
  if (!trigger) return cut(`Then ${then}`)
  const when = triggerInSentence(trigger.name)
  return cut(then ? `If ${when}, then ${then}` : `If ${when}`)
}

/** `New star` becomes `new star`; `RSS item` stays. */
export function inSentence(name: string): string {
  return /^\p{Lu}[\p{Ll} ]/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}

/** The same of a trigger. `Every day at` leads to its field, whose value is not a part of the sentence. */
export function triggerInSentence(name: string): string {
  return inSentence(name).replace(/ (?:at|on|on the)$/, '')
}

function cut(name: string): string {
  return name.length <= APPLET_NAME_MAX ? name : `${name.slice(0, APPLET_NAME_MAX - 1).trimEnd()}…`
}
