type ApiErrorDetails = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error' | 'rate_limit_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
}

/** A refusal in Stripe's format: status and the members of the `error` envelope. */
export class StripeApiError extends Error {
  readonly status: number
  readonly details: ApiErrorDetails

  constructor(status: number, details: ApiErrorDetails) {
    super(details.message)
    this.status = status
    this.details = details
  }
}

/** An invalid request, 400 by default. */
export function invalidRequest(message: string, more: { code?: string; param?: string; status?: number } = {}) {
  const { status = 400, ...rest } = more
  return new StripeApiError(status, { type: 'invalid_request_error', message, ...rest })
}

const NAMES: Record<string, string> = {
  'test_helpers.test_clock': 'test clock',
  payment_method: 'PaymentMethod',
  invoiceitem: 'invoice item',
  promotion_code: 'promotion code',
  subscription_schedule: 'subscription schedule',
}

export function missing(kind: string, id: string, param = 'id'): StripeApiError {
  const message = `No such ${NAMES[kind] ?? kind}: '${id}'`
  return invalidRequest(message, { status: 404, code: 'resource_missing', param })
}

const DOCUMENTED = new Set(['parameter_unknown', 'parameter_missing', 'resource_missing', 'card_declined'])

export function errorBody(fault: StripeApiError): { error: object } {
  const { code } = fault.details
  const doc = code !== undefined && DOCUMENTED.has(code) ? docUrl(code) : {}
  return { error: { ...fault.details, ...doc } }
}

function docUrl(code: string) {
  return { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
}
