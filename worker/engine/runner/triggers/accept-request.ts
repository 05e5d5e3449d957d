import type { Ingredients } from '../../../system/runner-api/step-outcome.ts'
import type { AcceptAnswer, HookEvent } from '../../../system/runner-api/runner-api.ts'
import type { HintProof } from '../../steps/service-steps.ts'
import type { ProgramTrigger } from '../../../system/runner-api/program.ts'
import { secretsOf } from '../../steps/account-io.ts'
import { sameText } from '../../../system/secrets/hashes.ts'
import { hideValuesIn } from '../../../system/secrets/hide-values.ts'
import { findService } from '../store/added-services.ts'
import { readSubscription } from '../store/subscriptions.ts'
import { isRunning, type RunningTrigger } from '../store/running-triggers.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { acceptEvent, findUnsigned, storeEvent } from './accept-event.ts'
import { pollSoon } from './next-poll.ts'
import { isProven } from './sender-signature.ts'

/** Stores a request that came to an address of an Applet, of the user, or of one of their accounts. */
export async function acceptRequest(memory: RunnerMemory, event: HookEvent): Promise<AcceptAnswer> {
  const sender = await findPushSender(memory, event)
  if (sender) return acceptPush(memory, await hideAccountSecrets(memory, event, sender.account_id), sender)
  return acceptEvent(memory, event, await findUnsigned(memory, event))
}

/** The account that a service sends events of, the secret that it must repeat, and which proofs of it are right. */
type PushSender = { account_id: string; secret: string; proven: ReadonlySet<HintProof> }

/** Whose address a request came to, if it is that of an account; null for the address of an Applet or of a user. */
async function findPushSender(memory: RunnerMemory, event: HookEvent): Promise<PushSender | null> {
  const { target } = event
  if (target.kind !== 'applet') return null
  for (const account_id of pushingAccounts(memory, target.key_hash)) {
    const hooks = await memory.world.accountHooks(account_id)
    const hook = hooks.find(({ key_hash }) => key_hash === target.key_hash)
    if (hook)
      return {
        account_id,
        secret: hook.secret,
        proven: await findProofs(memory, event, { account_id, secret: hook.secret }),
      }
  }
  return null
}

async function findProofs(
  memory: RunnerMemory,
  { text, signatures }: HookEvent,
  { account_id, secret }: Pick<PushSender, 'account_id' | 'secret'>,
): Promise<Set<HintProof>> {
  const triggers = [...memory.programs.values()].flatMap(({ program }) =>
    program.branches.map(({ trigger }) => trigger),
  )
  const own = triggers.filter((trigger) => trigger.account_id === account_id)
  const proofs = [...new Set(own.flatMap((trigger) => definitionOf(memory, trigger).hint?.proof ?? []))]
  const signed = { secret, body: text ?? '', headers: signatures ?? {} }
  const right = await Promise.all(proofs.map((proof) => isProven(proof, signed)))
  return new Set(proofs.filter((_, at) => right[at]))
}

/** None where the key is that of an Applet, so that such a request costs nothing more. */
function pushingAccounts(memory: RunnerMemory, key_hash: string): Set<string> {
  const accounts = new Set<string>()
  for (const { program } of memory.programs.values()) {
    if (program.hook_key_hash === key_hash) return new Set()
    for (const { trigger } of program.branches) {
      const { push, hint } = definitionOf(memory, trigger)
      if (trigger.account_id !== null && (push ?? hint)) accounts.add(trigger.account_id)
    }
  }
  return accounts
}

/**
 * The event without what opens the account: somebody may have sent that too. As it is while the account cannot be read.
 */
async function hideAccountSecrets(memory: RunnerMemory, event: HookEvent, account_id: string) {
  const { world, settings } = memory
  const account = settings.accounts.find(({ id }) => id === account_id)
  const service = account && findService(memory, account.module_name)
  const access = await world.account(account_id)
  if (!service || access.kind !== 'token') return event
  const shown = structuredClone(event)
  hideValuesIn(shown, secretsOf(service, access))
  return shown
}

/**
 * Stores what a service sent of an account, with one run for each running Applet that it starts. A push that starts
 * none is `ignored`: to the service all is well. A hint makes the polls that it concerns due, which bring what is new.
 */
function acceptPush(memory: RunnerMemory, event: HookEvent, sender: PushSender): AcceptAnswer {
  const reached: RunningTrigger[] = []
  const hinted = new Set<string>()
  const items = new Map<string, Ingredients>()
  for (const [applet_id, { rev, program }] of memory.programs) {
    for (const branch of program.branches) {
      const { trigger } = branch
      if (trigger.account_id !== sender.account_id) continue
      const { push, hint } = definitionOf(memory, trigger)
      if (hint) {
        if (!sender.proven.has(hint.proof)) return { kind: 'unsigned' }
        if (hint.concerns(event.text ?? '', trigger.fields)) hinted.add(trigger.identity)
      }
      if (!push) continue
      if (!sameText(event.signatures?.[push.secret_header] ?? '', sender.secret)) return { kind: 'unsigned' }
      const subscription = readSubscription(memory, trigger.identity)
      if (!subscription || !isRunning(memory, applet_id)) continue
      const item = push.read(event.text ?? '', { fields: trigger.fields, applet_id })
      if (!item) continue
      items.set(item.id, { ...items.get(item.id), ...item.ingredients })
      reached.push({ applet_id, rev, feature: branch.feature, subscription: subscription.id, branch })
    }
  }
  for (const identity of hinted) pollSoon(memory, { identity })
  const [first] = items
  if (!first) return { kind: 'ignored' }
  const [event_id, ingredients] = first
  return storeEvent(memory, { ...event, event_id, ingredients }, reached)
}

function definitionOf(memory: RunnerMemory, { module_name, slug }: ProgramTrigger) {
  const { push, hint } = findService(memory, module_name)?.triggers[slug] ?? {}
  return { push, hint }
}
