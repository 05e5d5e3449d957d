import type { Stack } from '../../dev/local-site/journey-stack.ts'
import { demoGrants } from '../../dev/seed/demo-grants.ts'
import { account } from '../../dev/seed/demo-people.ts'
import { seedAccount } from '../../dev/seed/seed-accounts.ts'
import { connect } from '../../worker/db/client.ts'

/** Connects ada's accounts at these services, with tokens that work. */
export async function connectDemoAccounts(
  { env, standIns }: Stack,
  user: string,
  modules: readonly string[],
): Promise<void> {
  const grants = { now: Date.now(), issueTokens: demoGrants(standIns.services.catalog) }
  for (const module_name of modules) await seedAccount(connect(env.DB), account(user, module_name, 'ada'), grants)
}
