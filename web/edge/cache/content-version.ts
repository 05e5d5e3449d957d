import { CONTENT_VERSION_KEY } from '../../../worker/contract/site.ts'
import type { EdgeEnv } from '../env/edge-env.ts'

const REREAD = 10_000

/** The content version, part of every cache key. An isolate reads it from KV at most every 10 s. */
type ContentVersion = {
  of(env: EdgeEnv, now: number): Promise<string>
  /** Call after a write, so that its author sees the change at once. */
  forget(): void
}

export function contentVersion(): ContentVersion {
  let known = { value: '0', until: 0 }
  return {
    async of(env, now) {
      if (now < known.until || !env.CACHE) return known.value
      // Pages must work while KV is unavailable, so the last known version stays.
      const value = await env.CACHE.get(CONTENT_VERSION_KEY).catch(() => known.value)
      known = { value: value ?? '0', until: now + REREAD }
      return known.value
    },
    forget() {
      known.until = 0
    },
  }
}
