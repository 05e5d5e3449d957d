import type { Context, Next } from 'hono'
import type { HonoEnv } from '../context/hono-env.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../errors/app-error.ts'
import { countGuess, isGuessing, type Guess, BLOCKED_FOR } from '../rate-limit/refused-calls.ts'

/** Calls that anyone can make and that only a secret lets through. */
const GUARDED: [path: RegExp, guess: Guess, refusal: ErrorCode][] = [
  [/^\/(?:hooks|trigger)\//, 'hook', 'not_found'],
  [/^\/v1\/notifications$/, 'service_key', 'bad_service_key'],
  [/^\/webhooks\/stripe$/, 'stripe_event', 'bad_signature'],
  [
    /^\/(?:api\/(?:email_verifications|password_resets|reminders)|password_reset|unsubscribe)\b/,
    'mail_token',
    'invalid_link',
  ],
]

/**
 * Counts calls whose secret was wrong. Throws `rate_limited` (429) for a network that guesses; not for hooks, because
 * senders of many users share networks (engine/hooks/ask-runner.ts).
 */
export async function countGuesses(c: Context<HonoEnv>, next: Next) {
  const [, guess, refusal] = GUARDED.find(([path]) => path.test(c.req.path)) ?? []
  if (!guess) return next()
  const ctx = c.get('ctx')
  if (guess !== 'hook' && isGuessing(c.env, ctx, guess))
    throw new AppError('rate_limited', { retryAfter: BLOCKED_FOR / 1000 })
  await next()
  if (c.error instanceof AppError && c.error.code === refusal) await countGuess(c.env, ctx, guess)
}
