import type { RunnerCtx } from '../system/context/context.ts'
import { readSealedServiceKey } from '../db/services/added-service-files.ts'
import type { StepIo } from '../engine/steps/service-steps.ts'
import { log } from '../system/log/log.ts'
import { openServiceKey } from '../system/secrets/service-key.ts'
import { findOwnService } from './service-registry.ts'

type KeyCtx = Pick<RunnerCtx, 'db' | 'now' | 'settings'>

/** How long an isolate trusts a key that it read, in ms. */
const CACHED_FOR = 30_000

const keys = new Map<string, { key: string | null; until: number }>()

/** Who we are to this service. The key came with it where its operator added it, else it is a setting. */
export function appAt(ctx: KeyCtx, module_name: string): NonNullable<StepIo['app']> {
  const { SITE_ORIGIN, SERVICE_CREDENTIALS } = ctx.settings
  const serviceKey = async () => {
    const added = findOwnService(module_name) ? null : await addedServiceKey(ctx, module_name)
    return added ?? SERVICE_CREDENTIALS[module_name]?.service_key ?? null
  }
  return { origin: SITE_ORIGIN, serviceKey }
}

/** Read again after half a minute. Without D1, what is known goes on. */
async function addedServiceKey({ db, now, settings }: KeyCtx, module_name: string): Promise<string | null> {
  const cached = keys.get(module_name)
  if (cached && now() < cached.until) return cached.key
  try {
    const sealed = await readSealedServiceKey(db, module_name)
    const key = sealed === null ? null : await openedKey(settings, module_name, sealed)
    keys.set(module_name, { key, until: now() + CACHED_FOR })
    return key
  } catch (error) {
    log('warn', 'services_away', { message: String(error) })
    return cached?.key ?? null
  }
}

/** A key that cannot be opened is one that is missing. */
async function openedKey({ TOKEN_KEYS }: KeyCtx['settings'], module_name: string, sealed: string) {
  try {
    return await openServiceKey(TOKEN_KEYS, module_name, sealed)
  } catch (error) {
    log('error', 'service_key_unreadable', { module_name, message: String(error) })
    return null
  }
}
