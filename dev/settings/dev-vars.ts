import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ROOT } from '../processes/run.ts'
import { STATE_DIR } from './state-dir.ts'

type Vars = Record<string, string>

/**
 * Merges a developer's own settings from `.dev.vars` over the stand-ins' settings. A developer's own OpenID provider
 * replaces all OIDC settings, so that none of the stand-in's mix in.
 */
export function withDevVars(vars: Vars, own: Vars): Vars {
  const isOidc = (name: string) => name.startsWith('OIDC_')
  const replaced = Object.keys(own).some(isOidc) ? isOidc : () => false
  const kept = Object.entries(vars).filter(([name]) => !replaced(name))
  return { ...Object.fromEntries(kept), ...own, ...besides(vars, own) }
}

/** Adds a developer's settings for a service of their own, and leaves the stand-ins' services as they are. */
function besides(vars: Vars, own: Vars): Vars {
  const both = (name: string, merge: (theirs: string, mine: string) => string): Vars => {
    const [theirs, mine] = [vars[name], own[name]]
    return theirs && mine ? { [name]: merge(theirs, mine) } : {}
  }
  const asJson = (theirs: string, mine: string) => JSON.stringify({ ...JSON.parse(theirs), ...JSON.parse(mine) })
  return {
    ...both('SERVICE_ADDRESSES', asJson),
    ...both('SERVICE_CREDENTIALS', asJson),
    ...both('TRUSTED_ORIGINS', (theirs, mine) => `${theirs},${mine}`),
  }
}

/** Reads the developer's own settings, which override the local ones. */
export function devVars(): Record<string, string> {
  const file = join(ROOT, '.dev.vars')
  const read = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const own = Object.fromEntries(
    Object.entries(read).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  // A developer's own Twilio account sends through Twilio, not to the outbox.
  return { ...('TWILIO_ACCOUNT_SID' in own && { TWILIO_API_BASE: 'https://api.twilio.com' }), ...own }
}

/** Part of a Worker's config: wrangler would read the `.dev.vars` beside its file again, over what is merged here. */
export const READ_ALREADY = { userConfigPath: join(STATE_DIR, 'wrangler.toml') }
