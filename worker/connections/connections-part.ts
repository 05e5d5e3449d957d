import type { ConnectionsPart } from '../system/context/account-parts.ts'
import type { Ctx } from '../system/context/context.ts'
import { forgetAccounts } from './access/forget-accounts.ts'
import { modulesToUndo, revokeGrants } from './access/revoke-grant.ts'

export const connectionsPart: ConnectionsPart<Ctx> = { modulesToUndo, revokeGrants, forgetAccounts }
