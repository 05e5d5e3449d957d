import type { AcceptAnswer, HookEvent } from '../../../system/runner-api/runner-api.ts'
import type { RunnerMemory } from '../world/memory.ts'
import { acceptEvent, findUnsigned } from './accept-event.ts'
import { acceptPush, findPushSender, hideAccountSecrets } from './accept-push.ts'

/** Stores a request that came to an address of an Applet, of the user, or of one of their accounts. */
export async function acceptRequest(memory: RunnerMemory, event: HookEvent): Promise<AcceptAnswer> {
  const sender = await findPushSender(memory, event)
  if (sender) return acceptPush(memory, await hideAccountSecrets(memory, event, sender.account_id), sender)
  return acceptEvent(memory, event, await findUnsigned(memory, event))
}
