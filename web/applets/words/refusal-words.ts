import { RequestError } from '../../browser/request/request-error.ts'

/** True if another tab or device changed the Applet, so that the server has the current state. */
export function isOutdated(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status === 409
}

/** The server's sentence if it names the cause (404, 409); otherwise `general`, a sentence of §8. */
export function refusalWords(error: unknown, general: string): string {
  const named = isOutdated(error) || (error instanceof RequestError && error.status === 404)
  return named ? error.message : general
}
