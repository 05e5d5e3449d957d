import { buildSchema } from 'graphql'
import { getMe } from '../accounts/get-me.ts'
import { parseAppletKey } from '../applets/read/applet-queries.ts'
import { readUpgradeDetails } from '../applets/read/read-applet.ts'
import { recommendApplets } from '../applets/browse/recommend-applets.ts'
import { updateApplet } from '../applets/publish/update-applet.ts'
import { scheduleAbandonedMail } from '../billing/abandoned/schedule-abandoned-mail.ts'
import { upgradePlan, userSubscriptionResponse } from '../billing/change-plan/upgrade-plan.ts'
import type { Ctx } from '../context/context.ts'
import {
  recommendedInput,
  updateAppletInput,
  type RecommendedInput,
  type UpdateAppletInput,
} from '../contract/applets/applet-input.ts'
import { abandonedCheckoutInput } from '../contract/billing/checkout-input.ts'
import type { ErrorCode } from '../contract/errors.ts'
import type { MutationError } from '../contract/graphql/graphql-documents.ts'
import { graphqlRunInput, graphqlRunsInput } from '../contract/runs/run-input.ts'
import { upgradePlanInput, type UpgradePlan } from '../contract/upgrade/upgrade-input.ts'
import { AppError } from '../errors/app-error.ts'
import { parseInput } from '../http/validate.ts'
import { cancelRun, replayRun } from '../runs/change-runs.ts'
import { listRuns } from '../runs/list-own-runs.ts'
import { readRun } from '../runs/read-own-run.ts'

/** The GraphQL rows of §7, named as the spec prints them (§D3.2). Includes only what a page asks for. */
export const schema = buildSchema(`
  type Query {
    me: Me
    normalized_applet(id: ID!): NormalizedApplet
    recommended_applets_for_channels(module_names: [String!]!, count: Int!, except: Int): [Applet!]!
    runs(applet_id: ID, filter: String, text: String, before: ID): RunPage!
    run(id: ID!): Run
  }

  type Mutation {
    normalizedAppletUpdate(
      applet_id: ID!
      failed_applet_run_notifications_enabled: Boolean
      push_enabled: Boolean
      name: String
    ): UpdatePayload!
    userProAbandonedCheckoutEmail(plan_id: String!): AbandonedCheckoutPayload!
    userSubscriptionUpdate(product_id: ID!, proration_date: Int, amount_today: Int): SubscriptionPayload!
    runReplay(id: ID!, as_it_was: Boolean): RunsPayload!
    runCancel(id: ID!): RunsPayload!
  }

  type RunsPayload {
    runs: Int!
    errors: [FieldError!]!
  }

  type RunPage {
    runs: [RunSummary!]!
    next: ID
  }

  type RunSummary {
    id: ID!
    applet: RunApplet
    state: String!
    at: Float!
    due: Float
    ended_at: Float
    hold: String
    message: String
    cause: String!
  }

  type RunApplet {
    id: Int!
    name: String!
    path: String
  }

  type Run {
    id: ID!
    applet: RunApplet
    state: String!
    at: Float!
    due: Float
    ended_at: Float
    hold: String
    message: String
    cause: String!
    version: Int!
    event: RunEvent!
    steps: [RunStep!]!
    can_replay: Boolean!
    can_cancel: Boolean!
  }

  type RunEvent {
    kind: String!
    content_type: String
    bytes: Int!
    text: String
    ingredients: [RunValue!]!
  }

  type RunValue {
    name: String!
    value: String!
  }

  type RunStep {
    kind: String!
    position: Int
    module_name: String
    slug: String
    name: String
    state: String!
    input: [RunInput!]!
    answer: String
    url: String
    tries: [RunTry!]!
    message: String
    advice: String
  }

  type RunInput {
    label: String!
    value: String!
  }

  type RunTry {
    at: Float!
    message: String!
  }

  type UpdatePayload {
    errors: [FieldError!]!
  }

  type AbandonedCheckoutPayload {
    email_scheduled: Boolean!
    errors: [FieldError!]!
  }

  type SubscriptionPayload {
    user_subscription: UserSubscription
    errors: [FieldError!]!
  }

  type UserSubscription {
    plan_id: String!
  }

  type FieldError {
    attribute: String
    message: String!
  }

  type Me {
    login: String!
    tier: String!
    eligible_for_trial: Boolean!
    eligible_trial_period: Int!
    applet_quota_slots_total: Int
    applet_quota_slots_remaining: Int
  }

  type NormalizedApplet {
    enablement_rules: EnablementRules!
  }

  type EnablementRules {
    block_user: Boolean!
    minimum_tier: String
    block_reason: String
  }

  type Applet {
    id: Int!
    friendly_id: String
    name: String!
    brand_color: String!
    brand: Brand!
    config_type: String!
    author: String!
    enabled_count: Int!
    services: [Service!]!
  }

  type Brand {
    background: String!
    tone: String!
  }

  type Service {
    module_name: String!
    name: String!
    monochrome_image_url: String!
  }
`)

/** One line per operation, each calling a feature. */
export const resolvers = {
  me: (_: unknown, ctx: Ctx) => getMe(ctx),
  normalized_applet: async ({ id }: { id: string }, ctx: Ctx) =>
    (await readUpgradeDetails(ctx, parseAppletKey(id))).applet.normalized_applet,
  recommended_applets_for_channels: (input: RecommendedInput, ctx: Ctx) =>
    recommendApplets(ctx, parseInput(recommendedInput, input)),
  runs: (input: unknown, ctx: Ctx) => {
    const { applet_id, filter, text, before } = parseInput(graphqlRunsInput, input)
    return listRuns(ctx, {
      ...(applet_id && { applet_id: Number(applet_id) }),
      ...(filter && { filter }),
      ...(text && { text }),
      ...(before && { before }),
    })
  },
  run: async ({ id }: { id: string }, ctx: Ctx) => (await readRun(ctx, id)).run,
  runReplay: (input: unknown, ctx: Ctx) =>
    withErrors({ runs: 0 }, () => {
      const { id, as_it_was } = parseInput(graphqlRunInput, input)
      return replayRun(ctx, id, { as_it_was: as_it_was ?? false })
    }),
  runCancel: ({ id }: { id: string }, ctx: Ctx) => withErrors({ runs: 0 }, () => cancelRun(ctx, id)),
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
const UNDECIDED: readonly ErrorCode[] = ['not_signed_in', 'payment_failed', 'attempt_in_flight', 'runs_unavailable']

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
    const { errors } = error.envelope
    return { ...refused, errors: errors.length > 0 ? errors : [{ attribute: null, message: error.message }] }
  }
}
