import type { ConnectedAccount } from '../../worker/contract/connections/service.ts'

/** At least one account of one service. */
export type AccountsOfService = readonly [ConnectedAccount, ...ConnectedAccount[]]

/** The accounts of each service together, services in the order of their first account. */
export function groupByService(connections: readonly ConnectedAccount[]): AccountsOfService[] {
  const groups = Map.groupBy(connections, ({ service }) => service.module_name)
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [[first, ...more] as const] : []))
}
