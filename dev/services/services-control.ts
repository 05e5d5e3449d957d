import type { Failure, ServicesContext, Grant } from './data/services-state.ts'
import { expireGrant, revokeGrant } from './oauth/oauth-tokens.ts'

/** What the home page's buttons do, and a little more, for tests in the same process. */
export type ServicesControl = {
  revokeAll(service: string): void
  expireAccessTokens(service: string): void
  /** For tokens issued from now on; kept across restarts. */
  setTokenLifetime(service: string, seconds: number): void
  /** The next request there fails once. Orders queue up. */
  failNext(service: string, at: Failure['at'], status: number): void
  grants(): Grant[]
  /** Remembers what is held now; the returned function puts it back, and drops the failures that were ordered. */
  takeSnapshot(): () => void
}

export function servicesControl(ctx: ServicesContext): ServicesControl {
  const grantsOf = (service: string) => ctx.state.grants.filter((grant) => grant.service === service)
  return {
    revokeAll: (service) => grantsOf(service).forEach((grant) => revokeGrant(ctx, grant.id)),
    expireAccessTokens: (service) => grantsOf(service).forEach((grant) => expireGrant(ctx, grant)),
    setTokenLifetime: (service, seconds) => {
      ctx.state.tokenLifetimes[service] = seconds
      ctx.save()
    },
    failNext: (service, at, status) => ctx.failures.push({ service, at, status }),
    grants: () => structuredClone(ctx.state.grants),
    takeSnapshot: () => {
      const snapshot = structuredClone(ctx.state)
      return () => {
        Object.assign(ctx.state, structuredClone(snapshot))
        ctx.failures.length = 0
        ctx.save()
      }
    },
  }
}
