import type { SoldPlan } from '../../../worker/contract/tiers.ts'
import { BILLING_PATH } from '../../../worker/contract/billing/billing-overview.ts'
import type { MutationError } from '../../../worker/contract/graphql/graphql-documents.ts'
import { UPGRADE_PROBLEM } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import { RequestError } from '../../browser/request/request-error.ts'
import type { OneClickProblem, OneClickReply } from './one-click-flow.ts'

/** `held`: the signed-in user has the plan; the caller checks that it is the page's user. `signedOut`: the session ended. */
export type Outcome = Unnumbered<OneClickReply> | { type: 'signedOut' }
type Unnumbered<Reply> = Reply extends unknown ? Omit<Reply, 'attempt'> : never

export type Answer = { user_subscription: { plan_id: string } | null; errors: readonly MutationError[] }

/** Success needs no errors and the plan's plan_id (§4.3). A failure without a message gets the sentence of §8. */
export function outcomeOfPress({ user_subscription, errors }: Answer, plan: SoldPlan): Outcome {
  const [error] = errors
  if (!error && user_subscription?.plan_id === plan) return { type: 'upgraded' }
  const message = error?.message ?? ''
  if (message === '') return { type: 'refused', problem: UNEXPLAINED }
  if (error?.attribute === 'amount_today') return { type: 'changed', problem: { message, way: null } }
  return { type: 'refused', problem: { message, way: error?.attribute === 'payment_method' ? 'card' : 'billing' } }
}

const UNEXPLAINED: OneClickProblem = { message: UPGRADE_PROBLEM, way: 'support' }

/** A press whose call failed: unless the server refused it, its outcome is unknown. */
export function outcomeOfFailedPress(error: unknown): Outcome {
  const code = codeOf(error)
  if (code === 'not_signed_in') return { type: 'signedOut' }
  if (code === 'account_changed') return { type: 'refused', problem: { message: messageIn(error), way: 'reload' } }
  if (code === 'rate_limited') return { type: 'refused', problem: { message: messageIn(error), way: null } }
  if (code === 'attempt_in_flight') return { type: 'unclear', problem: { message: messageIn(error), way: null } }
  return { type: 'unclear', problem: UNEXPLAINED }
}

/** Why there are no details: a refusal with its next step, or a failure that a retry may fix. */
export function outcomeOfFailedLoad(error: unknown): Outcome {
  if (!(error instanceof RequestError) || !error.error) return { type: 'failed' }
  const { code, message, redirect_to } = error.error
  if (code === 'not_signed_in') return { type: 'signedOut' }
  if (code === 'already_subscribed') return { type: 'held' }
  if (error.status >= 500 || error.status === 429) return { type: 'failed' }
  const way = redirect_to === undefined || redirect_to === BILLING_PATH ? 'billing' : 'plans'
  return { type: 'refused', problem: { message, way } }
}

function codeOf(error: unknown) {
  return error instanceof RequestError ? error.error?.code : undefined
}

function messageIn(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
