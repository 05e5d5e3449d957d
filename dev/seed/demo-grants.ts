import type { IssueTokens } from './seed-accounts.ts'
import type { ServiceEndpoints } from '../stand-ins/services/oauth/service-endpoints.ts'
import { connectAccount } from '../stand-ins/services/relying-party.ts'

/** Connects a demo account at the stand-in as its owner would, so that the seeded tokens work with its APIs. */
export function demoGrants(catalog: readonly ServiceEndpoints[]): IssueTokens {
  return async (module_name, account) => {
    const endpoints = catalog.find((service) => service.module_name === module_name)
    if (!endpoints) throw new Error(`The stand-in has no service ${module_name}.`)
    const { tokens } = await connectAccount(endpoints, account.endsWith('-work') ? 'work' : 'ada')
    return {
      access_token: tokens.access_token,
      refresh_token: tokens.refresh_token ?? '',
      expires_at: Date.now() + (tokens.expires_in ?? 3600) * 1000,
    }
  }
}
