import type { AcceptAnswer, HookEvent } from '../../runner-api/runner-api.ts'
import type { PushedTrigger, StepCall } from '../../runner-api/service-steps.ts'
import type { ProgramTrigger } from '../../runner-api/program.ts'
import { sameText } from '../../secrets/hashes.ts'
import { readSubscription } from '../store/subscriptions.ts'
import type { ToldTrigger } from '../store/told-triggers.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { storeEvent } from './accept-event.ts'

/** The account that a service sends events of, and the secret that it must repeat. */
type PushSender = { account_id: string; secret: string }

/** Whose address a request came to, if it is that of an account; null for the address of an Applet or of a user. */
export async function findPushSender(memory: RunnerMemory, { target }: HookEvent): Promise<PushSender | null> {
  if (target.kind !== 'applet') return null
  for (const account_id of pushingAccounts(memory, target.key_hash)) {
    const hooks = await memory.world.accountHooks(account_id)
    const hook = hooks.find(({ key_hash }) => key_hash === target.key_hash)
    if (hook) return { account_id, secret: hook.secret }
  }
  return null
}

/** None where the key is that of an Applet, so that such a request costs nothing more. */
function pushingAccounts(memory: RunnerMemory, key_hash: string): Set<string> {
  const accounts = new Set<string>()
  for (const { program } of memory.programs.values()) {
    if (program.hook_key_hash === key_hash) return new Set()
    for (const { trigger } of program.branches) {
      if (trigger.account_id !== null && pushOf(memory, trigger)) accounts.add(trigger.account_id)
    }
  }
  return accounts
}

/**
 * Stores what a service sent of an account, with one run for each running Applet that it starts. What starts none is
 * `ignored`: to the service all is well.
 */
export function acceptPush(memory: RunnerMemory, event: HookEvent, sender: PushSender): AcceptAnswer {
  const reached: ToldTrigger[] = []
  const items = new Map<string, Record<string, string | number | boolean | null>>()
  for (const [applet_id, { rev, program }] of memory.programs) {
    for (const branch of program.branches) {
      const { trigger } = branch
      const push = trigger.account_id === sender.account_id ? pushOf(memory, trigger) : undefined
      if (!push) continue
      if (!sameText(event.signatures?.[push.secret_header] ?? '', sender.secret)) return { kind: 'unsigned' }
      const subscription = readSubscription(memory, trigger.identity)
      if (!program.running || memory.troubles.get(applet_id)?.paused || !subscription) continue
      const item = push.read(event.text ?? '', callOf(trigger, applet_id))
      if (!item) continue
      items.set(item.id, { ...items.get(item.id), ...item.ingredients })
      reached.push({ applet_id, rev, branch, subscription: subscription.id })
    }
  }
  const [first] = items
  if (!first) return { kind: 'ignored' }
  const [event_id, ingredients] = first
  return storeEvent(memory, { ...event, event_id, ingredients }, reached)
}

function pushOf({ world }: RunnerMemory, { module_name, slug }: ProgramTrigger): PushedTrigger | undefined {
  return world.findService(module_name)?.triggers[slug]?.push
}

function callOf({ fields }: ProgramTrigger, applet_id: number): StepCall {
  return { fields, applet_id }
}
