import type { ErrorEnvelope } from '../../../worker/contract/errors.ts'

/** What a failed call rejects with (§7): the response, its status, and the error of its body. */
export class RequestError extends Error {
  readonly response: Response | null
  readonly status: number
  readonly body: Partial<ErrorEnvelope>

  constructor(response: Response | null, body: Partial<ErrorEnvelope>, options?: ErrorOptions) {
    super(body.error?.message ?? 'The request failed.', options)
    this.name = 'RequestError'
    this.response = response
    this.status = response?.status ?? 0
    this.body = body
  }

  get error(): Partial<ErrorEnvelope>['error'] {
    return this.body.error
  }

  /** The message for one field, by its attribute. */
  fieldMessage(attribute: string): string | null {
    return this.body.errors?.find((entry) => entry.attribute === attribute)?.message ?? null
  }
}

/** The sentence to show for anything that a call can reject with. */
export function messageOf(error: unknown): string {
  const said = error instanceof RequestError ? error.error?.message : undefined
  return said ?? 'We could not reach the server. Check your connection and try again.'
}

/** For calls that take something away: what is gone already, from another tab, is gone. Throws anything else. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof RequestError) || error.status !== 404) throw error
}
