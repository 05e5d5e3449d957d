import type { ErrorEnvelope, FieldError } from '../../../worker/contract/errors.ts'
import { REQUEST_ID, withReference } from '../../../worker/contract/shared/trace-ids.ts'

/** The parts of a refusal that pages read: its `code`, not the same under its other name. */
export type RefusalBody = { error?: Omit<ErrorEnvelope['error'], 'type'>; errors?: FieldError[] }

/** The rejection of a failed call (§7): the response, its status, and the error in its body. */
export class RequestError extends Error {
  readonly response: Response | null
  readonly status: number
  readonly body: RefusalBody

  constructor(response: Response | null, body: RefusalBody, options?: ErrorOptions) {
    super(body.error?.message ?? 'The request failed.', options)
    this.name = 'RequestError'
    this.response = response
    this.status = response?.status ?? 0
    this.body = body
  }

  get error(): RefusalBody['error'] {
    return this.body.error
  }

  /** The message for one field, by its attribute. */
  fieldMessage(attribute: string): string | null {
    return this.body.errors?.find((entry) => entry.attribute === attribute)?.message ?? null
  }
}

/** A failure on this device whose message is for the user. */
export class SaidError extends Error {}

/** The sentence to show for any rejection of a call; where the failure is ours, with the request's id. */
export function messageOf(error: unknown): string {
  if (error instanceof SaidError) return error.message
  const known = error instanceof RequestError ? error : null
  const said = known?.error?.message
  if (said === undefined) return 'We could not reach the server. Check your connection and try again.'
  return known && known.status >= 500 ? withReference(said, requestIdOf(known.response)) : said
}

/** Reads the id that finds the answer's request in the log; null if it did not come from our Worker. */
export function requestIdOf(response: Response | null): string | null {
  return response?.headers.get(REQUEST_ID) ?? null
}

/** For calls that delete something: ignores a 404, because it is already gone. Rethrows anything else. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof RequestError) || error.status !== 404) throw error
}
