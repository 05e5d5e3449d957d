import { requireUser } from '../../system/context/require-user.ts'
import { countTries, takeBackTries, type RateLimitRule, type CountedTry } from '../../db/rate-limit.ts'
import { networkOf } from '../../system/rate-limit/network-of.ts'
import type { Ctx, DbCtx, SettingsCtx } from '../../system/context/context.ts'
import type { AppLinkInput } from '../../contract/messages/app-link-input.ts'
import type { AppLinkResponse } from '../../contract/messages/app-link.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { recordSent } from './record-sent.ts'
import { appLinkText } from '../texts/app-link-text.ts'
import { chooseTextProvider } from '../texts/choose-text-provider.ts'
import { isTextRecipient } from '../texts/text-recipient.ts'
import { log } from '../../system/log/log.ts'
import { DAY } from '../../contract/shared/durations.ts'

const TEXTS_PER_NUMBER: RateLimitRule = { rule: 'text_number', tries: 1, window: DAY }
export const TEXTS_PER_USER: RateLimitRule = { rule: 'text_user', tries: 5, window: DAY }
const TEXTS_OF_ALL = { rule: 'text_all', window: DAY }
export const TEXTS_PER_IP: RateLimitRule = { rule: 'text_ip', tries: 20, window: DAY }

const ATTRIBUTE = { attribute: 'phone_number' }

/**
 * Texts the app's address to a phone (§7). Not through the queue: "Message sent successfully." means that the provider
 * took it, and the provider cannot recognize a retried text, so a queue might send it twice. Throws
 * `email_not_verified` (403), `text_limit_reached` (429: a text went to this number today), `text_refused` (422: not to
 * this number), `text_not_sent` (502; also where
 * all texts of a day are sent, or no store has the app).
 */
export async function sendAppLink(ctx: Ctx, input: AppLinkInput): Promise<AppLinkResponse> {
  const user = await requireUser(ctx)
  const { phone_number: to } = input
  if (user.email_verified_at === null) throw new AppError('email_not_verified', ATTRIBUTE)
  const provider = chooseTextProvider(ctx)
  const body = appLinkText(ctx.settings, input)
  if (!provider || !body) throw new AppError('text_not_sent', ATTRIBUTE)
  if (!isTextRecipient(to, ctx.settings.TEXT_COUNTRIES)) throw new AppError('text_refused', ATTRIBUTE)
  const perNumber = { limit: TEXTS_PER_NUMBER, whom: to }
  const perUser = { limit: TEXTS_PER_USER, whom: user.id }
  const ofAll = { limit: { ...TEXTS_OF_ALL, tries: ctx.settings.TEXTS_A_DAY }, whom: 'all' }
  await countTries(ctx, { limit: TEXTS_PER_IP, whom: networkOf(ctx.ip) }, perNumber, perUser).catch(inItsWords)
  await countTries(ctx, ofAll).catch((error: unknown) => capReached(ctx, error, perNumber, perUser))
  const outcome = await provider.send({ to, body })
  if (outcome !== 'accepted') {
    // It does not count for the number, the user or the day, but for the network, so that numbers cannot be probed.
    await takeBackTries(ctx, perNumber, perUser, ofAll)
    throw new AppError(outcome === 'refused' ? 'text_refused' : 'text_not_sent', ATTRIBUTE)
  }
  await recordSent(ctx, { id: ctx.id('txt'), channel: 'sms', template: 'app_link', user_id: user.id, to })
  return { status: 'success' }
}

/** Reports the limit with the sentence of §8. */
function inItsWords(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
  throw new AppError('text_limit_reached', { ...ATTRIBUTE, ...error.detail })
}

/** The day's texts are sent: the operator hears of it, because users send that many only where somebody abuses them. */
async function capReached(ctx: DbCtx & SettingsCtx, error: unknown, ...own: CountedTry[]): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'rate_limited') throw error
  log('error', 'texts_of_a_day_sent', { cap: ctx.settings.TEXTS_A_DAY })
  await takeBackTries(ctx, ...own)
  throw new AppError('text_not_sent', { ...ATTRIBUTE, ...error.detail })
}
