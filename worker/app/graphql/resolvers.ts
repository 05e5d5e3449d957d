import { getMe } from '../../users/accounts/get-me.ts'
import { parseAppletKey } from '../../contract/addresses.ts'
import { readUpgradeDetails } from '../../applets/read/read-applet.ts'
import { updateApplet } from '../../applets/publish/update-applet.ts'
import { scheduleAbandonedMail } from '../../billing/abandoned/schedule-abandoned-mail.ts'
import { upgradePlan, userSubscriptionResponse } from '../../billing/change-plan/upgrade-plan.ts'
import { readRecommendedCards } from '../../db/applets/lists/public-pages.ts'
import type { Ctx } from '../../system/context/context.ts'
import {
  recommendedInput,
  updateAppletInput,
  type RecommendedInput,
  type UpdateAppletInput,
} from '../../contract/applets/applet-input.ts'
import { abandonedCheckoutInput } from '../../contract/billing/checkout-input.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { MutationError } from '../../contract/graphql/graphql-documents.ts'
import { upgradePlanInput, type UpgradePlan } from '../../contract/upgrade/upgrade-input.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { noteForLog } from '../../system/log/log.ts'
import { parseInput } from '../../system/http/validate.ts'

/** One line per operation, each calling a feature. */
export const resolvers = {
  me: (_: unknown, ctx: Ctx) => getMe(ctx),
  normalized_applet: async ({ id }: { id: string }, ctx: Ctx) =>
    (await readUpgradeDetails(ctx, parseAppletKey(id))).applet.normalized_applet,
  recommended_applets_for_channels: (input: RecommendedInput, ctx: Ctx) =>
    readRecommendedCards(ctx, parseInput(recommendedInput, input)),
  normalizedAppletUpdate: (input: UpdateAppletInput, ctx: Ctx) =>
    withErrors({}, async () => {
      await updateApplet(ctx, parseInput(updateAppletInput, input))
      return {}
    }),
  userProAbandonedCheckoutEmail: (input: { plan_id: string }, ctx: Ctx) =>
    withErrors({ email_scheduled: false }, () => scheduleAbandonedMail(ctx, parseInput(abandonedCheckoutInput, input))),
  userSubscriptionUpdate: (input: UpgradePlan, ctx: Ctx) => {
    // Resolved after the work, whether it succeeded or not.
    const user_subscription = () => userSubscriptionResponse(ctx)
    return withErrors({ user_subscription }, async () => {
      await upgradePlan(ctx, parseInput(upgradePlanInput, input))
      return { user_subscription }
    })
  },
}

/** Errors that say neither yes nor no: the user has no session, or the outcome is unknown or undecided. */
const UNDECIDED: readonly ErrorCode[] = ['not_signed_in', 'payment_failed', 'attempt_in_flight']

/**
 * A mutation reports refusals in its answer (§7), with `refused` for its other fields. Anything else is a GraphQL
 * error.
 */
async function withErrors<Answer>(
  refused: Answer,
  work: () => Promise<Answer>,
): Promise<Answer & { errors: MutationError[] }> {
  try {
    return { ...(await work()), errors: [] }
  } catch (error) {
    if (!(error instanceof AppError) || UNDECIDED.includes(error.code)) throw error
    noteForLog({ outcome: error.code })
    const { errors } = error.envelope
    return { ...refused, errors: errors.length > 0 ? errors : [{ attribute: null, message: error.message }] }
  }
}
