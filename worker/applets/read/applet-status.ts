import type { AppletStatus } from '../../contract/applets/applet.ts'
import type { ViewerFacts } from '../../contract/applets/applet-visibility.ts'
import type { Service } from '../../contract/connections/service.ts'

export type AppletAction =
  | 'create'
  | 'save'
  | 'disable'
  | 'delete'
  | 'restore'
  | 'publish'
  | 'unpublish'
  | 'edit'
  | 'rename'
  | 'configure'
  | 'set_notifications'
  | 'regenerate_address'

/** The statuses that allow each action (§4.6–4.9). An action whose result already holds changes nothing. */
export const ALLOWED_STATUSES: Record<AppletAction, readonly AppletStatus[]> = {
  create: ['never_enabled_for_user', 'disabled_for_user', 'enabled_for_user'],
  save: ['never_enabled_for_user', 'disabled_for_user', 'enabled_for_user'],
  disable: ['enabled_for_user', 'disabled_for_user'],
  delete: ['never_enabled_for_user', 'enabled_for_user', 'disabled_for_user', 'archived'],
  restore: ['archived'],
  publish: ['never_enabled_for_user', 'enabled_for_user', 'disabled_for_user'],
  unpublish: ['never_enabled_for_user', 'enabled_for_user', 'disabled_for_user'],
  edit: ['never_enabled_for_user', 'enabled_for_user', 'disabled_for_user'],
  // Also before it is restored, which a name that is not allowed prevents.
  rename: ['never_enabled_for_user', 'enabled_for_user', 'disabled_for_user', 'archived'],
  configure: ['enabled_for_user', 'disabled_for_user'],
  set_notifications: ['enabled_for_user'],
  regenerate_address: ['enabled_for_user'],
}

/** An archived Applet is `archived` for its author only; users who have it enabled keep it. */
export function statusOf({ is_author, archived, enablement }: ViewerFacts): AppletStatus {
  if (is_author && archived) return 'archived'
  if (enablement === null) return 'never_enabled_for_user'
  return enablement === 'enabled' ? 'enabled_for_user' : 'disabled_for_user'
}

type OfAuthor = { published_at: number | null; author_id: string }

/**
 * An author's changes after taking an Applet back are theirs alone: everyone else keeps the version that they have.
 */
export function keepsVersion({ published_at, author_id }: OfAuthor, user_id: string): boolean {
  return published_at === null && author_id !== user_id
}

type StepOfService = { service: Pick<Service, 'module_name' | 'connect_kind'>; account_slot: number }
type Account = { module_name: string; status: 'connected' | 'broken' }

/** How many accounts the Applet uses of each service, in step order. Built-in services use none. */
export function accountsNeeded(steps: readonly StepOfService[]): Map<string, number> {
  const needed = new Map<string, number>()
  for (const { service, account_slot } of steps) {
    const { module_name, connect_kind } = service
    const slots = connect_kind === 'none' ? 0 : account_slot + 1
    needed.set(module_name, Math.max(slots, needed.get(module_name) ?? 0))
  }
  return needed
}

/** §3 Service `connected`: enough accounts work. `broken`: too few work because some stopped working. */
export function connectionsOf(steps: readonly StepOfService[], accounts: readonly Account[]) {
  return [...accountsNeeded(steps)].map(([module_name, needed]) => {
    const own = accounts.filter((account) => account.module_name === module_name)
    const connected = own.filter(({ status }) => status === 'connected').length >= needed
    return {
      module_name,
      connected,
      broken: !connected && own.some(({ status }) => status === 'broken'),
      granted: connected,
    }
  })
}

/** The services for the activation path, each repeated once per account that the Applet uses (§4.10). */
export function modulesToConnect(steps: readonly StepOfService[], accounts: readonly Account[]): string[] {
  const needed = accountsNeeded(steps)
  return connectionsOf(steps, accounts)
    .filter(({ connected }) => !connected)
    .flatMap(({ module_name }) => Array.from({ length: needed.get(module_name) ?? 1 }, () => module_name))
}
