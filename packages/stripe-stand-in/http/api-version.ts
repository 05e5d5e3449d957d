import { API_VERSION } from '../store/object-store.ts'
import { invalidRequest } from '../store/stripe-api-error.ts'

/** 400 for a version of the API that the stand-in does not speak; without one, the account's version applies. */
export function checkVersion(version: string | null | undefined): void {
  if (version === null || version === undefined || version === API_VERSION) return
  throw invalidRequest(`Invalid Stripe API version: ${version}`)
}

/** Names of Stripe's releases: an endpoint may have been made for an earlier one. */
const RELEASES = /^20\d\d-(?:0[1-9]|1[0-2])-[0-3]\d\.(?:acacia|basil|clover|dahlia|endive)$/

/** Throws for an endpoint's version that Stripe never published. */
export function checkEndpointVersion(version: string | undefined): void {
  if (version === undefined || RELEASES.test(version)) return
  throw invalidRequest(`Invalid Stripe API version: ${version}`, { param: 'api_version' })
}
