import type { CardRefusal } from '../../contract/billing/checkout.ts'
import { SENTENCES, type ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'

/** An error of Stripe's client, read by its fields so that its classes need not be loaded. */
export type StripeProblem = {
  type: string
  code: string | undefined
  /** Why the bank refused the card. */
  decline_code: string | undefined
  param: string | undefined
  status: number | undefined
  message: string
  /** Whether Stripe replayed the response of an earlier call with this key. */
  replayed: boolean
}

export function stripeProblem(error: unknown): StripeProblem | null {
  if (!(error instanceof Error) || !('type' in error) || typeof error.type !== 'string') return null
  if (!error.type.startsWith('Stripe')) return null
  const text = (name: string) => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : undefined
  }
  const status: unknown = Reflect.get(error, 'statusCode')
  const headers: unknown = Reflect.get(error, 'headers')
  return {
    type: error.type,
    code: text('code'),
    decline_code: text('decline_code'),
    param: text('param'),
    status: typeof status === 'number' ? status : undefined,
    message: error.message,
    replayed: typeof headers === 'object' && headers !== null && Reflect.get(headers, 'idempotent-replayed') === 'true',
  }
}

/** The object does not exist at Stripe, or belongs to another account. */
export function isMissingAtStripe(error: unknown): boolean {
  return stripeProblem(error)?.code === 'resource_missing'
}

/** Stripe's limiter refused the request before anything was done with it. */
export function isTooManyRequests(error: unknown): boolean {
  const problem = stripeProblem(error)
  return problem?.status === 429 && problem.code !== 'lock_timeout'
}

/** Stripe keeps its own failure for an idempotency key, so only another key can get further. */
export function isStoredFailure(error: unknown): boolean {
  const problem = stripeProblem(error)
  return Boolean(problem?.replayed && (problem.status ?? 0) >= 500)
}

/**
 * The refusal if Stripe certainly did nothing and would refuse the same request again. Null if the outcome is unknown,
 * or if a retry may succeed.
 */
export function definiteRefusal(error: unknown): AppError | null {
  const problem = stripeProblem(error)
  if (!problem || problem.status === 409 || problem.status === 429 || problem.code === 'lock_timeout') return null
  // Stripe's own sentence for this code addresses developers.
  if (problem.code?.endsWith('_payment_intent_requires_action')) {
    return refused('card_declined', error, { attribute: 'payment_method', message: SENTENCES.bank_must_confirm })
  }
  if (problem.type === 'StripeCardError')
    return new AppError('card_declined', { ...cardRefusal(problem), cause: error })
  if (problem.type !== 'StripeInvalidRequestError') return null
  if (/^(discounts|promotion_code|coupon)/.test(problem.param ?? '') || /coupon|promotion/.test(problem.code ?? '')) {
    return refused('promo_refused', error, { attribute: 'promo_code' })
  }
  // Only an archived price of ours is refused by its id.
  if (/items\]?\[\d+\]\[price\]$/.test(problem.param ?? '')) {
    return refused('invalid_input', error, { attribute: 'plan_id', message: SENTENCES.plan_not_sold })
  }
  if (problem.param?.startsWith('items')) return refused('price_refused', error, { attribute: 'price' })
  return refused('payment_failed', error)
}

/** The detail of a declined card, from Stripe's error (§7 `errors[0].data`). */
export function cardRefusal({ message, decline_code }: { message: string; decline_code?: string | undefined }) {
  const data: CardRefusal | null = decline_code ? { decline_code } : null
  return { message, attribute: 'payment_method', ...(data && { data }) }
}

function refused(code: ErrorCode, cause: unknown, detail: { message?: string; attribute?: string } = {}): AppError {
  return new AppError(code, { ...detail, cause })
}

/** Turns an error of Stripe's client into the refusal that a call answers; an uncertain one may be tried again. */
export function toPaymentRefusal(error: unknown): unknown {
  const problem = stripeProblem(error)
  if (!problem) return error
  const { type, code, status } = problem
  log('warn', 'stripe_refused', { type, code, status })
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
    return new AppError('billing_unavailable', { cause: error })
  }
  return definiteRefusal(error) ?? new AppError('payment_failed', { cause: error })
}

/** Runs `work`, and turns errors of Stripe's client into refusals. */
export async function withPaymentRefusals<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toPaymentRefusal(error)
  }
}

/** Waits for a call whose object may have ended already, or been paid: a definite refusal is fine. */
export async function ignoreDefiniteRefusal(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!definiteRefusal(error)) throw error
  })
}
