import type { ConnectedAccount } from '../../worker/contract/connections/service.ts'

/** At least one account of one service. */
export type AccountsOfService = readonly [ConnectedAccount, ...ConnectedAccount[]]

/** Groups accounts by service, ordered by each service's first account. */
export function groupByService(connections: readonly ConnectedAccount[]): AccountsOfService[] {
  const groups = Map.groupBy(connections, ({ service }) => service.module_name)
  return [...groups.values()].flatMap(([first, ...more]) => (first ? [[first, ...more] as const] : []))
}
