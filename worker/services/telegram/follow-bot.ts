import { DAY, MINUTE } from '../../contract/shared/durations.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { Poll, StepIo, TriggerDefinition } from '../../engine/steps/service-steps.ts'
import type { PollPage, StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { askTelegram } from './ask-telegram.ts'

/** After a change the webhook is looked at again soon: another call may have ended it at the same moment. */
const AGAIN_AFTER_CHANGE = 10 * MINUTE
const TAKEN = 'Another program receives the messages of this bot now. Give Switchyard a bot of its own.'

/** Has Telegram send the bot's messages to the account's address; where it does so already, nothing changes. */
export const followBot: Poll = async ({ etag }, io) => {
  if (!io.hook) return failedOutcome({ failure: 'refused', message: 'Only an Applet can follow a bot.' })
  const [hook, info] = [await io.hook(), await askTelegram(io, 'getWebhookInfo', {})]
  if (!info.ok) return info
  const present = toId(readPlace(info.value, '$.url'))
  if (present === hook.address) return following(DAY)
  const isTaken = etag !== null && present !== null && !isOurs(present, hook.address)
  if (isTaken) return failedOutcome({ failure: 'status', message: TAKEN })
  const set = await askTelegram(io, 'setWebhook', {
    url: hook.address,
    secret_token: hook.secret,
    allowed_updates: ['message', 'channel_post'],
  })
  return set.ok ? following(AGAIN_AFTER_CHANGE) : set
}

/** Nothing comes with a check; what happens is sent. `etag`: that it was followed before. */
function following(fresh_for: number): StepOutcome<PollPage> {
  const page = { items: [], next: null, last_modified: null, unchanged: false }
  return { ok: true, value: { ...page, etag: 'followed', fresh_for } }
}

/** Made with an older key of ours for the same Runner. */
function isOurs(present: string, address: string): boolean {
  return present.startsWith(address.slice(0, address.lastIndexOf('.') + 1))
}

/** Telegram sends nothing more. Messages that wait there are kept for a day. */
export async function unfollowBot(io: StepIo): Promise<StepOutcome<null>> {
  const deleted = await askTelegram(io, 'deleteWebhook', {})
  return deleted.ok ? { ok: true, value: null } : deleted
}

/** Ends the webhook once no trigger of the bot is left. */
export const leaveBot: NonNullable<TriggerDefinition['leave']> = async ({ is_last }, io) =>
  is_last ? unfollowBot(io) : { ok: true, value: null }
