import { ERRORS, type ErrorCode, type ErrorEnvelope, type FieldError } from '../../contract/errors.ts'

type Detail = {
  /**
   * The sentence to show if the code's own is too general: one of SENTENCES, or words from outside such as a bank's.
   */
  message?: string
  /** The part of the input with the problem. The page shows the sentence beside that field. */
  attribute?: string
  /** Extra data for that field's view. */
  data?: unknown
  /** A same-origin path where the user can fix it. */
  redirectTo?: string
  errors?: FieldError[]
  /** Seconds to wait, for `rate_limited`. */
  retryAfter?: number
  cause?: unknown
}

/** A refusal with a code of the contract's closed list. `onError` renders it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly detail: Detail

  constructor(code: ErrorCode, detail: Detail = {}) {
    super(detail.message ?? ERRORS[code][1], { cause: detail.cause })
    this.name = 'AppError'
    this.code = code
    this.detail = detail
  }

  get status() {
    return ERRORS[this.code][0]
  }

  get envelope(): ErrorEnvelope {
    const { attribute, data, redirectTo, errors } = this.detail
    return {
      error: {
        type: this.code,
        code: this.code,
        message: this.message,
        ...(attribute && { attribute }),
        ...(redirectTo && { redirect_to: redirectTo }),
      },
      errors: errors ?? (attribute ? [{ attribute, message: this.message, ...(data !== undefined && { data }) }] : []),
    }
  }
}
