import type { TaxAnswer, TaxLocation } from '../../../../worker/contract/billing/checkout.ts'

/**
 * Where the buyer is, and the tax that follows.
 *
 *   unknown ──checked──▶ checking ──answered──┬─▶ known (with the sums)
 *      ▲                  ▲   │               └─▶ unknown (no place yet)
 *      │ edited           │   └──refused──▶ refused (what to say)
 *      └── any state      └──checked── any state
 *
 * An answer to an earlier check is dropped, and the sums count only for their question: `stateFor`. `company`: where a
 * company is taxed, whatever was typed; known from the first answer on.
 */
type LocationState = { attempt: number; company: TaxLocation | null } & (
  | { kind: 'unknown' | 'checking' }
  | { kind: 'known'; question: string; answer: KnownTax }
  | { kind: 'refused'; message: string; at: 'place' | 'check' }
)
/** In cents. */
type KnownTax = { first_payment: number; tax: number }

export type LocationEvent =
  | { type: 'edited' | 'checked' }
  | { type: 'answered'; attempt: number; question: string; answer: TaxAnswer }
  | { type: 'refused'; attempt: number; message: string; at: 'place' | 'check' }

export const UNKNOWN: LocationState = { kind: 'unknown', attempt: 0, company: null }

export function locationReducer(state: LocationState, event: LocationEvent): LocationState {
  const { attempt, company } = state
  switch (event.type) {
    case 'edited':
      // Counts up, so that a check under way is dropped.
      return { kind: 'unknown', attempt: attempt + 1, company }
    case 'checked':
      return { kind: 'checking', attempt: attempt + 1, company }
    case 'answered':
      return event.attempt === attempt && state.kind === 'checking' ? afterAnswer(attempt, event) : state
    case 'refused': {
      const { message, at } = event
      return event.attempt === attempt && state.kind === 'checking'
        ? { kind: 'refused', attempt, company, message, at }
        : state
    }
  }
}

type Answered = LocationEvent & { type: 'answered' }

function afterAnswer(attempt: number, { question, answer: { company, first_payment, tax } }: Answered): LocationState {
  if (first_payment === null || tax === null) return { kind: 'unknown', attempt, company }
  return { kind: 'known', attempt, company, question, answer: { first_payment, tax } }
}

/** The state for what is chosen now: the sums of another choice are not known. */
export function stateFor(state: LocationState, question: string): LocationState {
  const { attempt, company } = state
  return state.kind === 'known' && state.question !== question ? { kind: 'checking', attempt, company } : state
}

/** In these countries the code decides the tax, and is as long as this. */
const CODE_LENGTHS: Record<string, number> = { US: 5, CA: 6 }

export function needsPostalCode(country: string): boolean {
  return Object.hasOwn(CODE_LENGTHS, country)
}

/** The typed place once it is worth asking Stripe about. */
export function completeLocation({ country, postal_code }: TaxLocation): TaxLocation | null {
  const typed = { country, postal_code: postal_code.trim() }
  return country !== '' && typed.postal_code.length >= (CODE_LENGTHS[country] ?? 0) ? typed : null
}
