import type { DownloadSection } from '../../../system/context/account-parts.ts'
import type { DbCtx } from '../../../system/context/context.ts'
import { downloadTables } from '../../../db/users/user-rows.ts'
import { isSealedSecret } from '../../../system/secrets/field-secret.ts'

/** Makes the sections of D1's data about a user. */
export function accountSections(ctx: DbCtx, user_id: string): DownloadSection[] {
  return downloadTables(ctx, user_id).map(({ name, read }) => ({
    name,
    async read(after) {
      const { rows, next } = await read(after)
      return { rows: rows.map(withoutSecrets), next }
    },
  }))
}

/** A secret value of a field is stored sealed; that there is one may be known. */
function withoutSecrets({ fields, doc, ...row }: Record<string, unknown>): object {
  return {
    ...row,
    ...(fields !== undefined && { fields: hideSealed(fields) }),
    ...(doc !== undefined && { doc: hideSealed(doc) }),
  }
}

function hideSealed(value: unknown): unknown {
  if (typeof value === 'string') return isSealedSecret(value) ? null : value
  if (Array.isArray(value)) return value.map(hideSealed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideSealed(each)]))
}
