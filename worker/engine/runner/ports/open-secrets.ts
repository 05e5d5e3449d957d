import type { RunnerCtx } from '../../../system/context/context.ts'
import { decryptToken } from '../../../system/secrets/token-encryption.ts'
import { isSealedSecret, sealedText, secretOwner } from '../../../system/secrets/field-secret.ts'

/** Opens the secrets among a step's fields, for one request. Throws if the key that sealed one is gone. */
export async function openSecrets(
  { settings }: Pick<RunnerCtx, 'settings'>,
  user_id: string,
  fields: Record<string, string>,
): Promise<Record<string, string>> {
  const opened = Object.entries(fields).map(async ([slug, value]): Promise<[string, string]> => {
    if (!isSealedSecret(value)) return [slug, value]
    return [slug, await decryptToken(settings.TOKEN_KEYS, secretOwner(user_id), sealedText(value))]
  })
  return Object.fromEntries(await Promise.all(opened))
}
