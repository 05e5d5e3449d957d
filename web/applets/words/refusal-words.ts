import { RequestError } from '../../browser/request/request-error.ts'

/** True if another tab or device changed the Applet, so that the server has the current state. */
export function isOutdated(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.status === 409 || error.status === 404)
}

/** The sentence of §8, and after it the server's if that names the cause. */
export function refusalWords(error: unknown, general: string): string {
  return error instanceof RequestError ? withCause(general, error) : general
}

/** Refusals with these statuses name what stands in the way, or what to do. */
const NAMES_CAUSE = [404, 409, 429]

export function withCause(general: string, { status, message }: { status: number; message: string }): string {
  return NAMES_CAUSE.includes(status) ? `${general.replace(/\.?$/, '.')} ${message}` : general
}
