import type { StepFailure } from '../runner-api/step-outcome.ts'

/** The sentence for a user when a call failed. `who`: the service's name, or the host of an address. */
export const PROBLEM_WORDS: Record<StepFailure, (who: string) => string> = {
  transport: (who) => `${who} could not be reached.`,
  timeout: (who) => `${who} did not answer in time.`,
  too_large: (who) => `${who} sent more than we can read.`,
  refused: (who) => `We do not open the address of ${who}.`,
  status: (who) => `${who} refused this.`,
  server: (who) => `${who} has trouble.`,
  rate_limited: (who) => `${who} asks us to slow down.`,
  unauthorized: (who) => `${who} no longer accepts this connection.`,
  skip: (who) => `${who} had nothing to do.`,
  gone: (who) => `${who} says that this address is gone for good.`,
  protocol: (who) => `${who} sent an answer that we could not read.`,
  busy: (who) => `This was not sent to ${who}, because six other calls of yours were under way.`,
  input: (who) => `${who} cannot use what the fields contain.`,
}

export const NOT_ACCEPTED = (who: string) => `${who} did not accept this. Copy it again, or make a new one.`
export const UNREACHED_SERVER = (host: string) => `${host} could not be reached. Check the address.`
export const NO_SUCH_SERVER = (host: string, who: string) => `${host} is not a server of ${who}. Check the address.`

export const REDIRECTED = (who: string) => `${who} sent us to another address, and we did not follow.`
export const TOO_MANY_REDIRECTS = (who: string) => `${who} sent us on more than five times.`
/** `reason` as `whyRefused` gives it, such as "not https". */
export const REFUSED_ADDRESS = (who: string, reason: string) => `We do not open the address of ${who}: ${reason}.`

export const UNUSABLE_HEADER = (host: string) =>
  `We cannot send this to ${host}: a header would have characters that no header can hold.`

/** Who is called, for a sentence. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address.slice(0, 80)
}
