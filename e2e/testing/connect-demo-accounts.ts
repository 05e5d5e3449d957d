import type { Stack } from '../../dev/start/local-site/journey-stack.ts'
import { demoGrants } from '../../dev/seed/demo-grants.ts'
import { account } from '../../dev/seed/demo-people.ts'
import { seedAccount } from '../../dev/seed/seed-accounts.ts'
import { connect } from '../../worker/system/d1/client.ts'

/** Connects one person's accounts at these services, with tokens that work: ada's, or those that she has for work. */
export async function connectDemoAccounts(
  { env, standIns }: Stack,
  user: string,
  modules: readonly string[],
  who: 'ada' | 'work' = 'ada',
): Promise<void> {
  const grants = { now: Date.now(), issueTokens: demoGrants(standIns.services.catalog) }
  for (const module_name of modules) await seedAccount(connect(env.DB), account(user, module_name, who), grants)
}
