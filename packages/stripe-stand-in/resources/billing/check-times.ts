import { DAY_SECONDS } from '../../engine/amounts/seconds.ts'
import { invalidRequest } from '../../store/stripe-api-error.ts'

const LONGEST_TRIAL_DAYS = 730

type Times = {
  trial_end?: number | 'now' | undefined
  trial_period_days?: number | undefined
  cancel_at?: number | '' | undefined
}

/** 400 for a trial or an end in the past, and for too long a trial. `now` and `from`, the start of a trial, in s. */
export function checkTimes(sent: Times, now: number, from: number, nameOf = (name: string) => name): void {
  const { trial_end, trial_period_days = 0, cancel_at } = sent
  if (typeof cancel_at === 'number' && cancel_at <= now) throw past(nameOf('cancel_at'))
  if (trial_period_days > LONGEST_TRIAL_DAYS) throw tooLong(nameOf('trial_period_days'))
  if (typeof trial_end !== 'number') return
  if (trial_end <= now) throw past(nameOf('trial_end'))
  if (trial_end > from + LONGEST_TRIAL_DAYS * DAY_SECONDS) throw tooLong(nameOf('trial_end'))
}

function past(param: string) {
  return invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future', { param })
}

function tooLong(param: string) {
  return invalidRequest(`The maximum number of trial period days is ${LONGEST_TRIAL_DAYS} (2 years).`, { param })
}
