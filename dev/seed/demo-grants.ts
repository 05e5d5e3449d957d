import type { IssueTokens } from './seed-accounts.ts'
import { atDemoService } from '../stand-ins/services/at-demo-service.ts'
import type { ServiceEndpoints } from '../stand-ins/services/oauth/service-endpoints.ts'

/** Connects a demo account at the stand-in as its owner would, so that the seeded tokens work with its APIs. */
export function demoGrants(catalog: readonly ServiceEndpoints[]): IssueTokens {
  return async (module_name, account) => {
    const endpoints = catalog.find((service) => service.module_name === module_name)
    if (!endpoints) throw new Error(`The stand-in has no service ${module_name}.`)
    const who = account.endsWith('-work') ? 'work' : 'ada'
    const at = atDemoService(new URL(endpoints.issuer).origin, module_name)
    const { access_token, refresh_token, expires_in = 3600 } = await at.signIn(`${module_name}-${who}`)
    return { access_token, refresh_token, expires_at: Date.now() + expires_in * 1000 }
  }
}
