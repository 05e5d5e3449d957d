import type { RunnerCtx } from '../../../system/context/context.ts'
import { MINUTE } from '../../../contract/shared/durations.ts'
import { readOwnAccount, type AccountRow } from '../../../db/connections/connected-accounts.ts'
import { AppError } from '../../../system/errors/app-error.ts'
import { log } from '../../../system/log/log.ts'
import { accountOwner, decryptToken } from '../../../system/secrets/token-encryption.ts'
import { readCredentials } from '../../steps/account-io.ts'
import type { ServicesPort } from '../../steps/services-port.ts'
import type { AccountAccess } from '../world/world.ts'

/** How long a sealed access token is kept in memory, in ms. The refresh token never is. */
const KEPT_FOR = 5 * MINUTE
const REFRESH_BEFORE = MINUTE

type TokenCtx = Pick<RunnerCtx, 'db' | 'settings' | 'now'>
type Accounts = Pick<ServicesPort, 'refreshAccount' | 'markBroken'>

type Kept = { account: AccountRow; until: number }

/** A Runner's way to its user's accounts: tokens come from D1, sealed, and are refreshed there. */
export class AccountTokens {
  readonly #kept = new Map<string, Kept>()

  readonly ctx: TokenCtx
  readonly services: Accounts
  readonly user_id: () => string

  constructor({ ctx, services }: { ctx: TokenCtx; services: Accounts }, user_id: () => string) {
    this.ctx = ctx
    this.services = services
    this.user_id = user_id
  }

  /**
   * The token for one call. `away`: D1 or the service's token address cannot be reached, which is not its user's fault.
   */
  async access(account_id: string): Promise<AccountAccess> {
    const { ctx, services } = this
    const kept = this.#kept.get(account_id)
    if (kept && ctx.now() < kept.until && !endsSoon(kept.account, ctx.now())) return this.#open(kept.account)
    return this.#guarded(async () => {
      const account = await this.#read(account_id)
      if (!account || account.status === 'broken') return { kind: 'broken' }
      const renews = account.refresh_token !== null && endsSoon(account, ctx.now())
      return this.#keep(renews ? await services.refreshAccount(account) : account)
    })
  }

  /** After a 401 to the token of that version: another one, if there is one. */
  async refresh(account_id: string, tried: number): Promise<AccountAccess> {
    this.#kept.delete(account_id)
    return this.#guarded(async () => {
      const account = await this.#read(account_id)
      if (!account || account.status === 'broken') return { kind: 'broken' }
      const isNewer = account.version !== tried
      return this.#keep(
        isNewer || account.refresh_token === null ? account : await this.services.refreshAccount(account),
      )
    })
  }

  /** False if the user has reconnected it since its token was read: an old refusal says nothing of the new one. */
  async markBroken(account_id: string, tried: number): Promise<boolean> {
    this.#kept.delete(account_id)
    const account = await this.#read(account_id)
    if (!account || account.status === 'broken') return true
    if (account.version !== tried) return false
    return this.services.markBroken(account)
  }

  /** After a sync: accounts may have changed. */
  forget(): void {
    this.#kept.clear()
  }

  #read(id: string): Promise<AccountRow | null> {
    return readOwnAccount(this.ctx, { id, user_id: this.user_id() })
  }

  #keep(account: AccountRow): Promise<AccountAccess> {
    this.#kept.set(account.id, {
      account: { ...account, refresh_token: null, previous_refresh_token: null },
      until: this.ctx.now() + KEPT_FOR,
    })
    return this.#open(account)
  }

  async #open(account: AccountRow): Promise<AccountAccess> {
    try {
      const { TOKEN_KEYS } = this.ctx.settings
      const opened = await decryptToken(TOKEN_KEYS, accountOwner(account), account.access_token)
      return { kind: 'token', version: account.version, ...readCredentials(opened) }
    } catch {
      log('error', 'token_unreadable', {
        user_id: this.user_id(),
        module_name: account.module_name,
        account: account.id,
      })
      return { kind: 'broken' }
    }
  }

  async #guarded(work: () => Promise<AccountAccess>): Promise<AccountAccess> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'connection_broken') return { kind: 'broken' }
      log('warn', 'account_away', { message: String(error) })
      return { kind: 'away' }
    }
  }
}

function endsSoon({ expires_at }: AccountRow, now: number): boolean {
  return expires_at !== null && expires_at - now <= REFRESH_BEFORE
}
