import { HTTPException } from 'hono/http-exception'
import { AppError } from '../errors/app-error.ts'
import { log, notesForLog } from '../log/log.ts'

/** All visitors' error lines are counted together, as those of one user are. */
const VISITORS = 'visitors'

/** The refusal that callers may see. The details go into the log. */
export function refusalOf(thrown: Error): AppError {
  const error = toAppError(thrown)
  if (error.code === 'internal') {
    log('error', 'unexpected_error', {
      user_id: notesForLog().user_id ?? VISITORS,
      message: thrown.message,
      stack: thrown.stack,
    })
  }
  return error
}

/** Turns an error into the one that the caller sees. */
export function toAppError(thrown: Error): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof HTTPException) {
    if (thrown.status === 400) return new AppError('malformed', { cause: thrown })
    if (thrown.status === 413) return new AppError('too_large', { cause: thrown })
  }
  return new AppError('internal', { cause: thrown })
}
