import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError } from '../errors/app-error.ts'
import { log } from '../log/log.ts'

/** Turns every thrown error into a response. An unknown error is logged and answered as `internal`. */
export function onError(thrown: Error, c: Context): Response {
  const error = refusalOf(thrown)
  c.header('cache-control', 'private, no-store')
  if (error.detail.retryAfter) c.header('retry-after', String(error.detail.retryAfter))
  return c.json(error.envelope, error.status)
}

/** The refusal that callers may see. The details go into the log. */
export function refusalOf(thrown: Error): AppError {
  const error = toAppError(thrown)
  if (error.code === 'internal') {
    log('error', 'unexpected_error', { message: thrown.message, stack: thrown.stack })
  }
  return error
}

/** What an error is to the one who asked. */
export function toAppError(thrown: Error): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof HTTPException) {
    if (thrown.status === 400) return new AppError('malformed', { cause: thrown })
    if (thrown.status === 413) return new AppError('too_large', { cause: thrown })
  }
  return new AppError('internal', { cause: thrown })
}
